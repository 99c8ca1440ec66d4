import type { Kind } from "../kinds";
import type { InputField } from "../wire/fields";
import { fieldNames } from "../wire/fields";
import type { Properties } from "./properties";
import { picked, stringsIn } from "./properties";

/** The key under which a managed object's state records which inputs were declared: a dynamic `read` does not receive them. */
export const declaredKey = "__declared";

/** The key under which a state keeps the mark of an entry whose object was adopted or imported. */
export const markKey = "__mark";

/** The key under which a state records the service at which the object was last seen: `CdnClient.service`. */
export const serviceKey = "__service";

/** The key under which a state notes that something was changed, but the caches were not emptied yet. */
export const duePurgeKey = "__purgeIsDue";

/** The names of the declared inputs. */
export function declaredIn({ inputs, computed = [] }: Kind, given: object): string[] {
  return [...inputs.map(({ name }) => name), ...computed].filter((name) => (given as Properties)[name] !== undefined);
}

/** Which inputs were declared: the last inputs, if known, or else those that the state records. */
export function declaredNames(kind: Kind, state: Properties, lastInputs?: Properties): string[] {
  return lastInputs === undefined ? stringsIn(state[declaredKey]) : declaredIn(kind, lastInputs);
}

/** The values of a kind's options. */
export function optionsIn({ options }: Kind, properties: object): Properties {
  return picked(properties, fieldNames(options));
}

/** The key under which a state of 0.3.0 has what the service did otherwise than declared, as it was declared. */
export const unmetKey = "__unmet";

/** The state of a managed object: its fields and options, what was declared, and what the prior state keeps besides. */
export function managed(kind: Kind, fields: Properties, inputs: Properties, prior: Properties): Properties {
  return { ...fields, [declaredKey]: declaredIn(kind, inputs), ...picked(prior, [markKey, unmetKey]) };
}

/** What an absent setting is declared as. */
export function emptyValue({ scalar, array, input }: InputField): unknown {
  if (array) return input.emptyIsNone === true ? undefined : [];
  return scalar === "string" ? "" : undefined;
}

/** Whether this stack manages the object, rather than only reads it. */
export function isManaged(state: Properties): boolean {
  return Array.isArray(state[declaredKey]);
}
