import type { Properties } from "../../declared/properties";
import { fieldsWithNestedSecrets, nestedSecretsKey, splitSecrets } from "../../wire/secrets";
import type { Table } from "../../wire/fields";
import { asSecret } from "../../wire/pulumiMark";

/**
 * Marks the secret values of a dynamic resource's state, and moves those inside arrays to objects beside them.
 *
 * @param prior the previous state. One of an earlier version has secrets inside its arrays, and a refresh must not change that
 */
export function withSecretsApart(table: Table, state: Properties, prior: Properties = {}): Properties {
  const marked: Properties = { ...state };
  for (const { name, secret } of table.fields) {
    if (secret === true && state[name] !== undefined) marked[name] = asSecret(state[name]);
  }
  for (const { name, of } of fieldsWithNestedSecrets(table)) {
    const elements = state[name];
    if (!Array.isArray(elements) || of === undefined) continue;
    const { plain, secrets } = splitSecrets(of, elements);
    const secretsKey = nestedSecretsKey(name);
    const hasSecretsInside = prior[name] !== undefined && prior[secretsKey] === undefined;
    if (hasSecretsInside) {
      if (Object.keys(secrets).length > 0) marked[name] = asSecret(elements);
    } else {
      marked[name] = plain;
      marked[secretsKey] = Object.fromEntries(Object.entries(secrets).map(([path, value]) => [path, asSecret(value)]));
    }
  }
  return marked;
}

/** Marks the named properties as secret. */
export function withSecrets(properties: Properties, names: readonly string[]): Properties {
  const marked = names
    .filter((name) => properties[name] !== undefined)
    .map((name) => [name, asSecret(properties[name])]);
  return { ...properties, ...(Object.fromEntries(marked) as Properties) };
}
