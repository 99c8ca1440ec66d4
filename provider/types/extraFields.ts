/** Part of every object that is read from the service. */
export interface ExtraFields {
  /**
   * Fields of the response that are not in the contract, or whose type is not the contract's, unchanged and under their wire
   * names. Undefined if there are none. Secret in the Output form, because they may hold secrets.
   */
  extraFields?: Record<string, unknown>;
}
