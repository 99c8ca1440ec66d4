import { shown } from "../input";

/** An invalid argument. All of them are collected, so that one error lists them. */
export interface Fault {
  readonly property: string;
  /** The rule and what came instead, after the property's name: "must be …, but got: …. Do …". */
  readonly text: string;
}

/** Thrown by the parser of one value; {@link catchFault} adds the property's name. */
export class InvalidValue extends Error {
  /**
   * @param rule what the value must be
   * @param got what came instead
   * @param advice what to do
   */
  constructor(rule: string, got: unknown, advice: string) {
    super(`must be ${rule}, but got: ${shown(got)}. ${advice}`);
  }
}

/** The result of `parse`, or undefined if it throws an {@link InvalidValue}, which is added to `faults`. */
export function catchFault<T>(faults: Fault[], property: string, parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    faults.push({ property, text: error.message });
    return undefined;
  }
}
