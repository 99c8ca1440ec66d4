import { domainToASCII } from "node:url";

/** Maximum lengths of a label and of a name, in ASCII characters. */
const maxLabelLength = 63;
const maxNameLength = 253;

/**
 * Returns the ASCII form of a name: `xn--bcher-kva.example` for `bücher.example`. Labels such as `_dmarc`, `*` and the `0/25` of RFC 2317
 * stay unchanged.
 */
export function asciiName(name: string): string {
  return isAscii(name) ? name : name.split(".").map(asciiLabel).join(".");
}

function asciiLabel(label: string): string {
  if (isAscii(label) || !/^[-\w\u0080-\u{10ffff}]+$/u.test(label)) return label;
  // Node takes a last label of digits for an IP address, so another label is appended.
  const ascii = domainToASCII(`${label}.a`).slice(0, -2);
  return ascii === "" ? label : ascii;
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Returns a key that is equal for all spellings of a name: in any case, in Unicode or ASCII. */
export function nameKey(name: string): string {
  return asciiName(name).toLowerCase();
}

/** Returns a key that is equal for all spellings of an object's id. The id of a hostname ends in the hostname. */
export function idKey(id: string): string {
  return id.split("/").map(nameKey).join("/");
}

/** Returns a host without its trailing dot. A single dot, which means no host, stays unchanged. */
export function withoutDot(host: string): string {
  return host === "." ? host : host.replace(/\.$/, "");
}

/** Returns the hostname of a record: its name, which is relative to the zone's domain, and the domain. */
export function hostnameOf(name: unknown, domain: string): string {
  return typeof name === "string" && name !== "" ? `${name}.${domain}` : domain;
}

/** Returns a host as it is sent: in ASCII, without a trailing dot. */
export function sentHost(host: string): string {
  return asciiName(withoutDot(host));
}

/** Returns a key that is equal for all spellings of a host, with or without a trailing dot. */
export function hostKey(host: string): string {
  return nameKey(withoutDot(host));
}

/** Returns the text of the rule that a name or its labels violate, or undefined. */
export function labelFault(name: string): string | undefined {
  const ascii = asciiName(name);
  if (!isAscii(ascii)) return "must have an ASCII form (punycode)";
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

/** Whether a string consists of labels separated by dots, without spaces and `:`. A slash is allowed only as in RFC 2317: `0/25`. */
export function hasNameShape(text: string): boolean {
  return text.split(".").every((label) => /^([^\s/:@%\\"]+|[0-9]{1,3}\/[0-9]{1,3})$/.test(label));
}

/** Whether two spellings are one name. Assumption: the service ignores case in names, and knows a domain by its ASCII form. */
export function isSameName(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && nameKey(a) === nameKey(b));
}

/** Returns the name with a word for a wildcard label: without it, a slug of the name would be that of the domain itself. */
export function withWildcardSpelled(name: string): string {
  return name.replace(/^\*\.(?=\S+\.)/, "wildcard.");
}
