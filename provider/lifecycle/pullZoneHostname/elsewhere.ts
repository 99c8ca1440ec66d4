import type { CdnClient } from "../../api/client";
import type { ServiceEvidence } from "../../api/errors";
import { ConflictError } from "../../api/errors";
import { requestOf } from "../../api/messages";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { Properties } from "../../declared/properties";
import type { LifeCycleContext } from "../lifeCycle";
import { listedOrNone } from "../requests";
import { findHostname } from "./state";

/** Returns the pull zone of this account that has the hostname. Also undefined if the service has no list. */
export async function zoneWith(
  client: CdnClient,
  hostname: string,
  isMeant: (zone: GetPullZoneResult) => boolean,
): Promise<GetPullZoneResult | undefined> {
  const zones = await listedOrNone(client.listPullZones());
  return zones.find((zone) => isMeant(zone) && findHostname(zone, hostname) !== undefined);
}

/** Returns the error for a hostname that another pull zone of this account has. */
export function elsewhereError(
  what: string,
  hostname: string,
  { id, name = "" }: GetPullZoneResult,
  evidence: ServiceEvidence = { request: requestOf("update", "PullZone", id) },
): ConflictError {
  const advice = `To move it here, declare takeOver: true (on a Website: takeOverHostnames: true; on a DnsRecord of the hostname: adopt: true). Otherwise remove it there first, or declare it with pullZoneId: ${String(id)}. If a resource of this stack was renamed, give the new one the option aliases: [{ name: "OLD-NAME" }] instead: it then moves the hostname`;
  return new ConflictError(
    `${what}: pull zone ${name} (id ${String(id)}) of this account has ${hostname}. ${advice}`,
    evidence,
  );
}

/**
 * Refuses a record that leads to a pull zone without its hostname while another pull zone of this account has the hostname. With `adopt`, the
 * program moves the hostname.
 *
 * @throws {ConflictError} that names the pull zone
 */
export async function refuseRecordElsewhere(
  { client }: Pick<LifeCycleContext, "client">,
  { domain = "" }: GetDnsZoneResult,
  { type, name, pullZoneId, adopt }: Properties,
): Promise<void> {
  if (type !== "PullZone" || adopt === true || domain === "") return;
  const hostname = [name, domain].filter((part) => typeof part === "string" && part !== "").join(".");
  const other = await zoneWith(client, hostname, ({ id }) => id !== pullZoneId);
  if (other === undefined) return;
  const own = await client.find("PullZone", Number(pullZoneId));
  if (findHostname(own, hostname) === undefined) throw elsewhereError("No record was added", hostname, other);
}
