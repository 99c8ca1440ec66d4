import type { Kind } from "../kinds";
import type { InputField } from "../wire/fields";
import { fieldNames } from "../wire/fields";
import type { Properties } from "./properties";
import { picked, stringsIn } from "./properties";

/** Key under which the state of a managed object records which inputs were declared: a dynamic `read` does not receive them. */
export const declaredKey = "__declared";

/** Key under which a state keeps the mark of an entry whose object was adopted or imported. */
export const markKey = "__mark";

/** Key under which a state records the service in which the object was last seen: `CdnClient.service`. */
export const serviceKey = "__service";

/** Key under which a state notes that something was changed but the caches have not been purged yet. */
export const duePurgeKey = "__purgeIsDue";

/** Returns the names of the declared inputs. */
export function declaredIn({ inputs, computed = [] }: Kind, given: object): string[] {
  return [...inputs.map(({ name }) => name), ...computed].filter((name) => (given as Properties)[name] !== undefined);
}

/** Returns the names of the inputs that were declared: those of the last inputs, if known, otherwise those that the state records. */
export function declaredNames(kind: Kind, state: Properties, lastInputs?: Properties): string[] {
  return lastInputs === undefined ? stringsIn(state[declaredKey]) : declaredIn(kind, lastInputs);
}

/** Returns the values of a kind's options. */
export function optionsIn({ options }: Kind, properties: object): Properties {
  return picked(properties, fieldNames(options));
}

/** Key under which a state of 0.3.0 has the declared values that the service did not apply. */
export const unmetKey = "__unmet";

/** Returns the state of a managed object: fields, options, the names of declared inputs, and further keys of the prior state. */
export function managed(kind: Kind, fields: Properties, inputs: Properties, prior: Properties): Properties {
  return { ...fields, [declaredKey]: declaredIn(kind, inputs), ...picked(prior, [markKey, unmetKey]) };
}

/** Returns the value by which a program declares that a setting is absent. */
export function emptyValue({ scalar, array, input }: InputField): unknown {
  if (array) return input.emptyIsNone === true ? undefined : [];
  return scalar === "string" ? "" : undefined;
}

/** Whether this stack manages the object instead of only reading it. */
export function isManaged(state: Properties): boolean {
  return Array.isArray(state[declaredKey]);
}
