/** Additional fields of an object that is read from the service. */
export interface ExtraFields {
  /**
   * Fields that the contract lacks or defines with another type, unchanged, under their wire names. Secret in the Output form.
   */
  extraFields?: Record<string, unknown>;
}
