import { pulumiMark } from "../wire/pulumiMark";
import { extentOf } from "./extent";
import { TransportFailure } from "./transport";

/** More than a full page of the list comes to, were each of its zones linked with a dozen pull zones. */
const mostValues = 2_000_000;
/** The contract's objects are nested six deep. */
const deepest = 100;

/**
 * Parses a body. One of a few kilobytes may unpack to objects that fill the memory, or nest so deeply that whatever
 * walks them runs out of stack; and it may hold what Pulumi would take for a secret or a file of its own. Each is found here,
 * before anything is made of it.
 *
 * @throws {TransportFailure} `unreadable`, where the text is no body that a service would send
 * @throws {SyntaxError} where it is no JSON
 */
export function parseBody(text: string): unknown {
  const { values, depth } = extentOf(text);
  if (depth > deepest) throw unreadable(`an answer nested more than ${String(deepest)} deep`);
  if (values > mostValues) throw unreadable(`an answer of more than ${mostValues.toLocaleString("en")} values`);
  const body = JSON.parse(text) as unknown;
  // Spelt out, or with characters escaped that need not be: nearly no body has either.
  const mayBeMarked = text.includes(pulumiMark) || /\\u00[2-7]/.test(text);
  if (mayBeMarked && isMarked(body)) throw unreadable(`an answer with a mark that only Pulumi sets (${pulumiMark})`);
  return body;
}

function isMarked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, pulumiMark) || Object.values(value).some(isMarked);
}

function unreadable(what: string): TransportFailure {
  return new TransportFailure(what, "unreadable");
}
