import { badRequest } from "./answer";

/** The one value of a query parameter; undefined where it is absent or empty. Given twice it is refused. */
export function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw badRequest(name, `The parameter ${name} was given ${String(values.length)} times.`);
  return values[0] === "" ? undefined : values[0];
}

/** An int32 parameter. */
export function int32(query: URLSearchParams, name: string, absent: number): number {
  const text = single(query, name);
  if (text === undefined) return absent;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= -(2 ** 31) && value < 2 ** 31)) {
    throw badRequest(name, `The value '${text}' is not valid for ${name}: an int32 was expected.`);
  }
  return value;
}

/** A boolean parameter: `true` or `false`, in any case. */
export function boolean(query: URLSearchParams, name: string, absent: boolean): boolean {
  const text = single(query, name);
  if (text === undefined) return absent;
  const lower = text.toLowerCase();
  if (lower === "true" || lower === "false") return lower === "true";
  throw badRequest(name, `The value '${text}' is not valid for ${name}: true or false was expected.`);
}
