import type { CdnClient } from "../../api/client";
import type { ServiceEvidence } from "../../api/errors";
import { ConflictError } from "../../api/errors";
import { requestOf } from "../../api/messages";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { Properties } from "../../declared/properties";
import type { Fault, LifeCycleContext } from "../lifeCycle";
import type { Reads } from "../../api/reads";
import { waysText, aliasesOption } from "../../wire/words";
import { hostnameOf, isSameName } from "../../wire/dnsName";
import { listedOrNone } from "../requests";
import { findHostname } from "./state";

/** Returns the pull zone of this account that has the hostname. Also undefined if the service has no list. */
export async function zoneWith(
  { reads }: Pick<CdnClient, "reads">,
  hostname: string,
  isMeant: (zone: GetPullZoneResult) => boolean,
): Promise<GetPullZoneResult | undefined> {
  const zones = await pullZonesOf(reads);
  return zones.find((zone) => isMeant(zone) && findHostname(zone, hostname) !== undefined);
}

/** Returns all pull zones; none if the service has no list. Each has a hostname of its own, so one without any is not shown completely. */
function pullZonesOf(reader: Reads): Promise<GetPullZoneResult[]> {
  return listedOrNone(reader.everyone("PullZone", { isWhole: ({ hostnames }) => hostnames.length > 0 }));
}

/** Returns the error for a hostname that another pull zone of this account has. */
export function elsewhereError(
  what: string,
  hostname: string,
  { id, name = "" }: GetPullZoneResult,
  evidence: ServiceEvidence = { request: requestOf("update", "PullZone", id) },
): ConflictError {
  return new ConflictError(
    `${what}: pull zone ${name} (id ${String(id)}) of this account has ${hostname}. There are these ways:` +
      waysText([
        "To move it here, declare takeOver: true, also on a DnsRecord of the hostname (on a Website: takeOverHostnames: true)",
        `To keep it there, declare it with pullZoneId: ${String(id)} (on a Website: remove it from hostnames)`,
        `If a resource of this stack was renamed, give the new one ${aliasesOption}: it then moves the hostname`,
        "Otherwise, remove it there first",
      ]),
    evidence,
  );
}

/**
 * Refuses a record that leads to a pull zone without its hostname while another pull zone of this account has the hostname. With `takeOver`, the
 * program moves the hostname.
 *
 * @throws {ConflictError} that names the pull zone
 */
export async function refuseRecordElsewhere(
  { client, reader }: Pick<LifeCycleContext, "client" | "reader">,
  { domain = "", records }: GetDnsZoneResult,
  { type, name, pullZoneId, takeOver }: Properties,
): Promise<void> {
  if (type !== "PullZone" || takeOver === true || domain === "") return;
  const hostname = hostnameOf(name, domain);
  // The records of a run share the lists. A pull zone to which a record of this name leads can be in none of them.
  const listed = await reader.shared("pull zones by hostname", "refresh", () => pullZonesOf(reader));
  const leading = records.filter((record) => record.type === type && isSameName(record.name ?? "", name ?? ""));
  const ids = leading.flatMap(({ pullZoneId: id = 0 }) => (id === 0 || id === pullZoneId ? [] : [id]));
  const led = await Promise.all(ids.map((id) => client.reads.find("PullZone", id)));
  const all = [...listed, ...led].flatMap((zone) => zone ?? []);
  const other = all.find((zone) => zone.id !== pullZoneId && findHostname(zone, hostname) !== undefined);
  if (other === undefined) return;
  // This run may have moved the hostname since the list.
  const [own, now] = await Promise.all([
    client.reads.find("PullZone", Number(pullZoneId)),
    client.reads.find("PullZone", other.id),
  ]);
  if (findHostname(own, hostname) !== undefined || now === undefined || findHostname(now, hostname) === undefined)
    return;
  throw elsewhereError("No record was added", hostname, now);
}

/** Returns the fault of a record that leads to a pull zone without its hostname. */
export async function faultsOfLink(
  reader: Reads,
  { type, name, dnsZoneId, pullZoneId, disabled }: Properties,
): Promise<readonly Fault[]> {
  if (type !== "PullZone" || disabled === true) return [];
  const { domain = "" } = (await reader.find("DnsZone", Number(dnsZoneId))) ?? {};
  const zone = await reader.find("PullZone", Number(pullZoneId));
  const hostname = hostnameOf(name, domain);
  if (domain === "" || findHostname(zone, hostname) !== undefined) return [];
  const text = `pull zone ${zone?.name ?? ""} (id ${String(pullZoneId)})`;
  return [
    {
      property: "pullZoneId",
      expected: `a pull zone with the hostname ${hostname}`,
      actual: zone === undefined ? `${text}, which does not exist` : `${text}, which lacks it`,
      todo: `the record leads to a pull zone that does not deliver ${hostname}: declare a PullZoneHostname, lead the record elsewhere, or remove it`,
    },
  ];
}
