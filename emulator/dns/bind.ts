import type { DnsRecord } from "../state/objects";
import { types } from "./recordTypes";

const { A, AAAA, CNAME, TXT, MX, SRV, CAA, PTR } = types;
/** The types that can be exported and imported. */
const bindTypes: Readonly<Record<string, number>> = { A, AAAA, CNAME, TXT, MX, SRV, CAA, PTR };

/** Returns the records of a zone as a BIND zone file. */
export function exportedPlain(domain: string, records: readonly DnsRecord[]): string {
  const lines = records.flatMap((record) => {
    const type = Object.keys(bindTypes).find((name) => bindTypes[name] === record.Type);
    return type === undefined ? [] : [lineOf(record, type, String(record.Ttl))];
  });
  return [`;; Zone: ${domain}`, ...lines, ""].join("\n");
}

/** Returns the records of a zone as in a recorded export: sorted by type, with durations, and without SRV. */
export function exportedBySections(domain: string, records: readonly DnsRecord[]): string {
  const sections = Object.entries(bindTypes).flatMap(([type, number]) => {
    const ofType = type === "SRV" ? [] : records.filter(({ Type }) => Type === number);
    const lines = ofType.map((record) => lineOf(record, type, durationOf(record.Ttl)));
    return lines.length === 0 ? [] : ["", `;${type} records`, ...lines];
  });
  return [`;; Zone: ${domain}`, ...sections, ""].join("\n");
}

function lineOf(record: DnsRecord, type: string, ttl: string): string {
  return [record.Name || "@", ttl, "IN", type, rdataOf(record)].join("\t");
}

const secondsOf = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Returns a TTL in its largest whole unit, such as `5m`. */
function durationOf(ttl: number): string {
  const [unit, length] = Object.entries(secondsOf).find(([, one]) => ttl >= one && ttl % one === 0) ?? ["s", 1];
  return `${String(ttl / length)}${unit}`;
}

function rdataOf({ Type, Value, Priority, Weight, Port, Flags, Tag }: DnsRecord): string {
  const value = Value ?? "";
  const host = value === "." ? value : `${value}.`;
  if (Type === A || Type === AAAA) return value;
  if (Type === MX) return [Priority, host].join(" ");
  if (Type === SRV) return [Priority, Weight, Port, host].join(" ");
  if (Type === CAA) return [Flags, Tag, quoted(value)].join(" ");
  if (Type === TXT) return (value.match(/[^]{1,255}/g) ?? []).map(quoted).join(" ");
  return host;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A record of a BIND zone file: undefined if it has another type, an Error if it is invalid. */
export type Imported = Partial<DnsRecord> | undefined | Error;

/** Reads a BIND zone file. */
export function imported(domain: string, text: string): Imported[] {
  let origin = domain;
  let ttl: number | undefined;
  let owner = "@";
  const records: Imported[] = [];
  for (const line of linesOf(text)) {
    const [first = "", ...rest] = line.tokens;
    if (first === "$ORIGIN") origin = absolute(rest[0] ?? "", origin);
    if (first === "$TTL") ttl = seconds(rest[0] ?? "");
    if (first.startsWith("$")) continue;
    if (!line.isIndented) owner = first;
    const tokens = line.isIndented ? line.tokens : rest;
    const start = tokens.findIndex((token) => seconds(token) === undefined && token.toUpperCase() !== "IN");
    const Ttl =
      tokens
        .slice(0, start)
        .map(seconds)
        .find((value) => value !== undefined) ?? ttl;
    const Type = bindTypes[tokens[start]?.toUpperCase() ?? ""];
    const Name = relative(absolute(owner, origin), domain);
    const fields = Type === undefined ? undefined : fieldsOf(Type, tokens.slice(start + 1), origin);
    if (Type === undefined) records.push(undefined);
    else if (Name === undefined || fields === undefined) records.push(new Error(tokens.join(" ")));
    else records.push({ Name, Type, ...fields, ...(Ttl === undefined ? {} : { Ttl }) });
  }
  return records;
}

/** Splits a file into lines of words, without comments; parentheses join lines. Quotes stay, so that a quoted word is neither a type nor a number. */
function linesOf(text: string): { readonly isIndented: boolean; readonly tokens: readonly string[] }[] {
  const lines: { isIndented: boolean; tokens: string[] }[] = [];
  let depth = 0;
  for (const line of text.split(/\r?\n/)) {
    const tokens = line.match(/"(?:[^"\\]|\\.)*"|;.*|[()]|[^\s"();]+/g) ?? [];
    const words = tokens.filter((token) => !/^[;()]/.test(token));
    if (depth > 0) lines.at(-1)?.tokens.push(...words);
    else if (words.length > 0) lines.push({ isIndented: /^\s/.test(line), tokens: words });
    depth += tokens.filter((token) => token === "(").length - tokens.filter((token) => token === ")").length;
  }
  return lines;
}

function fieldsOf(type: number, rdata: readonly string[], origin: string): Partial<DnsRecord> | undefined {
  const numbers = { [MX]: ["Priority"], [SRV]: ["Priority", "Weight", "Port"], [CAA]: ["Flags"] }[type] ?? [];
  const values = numbers.map((name, index) => [name, Number(rdata[index])] as const);
  const rest = rdata.slice(numbers.length);
  if (values.some(([, value]) => !Number.isInteger(value)) || rest.length === 0) return undefined;
  const fields = Object.fromEntries(values);
  if (type === TXT) return { Value: rest.map(unquoted).join("") };
  if (type === CAA) return { ...fields, Tag: rest[0] ?? "", Value: unquoted(rest[1] ?? "") };
  const [value = ""] = rest;
  return { ...fields, Value: type === A || type === AAAA || value === "." ? value : absolute(value, origin) };
}

function unquoted(token: string): string {
  return token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/g, "$1") : token;
}

/** Returns an absolute name, without a trailing dot. */
function absolute(name: string, origin: string): string {
  if (name === "@") return origin;
  return name.endsWith(".") ? name.slice(0, -1) : `${name}.${origin}`;
}

/** Returns a name relative to the domain; undefined if it is outside of the domain. */
function relative(name: string, domain: string): string | undefined {
  const isApex = name.toLowerCase() === domain.toLowerCase();
  if (!isApex && !name.toLowerCase().endsWith(`.${domain.toLowerCase()}`)) return undefined;
  return name.slice(0, -domain.length).replace(/\.$/, "");
}

/** Parses a TTL, such as `300` or `1h`. */
function seconds(text: string): number | undefined {
  const [, amount, unit = "s"] = /^(\d+)([smhdw])?$/i.exec(text) ?? [];
  const factor = new Map(Object.entries(secondsOf)).get(unit.toLowerCase());
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}
