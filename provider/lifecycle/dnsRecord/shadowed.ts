import { hostnameOf, nameKey } from "../../wire/dnsName";
import { inMessage, sentence } from "../../wire/words";
import { dnsRecord } from "../../kinds/dnsRecord";
import type { ListedWhole, NamedObject } from "../lifeCycle";

/** Maximum number of records that a note names. */
const maxNamed = 5;

/**
 * Returns a note for each DNS zone of a subdomain of other records: a server answers a name from the closest zone above it, so these records have
 * no effect. Assumption: the service's servers do that as well.
 */
export function shadowed(records: readonly NamedObject[], zones: readonly ListedWhole[]): string[] {
  const domains = new Map(zones.map(({ id, name }) => [String(id), name]));
  const byDomain = new Map(zones.flatMap((zone) => (zone.name === undefined ? [] : [[nameKey(zone.name), zone]])));
  const found = new Map<ListedWhole, string[]>();
  for (const { id, resource, state } of records) {
    const domain = domains.get(String(state["dnsZoneId"]));
    if (domain === undefined || state["disabled"] === true) continue;
    const name = hostnameOf(state["name"], domain);
    const zone = closestZone(nameKey(name), nameKey(domain), byDomain);
    if (zone === undefined || (state["type"] === "NS" && nameKey(name) === nameKey(zone.name ?? ""))) continue;
    found.set(zone, [...(found.get(zone) ?? []), `${resource} (${id}, ${String(state["type"])} of ${name})`]);
  }
  return [...found].map(([zone, named]) => noteOn(zone, named));
}

/** Returns the closest zone above or at a name that lies below the domain of the name's own zone. */
function closestZone(
  name: string,
  domain: string,
  byDomain: ReadonlyMap<string, ListedWhole>,
): ListedWhole | undefined {
  for (let at = name; at !== domain && at.includes("."); at = at.slice(at.indexOf(".") + 1)) {
    const zone = byDomain.get(at);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

function noteOn({ id, name: domain = "" }: ListedWhole, named: readonly string[]): string {
  const rest = named.length - maxNamed;
  const all = sentence(rest > 0 ? [...named.slice(0, maxNamed), `${String(rest)} more`] : named);
  const [are, them] =
    named.length === 1 ? [`${dnsRecord.name} ${all} is`, "it"] : [`${dnsRecord.name} ${all} are`, "them"];
  return `${are} never served: the account has the DNS zone ${inMessage(domain)} (${String(id)}), which answers all names in that domain. Declare ${them} in that zone, or delete the zone if nobody needs it`;
}
