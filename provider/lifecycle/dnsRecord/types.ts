import { isIPv6 } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { dnsRecordTypes } from "../../wire/dnsRecord";
import type { Field } from "../../wire/fields";
import type { Properties } from "../shared/lifeCycle";
import { isSameName } from "../shared/sameValue";

// What the types of records have and take. Assumption, as everything of DNS. A type without a name takes everything.

/** The types whose value is a host. */
export const ofHosts: readonly unknown[] = ["CNAME", "Flatten", "MX", "NS", "PTR", "SRV"];
/** The types whose value is a priority, a host and parameters. */
const ofServices: readonly unknown[] = ["SVCB", "HTTPS"];

/** The types that have a property; every type has the others. */
export const typesWith: Readonly<Record<string, readonly string[]>> = {
  priority: ["MX", "SRV"],
  weight: ["A", "AAAA", "SRV"],
  port: ["SRV"],
  flags: ["CAA"],
  tag: ["CAA"],
  pullZoneId: ["PullZone"],
  scriptId: ["Script"],
  environmentalVariables: ["Script"],
  accelerated: ["A", "AAAA", "CNAME"],
  monitorType: ["A", "AAAA", "CNAME"],
  ...Object.fromEntries(
    ["smartRoutingType", "latencyZone", "geolocationLatitude", "geolocationLongitude"].map((name) => [
      name,
      ["A", "AAAA", "CNAME", "PullZone", "Script"],
    ]),
  ),
};

/** Whether a record of that type has the property. */
export function has(type: unknown, property: string): boolean {
  if (typeof type !== "string" || !Object.hasOwn(dnsRecordTypes, type)) return true;
  if (property === "value") return type !== "PullZone" && type !== "Script";
  return typesWith[property]?.includes(type) ?? true;
}

/** A host without the dot at its end; a lone dot means none. */
export function withoutDot(host: string): string {
  return host === "." ? host : host.replace(/\.$/, "");
}

/** A value as it is sent. */
export function sentValue(type: unknown, value: string): string {
  if (ofHosts.includes(type)) return withoutDot(value);
  if (!ofServices.includes(type)) return value;
  return value.replace(/^(\s*\S+\s+)(\S+)/, (_, priority: string, host: string) => priority + withoutDot(host));
}

/** Whether a record of a type says the same with two values of a property. */
export function isSame(type: unknown, field: Field, a: unknown, b: unknown): boolean {
  const { name } = field;
  if (!has(type, name) || (name === "ttl" && type === "Redirect")) return true;
  if (typeof a === "string" && typeof b === "string") {
    if (name === "value") return meaning(type, a) === meaning(type, b);
    if (name === "name" || name === "tag") return isSameName(a, b);
  }
  return isDeepStrictEqual(said(field, a), said(field, b));
}

/** A value so that those which say the same are equal. */
function meaning(type: unknown, value: string): string {
  if (type === "AAAA" && isIPv6(value)) return new URL(`http://[${value}]`).hostname;
  if (ofHosts.includes(type) || ofServices.includes(type)) return sentValue(type, value).toLowerCase();
  return value;
}

/** What a value says: nothing if it is empty, or what a new record has. */
function said({ input, array }: Field, value: unknown): unknown {
  if (array) return Array.isArray(value) && value.length > 0 ? byName(value) : undefined;
  return value === null || value === "" || value === input?.initial ? undefined : value;
}

function byName(elements: readonly unknown[]): unknown[] {
  const texts = elements.map((element) => {
    const { name, value } = element as Properties;
    return JSON.stringify([name, value]);
  });
  return texts.sort();
}
