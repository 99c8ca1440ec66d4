import type { Properties } from "../lifecycle/lifeCycle";
import type { Table } from "../wire/fields";

// How Pulumi's wire marks a secret: an object with this key and this value, and the value that is secret.
const specialKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** The state with every value that the table calls secret marked as one, at any depth. */
export function withSecrets(table: Table, state: Properties): Properties {
  const marked: Properties = { ...state };
  for (const field of table.fields) {
    const value = marked[field.name];
    if (value === undefined) continue;
    const inner = field.of;
    if (field.secret === true) marked[field.name] = { [specialKey]: secretMark, value };
    else if (inner !== undefined && Array.isArray(value)) {
      marked[field.name] = value.map((element) => withSecrets(inner, element as Properties));
    }
  }
  return marked;
}
