import { badRequest } from "./http";
import type { Refusal } from "./http";

/** The parameters of a path or a query. An empty parameter counts as absent, and a repeated parameter is refused. */
export class Parameters {
  constructor(
    private readonly values: URLSearchParams,
    private readonly refuse: (parameter: string, message: string) => Refusal = notValid,
  ) {}

  text(name: string): string | undefined {
    const values = this.values.getAll(name);
    if (values.length > 1) throw this.refuse(name, `The parameter ${name} was given ${String(values.length)} times.`);
    return values[0] === "" ? undefined : values[0];
  }

  /** Returns the values of a parameter that may be repeated. */
  all(name: string): string[] {
    return this.values.getAll(name);
  }

  /** Returns a text that matches a pattern. @param expected describes the pattern in the error */
  matching(name: string, pattern: RegExp, expected: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || pattern.test(text)) return text;
    throw this.refuse(name, `${name} must be ${expected}, but got: '${text}'`);
  }

  boolean(name: string, absent = false): boolean {
    const text = this.matching(name, /^(true|false)$/i, "true or false");
    return text === undefined ? absent : text.toLowerCase() === "true";
  }

  integer(name: string, min: number, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw this.refuse(name, `${name} must be an integer from ${String(min)} to ${String(max)}, but got: '${text}'`);
  }

  /** Returns an id. An id that is not an int64 is a bad request, not a 404, so that a client does not mistake its own error for a deletion. */
  id(name: string): number {
    const text = this.matching(name, /^-?\d{1,19}$/, "an int64") ?? "";
    if (BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return Number(text);
    throw this.refuse(name, `${name} must be an int64, but got: '${text}'`);
  }
}

function notValid(parameter: string, message: string): Refusal {
  return badRequest("assumed", parameter, message);
}
