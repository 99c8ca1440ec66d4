import { pulumiMark } from "../wire/pulumiMark";
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
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (++depth > deepest) throw unreadable(`an answer nested more than ${String(deepest)} deep`);
        values++;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
        break;
      case comma:
        values++;
    }
  }
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

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Where the string that begins at a quote ends; past the text where it never does, which is no JSON. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
  }
}

function unreadable(what: string): TransportFailure {
  return new TransportFailure(what, "unreadable");
}
