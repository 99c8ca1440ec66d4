/** What Pulumi puts, in a preview, in the place of a value that is not known yet; at any depth. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value is not known yet. */
export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}
