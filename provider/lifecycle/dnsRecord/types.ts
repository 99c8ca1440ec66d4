import { dnsRecordTypes } from "../../wire/dnsRecord";
import type { Field } from "../../wire/fields";
import { isSameValue } from "../../declared/compare";
import { isSameRecordValue } from "./values";

// Properties of the types of records. Assumption, like everything about DNS. A type that this version does not know has every property.

/** Types that have a property. Properties that are not listed exist for every type. */
export const typesWith: Readonly<Record<string, readonly string[]>> = {
  priority: ["MX", "SRV", "HTTPS", "SVCB"],
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

/** Whether the service keeps the declared value of a property. It was seen to ignore the TTL of a Script record. */
export function keeps(type: unknown, property: string): boolean {
  return has(type, property) && !(property === "ttl" && type === "Script");
}

/** Whether two values of a property are equal for records of a type. */
export function isSame(type: unknown, field: Field, a: unknown, b: unknown): boolean {
  const { name } = field;
  if (!keeps(type, name)) return true;
  if (name === "value" && typeof a === "string" && typeof b === "string") return isSameRecordValue(type, a, b);
  return isSameValue(field, a, b);
}
