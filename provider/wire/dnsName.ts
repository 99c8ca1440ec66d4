import { domainToASCII } from "node:url";

/** The longest label of a name, and the longest name, in ASCII. */
const maxLabelLength = 63;
const maxNameLength = 253;

/**
 * The ASCII form of a name: `xn--bcher-kva.example` for `bücher.example`. Every other label stays as it is, such as `_dmarc`, `*` and the
 * `0/25` of RFC 2317.
 */
export function asciiName(name: string): string {
  return isAscii(name) ? name : name.split(".").map(asciiLabel).join(".");
}

function asciiLabel(label: string): string {
  if (isAscii(label) || !/^[-\w\u0080-\u{10ffff}]+$/u.test(label)) return label;
  // Node takes a last label of digits for an address, so another label follows.
  const ascii = domainToASCII(`${label}.a`).slice(0, -2);
  return ascii === "" ? label : ascii;
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** A name so that all spellings of it are equal: in any case, in Unicode or ASCII. */
export function nameKey(name: string): string {
  return asciiName(name).toLowerCase();
}

/** The id of an object so that all spellings of it are equal: that of a hostname ends in the hostname. */
export function idKey(id: string): string {
  return id.split("/").map(nameKey).join("/");
}

/** A host without the dot at its end; a lone dot means none. */
export function withoutDot(host: string): string {
  return host === "." ? host : host.replace(/\.$/, "");
}

/** A host as it is sent. */
export function sentHost(host: string): string {
  return asciiName(withoutDot(host));
}

/** A host so that all spellings of it are equal, with or without a dot at its end. */
export function hostKey(host: string): string {
  return nameKey(withoutDot(host));
}

/** The rule that the labels of a name break, in words; undefined if they break none. */
export function labelFault(name: string): string | undefined {
  const ascii = asciiName(name);
  if (!isAscii(ascii)) return "must have an ASCII form (punycode), which this one lacks";
  const longest = Math.max(...ascii.split(".").map(({ length }) => length));
  const inAscii = ascii === name ? "" : " in its ASCII form";
  if (longest > maxLabelLength) {
    return `must have at most ${String(maxLabelLength)} characters between two dots, but has ${String(longest)}${inAscii}`;
  }
  if (ascii.length > maxNameLength) {
    return `must have at most ${String(maxNameLength)} characters, but has ${String(ascii.length)}${inAscii}`;
  }
  return undefined;
}

/** Whether a text is labels with dots between them: without spaces and `:`, with a slash only as RFC 2317 has it, such as `0/25`. */
export function hasNameShape(text: string): boolean {
  return text.split(".").every((label) => /^([^\s/:@%\\"]+|[0-9]{1,3}\/[0-9]{1,3})$/.test(label));
}

/** Whether two spellings are one name. Assumption: the service ignores case in names, and knows a domain by its ASCII form. */
export function isSameName(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && nameKey(a) === nameKey(b));
}
