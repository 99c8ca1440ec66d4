import { InvalidInputError } from "../errors";
import { shown } from "../input";

/** An argument that breaks its rule. */
export interface Fault {
  readonly property: string;
  /** The rule and what came instead, after the property's name: "must be …, but got: …. Do …". */
  readonly text: string;
}

/** Thrown by whoever reads one value; who knows the property's name makes a {@link Fault} of it. */
export class Refused extends Error {
  /**
   * @param rule what the value must be
   * @param got what came instead
   * @param advice what to do
   */
  constructor(rule: string, got: unknown, advice: string) {
    super(`must be ${rule}, but got: ${shown(got)}. ${advice}`);
  }
}

/** The outcome of reading a value, or undefined with the fault noted. */
export function reading<T>(faults: Fault[], property: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    faults.push({ property, text: error.message });
    return undefined;
  }
}

/** One error that lists all faults. */
export function invalidArguments(faults: readonly Fault[]): InvalidInputError {
  const [first] = faults;
  const lines = faults.map(({ property, text }) => `\n- ${property} ${text}`);
  const many = faults.length === 1 ? "one argument is" : `${String(faults.length)} arguments are`;
  return new InvalidInputError(
    `Access logs were not queried: ${many} not valid. Nothing was sent.${lines.join("")}`,
    first?.property,
  );
}
