import { badRequest } from "../http/answer";

const largestInt64 = 2n ** 63n - 1n;

/**
 * The id in a path, by the name of its segment. What is no int64 is a bad request rather than a zone not found: a client
 * that mixes the two up would take its own mistake for a deleted zone.
 */
export function idIn(params: Readonly<Record<string, string>>, name = "id"): number {
  const text = params[name] ?? "";
  if (!/^-?\d{1,19}$/.test(text) || BigInt(text) > largestInt64) {
    throw badRequest(name, `The value '${text}' is not valid for ${name}: an int64 was expected.`);
  }
  return Number(text);
}
