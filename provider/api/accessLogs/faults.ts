import { InvalidInputError } from "../errors";
import { inMessage } from "../../wire/words";

/** Invalid argument. They are collected, so that one error lists all of them. */
export interface Fault {
  readonly property: string;
  /** Returns the text after the property's name: "must be …, but got: …. Do …". @param nameOf returns the name of another argument */
  readonly text: (nameOf: (argument: string) => string) => string;
}

/** Error for invalid arguments, with a line for each. Nothing was sent. */
export class InvalidArgumentsError extends InvalidInputError {
  constructor(readonly faults: readonly Fault[]) {
    const lines = faults.map(({ property, text }) => `\n- ${property} ${text((other) => `\`${other}\``)}`);
    const count = faults.length === 1 ? "one argument is" : `${String(faults.length)} arguments are`;
    super(`Access logs were not queried: ${count} invalid.${lines.join("")}`, faults[0]?.property);
  }
}

/** Error of the parser of one value. {@link catchFault} adds the property's name. */
export class InvalidValue extends Error {
  /**
   * @param rule text that follows "must be"
   * @param got the invalid value
   * @param advice what to do
   */
  constructor(rule: string, got: unknown, advice: string) {
    super(ruleText(rule, got, advice));
  }
}

export function ruleText(rule: string, got: unknown, advice: string): string {
  return `must be ${rule}, but got: ${inMessage(got)}. ${advice}`;
}

/** Returns the result of `parse`. If it throws an {@link InvalidValue}, adds that to `faults` and returns undefined. */
export function catchFault<T>(faults: Fault[], property: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    faults.push({ property, text: () => error.message });
    return undefined;
  }
}
