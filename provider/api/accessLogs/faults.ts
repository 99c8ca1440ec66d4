import { InvalidInputError } from "../errors";
import { inMessage } from "../../wire/words";

/** An invalid argument. All of them are collected, so that one error lists them. */
export interface Fault {
  readonly property: string;
  /** The rule and what came instead, after the property's name: "must be …, but got: …. Do …". @param nameOf what others are called */
  readonly text: (nameOf: (argument: string) => string) => string;
}

/** The error for invalid arguments, a line for each. Nothing was sent. */
export class InvalidArgumentsError extends InvalidInputError {
  constructor(readonly faults: readonly Fault[]) {
    const lines = faults.map(({ property, text }) => `\n- ${property} ${text((other) => `\`${other}\``)}`);
    const count = faults.length === 1 ? "one argument is" : `${String(faults.length)} arguments are`;
    super(`Access logs were not queried: ${count} invalid.${lines.join("")}`, faults[0]?.property);
  }
}

/** Thrown by the parser of one value; {@link catchFault} adds the property's name. */
export class InvalidValue extends Error {
  /**
   * @param rule what the value must be
   * @param got what came instead
   * @param advice what to do
   */
  constructor(rule: string, got: unknown, advice: string) {
    super(ruleText(rule, got, advice));
  }
}

export function ruleText(rule: string, got: unknown, advice: string): string {
  return `must be ${rule}, but got: ${inMessage(got)}. ${advice}`;
}

/** The result of `parse`, or undefined if it throws an {@link InvalidValue}, which is added to `faults`. */
export function catchFault<T>(faults: Fault[], property: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    faults.push({ property, text: () => error.message });
    return undefined;
  }
}
