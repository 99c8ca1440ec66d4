/** What every object read from the service may carry besides the fields of the contract. */
export interface ExtraFields {
  /**
   * Fields of the answer that the contract does not know, and values of another type than the contract's, under their wire
   * names and as they came. Absent where there is none. Secret in the Output form, since nothing is known of them.
   */
  extraFields?: Record<string, unknown>;
}
