import type { Kind } from "../../kinds";
import type { Properties } from "./lifeCycle";
import { markKey } from "./memory";
import { stringsIn } from "./properties";

/** The key under which a managed object's state records which inputs were declared: a dynamic `read` does not receive them. */
export const declaredKey = "__declared";

/** The names of the declared inputs. */
export function declaredIn({ inputs }: Kind, given: object): string[] {
  return inputs.map(({ name }) => name).filter((name) => (given as Properties)[name] !== undefined);
}

/** Which inputs were declared: the last inputs, if known, or else those that the state records. */
export function declaredNames(kind: Kind, state: Properties, lastInputs?: Properties): string[] {
  return lastInputs === undefined ? stringsIn(state[declaredKey]) : declaredIn(kind, lastInputs);
}

/**
 * The key under which a state keeps the declared values of immutable inputs that the service did not follow when it created the zone, such as
 * another region. While these are declared, and the zone stays as it was created, that is no difference: a replacement would come to the same.
 */
export const unmetKey = "__unmet";

/** Takes over what a state keeps besides fields and inputs. */
export function keepMarks(state: Properties, prior: Properties): void {
  for (const key of [markKey, unmetKey]) if (prior[key] !== undefined) state[key] = prior[key];
}

/** Whether this stack manages the object, rather than only reads it. */
export function isManaged(state: Properties): boolean {
  return Array.isArray(state[declaredKey]);
}
