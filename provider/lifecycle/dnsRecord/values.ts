import { isIP, isIPv4, isIPv6 } from "node:net";
import { asciiName, hasNameShape, hostKey, isAscii, labelFault, sentHost, withoutDot } from "../../wire/dnsName";
import { parsedUrl } from "../../wire/url";

// Values of records: which are valid, how they are sent, and which are equal. No comparison throws, whatever the service returns.

/** Fault of a declared value. */
export interface ValueFault {
  /** Text of the rule: "of the type … must be …". */
  readonly rule: string;
  /** Description of the value. @default the value itself */
  readonly got?: string;
  readonly advice?: string;
}

interface ValueForm {
  fault?(value: string, type: string): ValueFault | undefined;
  /** Returns the value for a state, in the program's case. @default the unchanged value */
  tidy?(value: string): string;
  /** Returns the value for a request. @default the value for a state */
  sent?(value: string): string;
  /** Returns a key that is the same for equal values. @default the value */
  key?(value: string): string;
}

const host: ValueForm = {
  fault: (value, type) => {
    if (value === ".") return undefined;
    if (isIP(withoutDot(value)) > 0) {
      return { rule: "must be a host", advice: "An address is the value of an A or AAAA record" };
    }
    const more = { MX: ", without its priority", SRV: ", without priority, weight and port" }[type] ?? "";
    if (!hasNameShape(withoutDot(value))) return { rule: `must be a host, such as host.acme.example${more}` };
    const rule = labelFault(withoutDot(value));
    return rule === undefined ? undefined : { rule };
  },
  tidy: withoutDot,
  sent: sentHost,
  key: hostKey,
};

const a: ValueForm = {
  fault: (value) => (isIPv4(value) ? undefined : { rule: "must be an IPv4 address, such as 203.0.113.7" }),
};

const aaaa: ValueForm = {
  fault: (value) =>
    isIPv6(value) && !value.includes("%")
      ? undefined
      : { rule: "must be an IPv6 address without a zone (%), such as 2001:db8::7" },
  key: (value) => (isIPv6(value) ? (parsedUrl(`http://[${value}]`)?.hostname ?? value) : value),
};

const redirect: ValueForm = {
  fault: (value) =>
    /^https?:\/\/./i.test(value)
      ? undefined
      : { rule: "must be the URL to redirect to, such as https://www.acme.example/" },
  sent: (value) =>
    value.replace(/^(https?:\/\/)([^/?#:@]+)/i, (_, scheme: string, name: string) => scheme + asciiName(name)),
  key: (value) => parsedUrl(value)?.href ?? value,
};

const maxTextLength = 4000;
const quotedStrings = /^\s*("([^"\\]|\\[^])*"\s*)+$/;

/** Returns the text of quoted strings in zone file syntax, with or without outer quotes; undefined for another text. */
function textOfStrings(value: string): string | undefined {
  const isSplit = /"\s+"/.test(value) && quotedStrings.test(`"${value}"`);
  if (!isSplit && !quotedStrings.test(value)) return undefined;
  const strings = (isSplit ? `"${value}"` : value).match(/"([^"\\]|\\[^])*"/g) ?? [];
  return strings.map((text) => unescaped(text.slice(1, -1))).join("");
}

/** Decodes the escapes of a zone file: `\;`, `\"`, and bytes as three digits. */
function unescaped(text: string): string {
  return text.replace(/\\([0-9]{3}|[^])/g, (_, escape: string) =>
    escape.length === 3 ? String.fromCharCode(Number(escape)) : escape,
  );
}

const txt: ValueForm = {
  fault: (value) => {
    const meant = textOfStrings(value) ?? (value.includes("\\;") ? value.replaceAll("\\;", ";") : undefined);
    if (meant !== undefined) {
      const rule = "must be the text itself, without the quotes, splits and escapes of a zone file";
      return { rule, advice: `Declare value: ${JSON.stringify(meant)}` };
    }
    if (!isAscii(value)) {
      const other = [...value].find((letter) => !isAscii(letter)) ?? "";
      return { rule: "must be ASCII", got: `a text with ${JSON.stringify(other)}` };
    }
    if (value.length <= maxTextLength) return undefined;
    return { rule: `must have at most ${String(maxTextLength)} characters`, got: String(value.length) };
  },
};

export const caaTags: readonly string[] = ["issue", "issuewild", "iodef"];
/** Further tags that are registered with IANA, although the service's documentation does not list them. */
const furtherCaaTags: readonly string[] = ["issuemail", "issuevmc", "contactemail", "contactphone"];

export function isCaaTag(tag: unknown): boolean {
  return typeof tag === "string" && [...caaTags, ...furtherCaaTags].includes(tag.toLowerCase());
}

const caa: ValueForm = {
  fault: (value) => {
    const rule = "must be only the authority, such as letsencrypt.org, without flags, tag and quotes";
    const [, flags, tag, rest = ""] = /^\s*(?:([0-9]{1,3})\s+)?([a-z]+)\s+(\S.*)$/i.exec(value) ?? [];
    if (isCaaTag(tag) && (flags !== undefined || rest.startsWith('"'))) {
      const meant = JSON.stringify(textOfStrings(rest) ?? rest);
      return { rule, advice: `Declare flags: ${flags ?? "0"}, tag: ${JSON.stringify(tag)}, value: ${meant}` };
    }
    const meant = textOfStrings(value);
    if (meant !== undefined) return { rule, advice: `Declare value: ${JSON.stringify(meant)}` };
    return undefined;
  },
};

/** Returns usage, selector, matching type and data of a TLSA record. */
function tlsaParts(value: string): readonly string[] | undefined {
  const [, usage, selector, matching, data = ""] =
    /^\s*([0-9]{1,3})\s+([0-9]{1,3})\s+([0-9]{1,3})\s+([0-9a-f][0-9a-f\s]*)$/i.exec(value) ?? [];
  const hex = data.replace(/\s/g, "");
  if (usage === undefined || selector === undefined || matching === undefined || hex.length % 2 !== 0) return undefined;
  const numbers = [usage, selector, matching].map(Number);
  return numbers.every((number) => number <= 255) ? [...numbers.map(String), hex] : undefined;
}

const tlsa: ValueForm = {
  fault: (value) =>
    tlsaParts(value) === undefined
      ? { rule: "must be usage, selector, matching type and the data in hexadecimal, such as 3 1 1 0b9fa5a59eed715c" }
      : undefined,
  sent: (value) => tlsaParts(value)?.join(" ") ?? value,
  key: (value) => (tlsaParts(value)?.join(" ") ?? value).toLowerCase(),
};

/** Splits a value into a target and its parameters, if any: `svc.acme.example alpn="h2,h3"`. */
function serviceParts(value: string): { readonly target: string; readonly parameters: readonly string[] } {
  const [target = "", ...parameters] = value.match(/("([^"\\]|\\[^])*"|\S)+/g) ?? [];
  return { target, parameters };
}

/** Returns a key that is the same for equal parameters. Only names ignore case, because values such as those of `ech` and `dohpath` don't. */
function parameterKey(parameter: string): string {
  const [, name = parameter, , value = ""] = /^([^=]*)(=([^]*))?$/.exec(parameter) ?? [];
  const isQuoted = /^"([^"\\]|\\[^])*"$/.test(value);
  return `${name.toLowerCase()}=${isQuoted ? unescaped(value.slice(1, -1)) : value}`;
}

