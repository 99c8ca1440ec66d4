import type { CdnClient } from "../../api/client";
import { ConflictError } from "../../api/errors";
import { inMessage, firstOf } from "../../wire/words";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { LifeCycleContext } from "../lifeCycle";
import { deleteCommand, requestOf } from "../../api/messages";
import { idOf } from "./state";

/** Lists records by type, name and id, without their values, which may be secret: "A www (5/12), TXT @ (5/13)". */
export function namedRecords(zone: Pick<GetDnsZoneResult, "id">, records: readonly DnsZoneRecord[]): string {
  return firstOf(records.map(({ id, type, name }) => `${type} ${name || "@"} (${String(zone.id)}/${String(id)})`));
}

/** Returns advice on deleting the first of some records. The command is at the end of the message, so that it can be pasted. */
export function deletionAdvice(
  client: CdnClient,
  zone: Pick<GetDnsZoneResult, "id">,
  [first, ...others]: readonly DnsZoneRecord[],
): string {
  const { path } = requestOf("get", "DnsZone", zone.id);
  const which = others.length === 0 ? "Delete the record" : "Delete the first record, and likewise the others,";
  return `${which} in the service's dashboard or with: ${deleteCommand(client.reads.service, `${path}/records/${String(first?.id)}`)}`;
}

/**
 * Refuses to delete the records of a zone that this run replaces while the zone has other records: the deletion of the zone would be refused after
 * its records are gone. By then, the engine has asked about every record of the program.
 *
 * @throws {ConflictError} with the other records
 */
export function refuseWithOthers(context: Pick<LifeCycleContext, "client" | "memory">, zone: GetDnsZoneResult): void {
  const others = zone.records.filter((part) => !context.memory.entries.knows(idOf({ whole: zone, part })));
  if (others.length === 0) return;
  throw new ConflictError(
    `DNS zone ${inMessage(zone.domain)} (id ${String(zone.id)}) and its records were not deleted, although the run replaces the zone: no resource of this program has ${namedRecords(zone, others)}. ` +
      `Delete these records and run pulumi up again, or declare the old domain again with adopt: true. ${deletionAdvice(context.client, zone, others)}`,
    { request: requestOf("delete", "DnsZone", zone.id) },
  );
}
