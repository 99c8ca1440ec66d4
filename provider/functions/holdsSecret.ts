import type { Field, Table } from "../wire/fields";

/** Whether a property of a typed object is secret or, being an array of objects, holds a secret value at any depth. */
export function holdsSecret(table: Table, property: string, value: unknown): boolean {
  // A field that the contract does not know may be secret.
  if (property === "extraFields") return value !== undefined;
  const field = table.fields.find(({ name }) => name === property);
  return field !== undefined && fieldHoldsSecret(field, value);
}

function fieldHoldsSecret({ secret, of: inner }: Field, value: unknown): boolean {
  if (secret === true) return value !== undefined;
  if (inner === undefined || !Array.isArray(value)) return false;
  return (value as Record<string, unknown>[]).some(
    (element) =>
      element["extraFields"] !== undefined ||
      inner.fields.some((field) => fieldHoldsSecret(field, element[field.name])),
  );
}
