import type { Kind } from "../kinds";
import type { InputField } from "../wire/fields";
import { fieldNames } from "../wire/fields";
import type { Properties } from "./properties";
import { picked, stringsIn } from "./properties";
import { existingMark } from "./existing";
import { declaredKey, markKey, unmetKey } from "../wire/stateKeys";

/** Returns the names of the declared inputs. */
export function declaredIn({ args, computed = [] }: Kind, given: object): string[] {
  return [...args.map(({ name }) => name), ...computed].filter((name) => (given as Properties)[name] !== undefined);
}

/**
 * Returns the names of the inputs that were declared: those of the last inputs, if known, otherwise those that the state records. A write-only setting
 * that the state does not record is pending: no response shows whether its last write took effect, so the next update sends it again.
 */
export function lastDeclaredNames(kind: Kind, state: Properties, lastInputs?: Properties): string[] {
  const recorded = stringsIn(state[declaredKey]);
  if (lastInputs === undefined) return recorded;
  const isPending = ({ name, immutable, writeOnly }: InputField): boolean =>
    writeOnly === true && immutable !== true && !recorded.includes(name);
  const pending = kind.args.filter(isPending).map(({ name }) => name);
  return declaredIn(kind, lastInputs).filter((name) => !pending.includes(name));
}

/** Returns the values of a kind's options. */
export function optionsIn({ options }: Kind, properties: object): Properties {
  return picked(properties, fieldNames(options));
}

/**
 * Returns the declared values that the service did not apply, which states of 0.3.0 record; see {@link unmetKey}. This file alone knows the key, so
 * that reading it can end.
 */
export function unmetIn(state: Properties): Properties {
  return (state[unmetKey] ?? {}) as Properties;
}

/** Returns the state of a managed object: fields, options, the names of declared inputs, and further keys of the prior state. */
export function managed(kind: Kind, fields: Properties, inputs: Properties, prior: Properties): Properties {
  const kept = { ...picked(prior, [markKey, unmetKey]), ...existingMark(inputs, prior) };
  return { ...fields, [declaredKey]: declaredIn(kind, inputs), ...kept };
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
