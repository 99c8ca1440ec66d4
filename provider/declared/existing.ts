import { isUnknown } from "./properties";
import type { Properties } from "./properties";
import type { Kind } from "../kinds";
import { existingKey } from "../wire/stateKeys";
import type { Report } from "./checkInputs";

/** Name of the input by which a resource takes over an existing object. */
const input = "existingId";

/** Returns the declared id of the object to take over, which a preview may not know; undefined if the resource has its own object. */
export function existingIdIn(inputs: Properties): unknown {
  return inputs[input];
}

/** Returns the inputs with the id of the state if a preview does not know the id: until it is known, it counts as unchanged. */
export function withKnownId(olds: Properties, news: Properties): Properties {
  const [old, now] = [existingIdIn(olds), existingIdIn(news)];
  return isUnknown(now) && typeof old === "number" ? { ...news, [input]: old } : news;
}

/** Reports what can't be declared beside `existingId`. */
export function checkExisting({ noun }: Kind, inputs: Properties, report: Report): void {
  if (existingIdIn(inputs) === undefined || (inputs["adopt"] ?? false) === false) return;
  report(
    "adopt",
    `can't be declared beside ${input}, which takes over the ${noun} with that id and never deletes it`,
    "true",
    "Remove one of them",
  );
}

/** Returns advice for a missing argument: in most languages, an id without a value can't be distinguished from an omitted one. */
export function missingAdvice({ noun }: Kind): string {
  return `Declare it, or ${input} to take over an existing ${noun}. If ${input} is declared, it has no value yet`;
}

/** Returns the mark of a state whose object is never deleted. It stays for as long as the entry exists. */
export function existingMark(inputs: Properties, prior: Properties): Properties {
  return existingIdIn(inputs) !== undefined || isExisting(prior) ? existing : {};
}

/** State of an object that is never deleted. */
export const existing: Properties = { [existingKey]: true };

/** Whether the object of a state is never deleted. */
export function isExisting(state: Properties): boolean {
  return state[existingKey] === true;
}
