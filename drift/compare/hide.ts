import type { Field } from "../../provider/wire/fields";
import { PlainSecret, Sealed } from "../state/secrets";

/** What stands in the place of a secret inside a value that is shown. */
export const hiddenText = "(hidden)";

/** A value as it may be shown: every secret in it, by its mark in the state or by its field, is replaced. */
export function shownValue(field: Field | undefined, value: unknown): unknown {
  if (value instanceof PlainSecret || value instanceof Sealed) return hiddenText;
  if (field?.secret === true && value !== undefined && value !== null) return hiddenText;
  if (Array.isArray(value)) return value.map((element) => shownValue(field, element));
  if (typeof value !== "object" || value === null) return value;
  const fields = field?.of?.fields;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      shownValue(
        fields?.find(({ name }) => name === key),
        inner,
      ),
    ]),
  );
}
