import type { Properties } from "../../lifecycle/lifeCycle";
import type { Field, Table } from "../../wire/fields";
import { pulumiMark, secretMark } from "../../wire/pulumiMark";

/**
 * The state with every output marked that is or holds a value that the table calls secret.
 *
 * An array that holds one is marked as a whole: for a provider that takes no secrets itself, the engine marks such an
 * array so in every refresh, and where only its element were marked here, each refresh would find a change.
 */
export function withSecrets(table: Table, state: Properties): Properties {
  const marked: Properties = { ...state };
  for (const field of table.fields) {
    const value = marked[field.name];
    if (holdsSecret(field, value)) marked[field.name] = { [pulumiMark]: secretMark, value };
  }
  return marked;
}

function holdsSecret(field: Field, value: unknown): boolean {
  if (value === undefined) return false;
  if (field.secret === true) return true;
  const inner = field.of;
  if (inner === undefined || !Array.isArray(value)) return false;
  return value.some((element) =>
    inner.fields.some((candidate) => holdsSecret(candidate, (element as Properties)[candidate.name])),
  );
}