function withTarget(value: string, change: (target: string) => string): string {
  return value.trim().replace(/^\S+/, change);
}

const service: ValueForm = {
  fault: (value, type) => {
    const rule = `must be a target and its parameters, if any, such as ${type === "HTTPS" ? ". alpn=h2" : "svc.acme.example alpn=h2"}`;
    const { target, parameters } = serviceParts(value);
    if (/^[0-9]+$/.test(target)) return { rule: `${rule}, without its priority` };
    if (target !== ".") {
      const fault = host.fault?.(target, type);
      if (fault !== undefined)
        return { ...fault, rule: fault.rule.replace("must be a host", "must begin with a host") };
    }
    return parameters.every((parameter) => /^[a-z0-9-]+(=|$)/i.test(parameter)) ? undefined : { rule };
  },
  tidy: (value) => withTarget(value, withoutDot),
  sent: (value) => withTarget(value, sentHost),
  key: (value) => {
    const { target, parameters } = serviceParts(value);
    return [hostKey(target), ...parameters.map(parameterKey).sort()].join(" ");
  },
};

const forms: Readonly<Record<string, ValueForm>> = {
  ...{ A: a, AAAA: aaaa, CAA: caa, Redirect: redirect, TLSA: tlsa, TXT: txt },
  ...{ CNAME: host, Flatten: host, MX: host, NS: host, PTR: host, SRV: host },
  ...{ HTTPS: service, SVCB: service },
};

function formOf(type: unknown): ValueForm {
  return typeof type === "string" && Object.hasOwn(forms, type) ? (forms[type] ?? {}) : {};
}

/** Returns the fault of a declared value; undefined if it is valid. */
export function valueFault(type: unknown, value: string): ValueFault | undefined {
  const fault = formOf(type).fault?.(value, String(type));
  return fault && { ...fault, rule: `of the type ${String(type)} ${fault.rule}` };
}

/** Returns a value for a state: without the trailing dot of a host. */
export function tidyValue(type: unknown, value: string): string {
  return formOf(type).tidy?.(value) ?? value;
}

/** Returns a value for a request. */
export function sentValue(type: unknown, value: string): string {
  return formOf(type).sent?.(value) ?? tidyValue(type, value);
}

/** Whether two values are equal. */
export function isSameRecordValue(type: unknown, a: string, b: string): boolean {
  if (a === b) return true;
  const form = formOf(type);
  return form.key !== undefined && form.key(a) === form.key(b);
}

/** Splits the value of an HTTPS or SVCB record in the form of 0.3.0, which begins with the priority; undefined for any other value. */
export function splitPriority(
  type: unknown,
  { priority, value }: { readonly priority?: unknown; readonly value?: unknown },
): { readonly priority: number; readonly value: string } | undefined {
  if (formOf(type) !== service || priority !== undefined || typeof value !== "string") return undefined;
  const [, digits, rest] = /^\s*([0-9]{1,5})\s+(\S[^]*)$/.exec(value) ?? [];
  if (digits === undefined || rest === undefined || Number(digits) > 65535) return undefined;
  return { priority: Number(digits), value: rest.trim() };
}
