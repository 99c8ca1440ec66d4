import type { CdnClient } from "../../api/client";
import { ConflictError } from "../../api/errors";
import { inMessage, firstOf } from "../../wire/words";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { LifeCycleContext } from "../lifeCycle";
import { deleteCommand, requestOf } from "../../api/messages";
import { idOf } from "./state";

/** Records by type, name and id: "A www (5/12), TXT @ (5/13)". Values may be secret. */
export function namedRecords(zone: Pick<GetDnsZoneResult, "id">, records: readonly DnsZoneRecord[]): string {
  return firstOf(records.map(({ id, type, name }) => `${type} ${name || "@"} (${String(zone.id)}/${String(id)})`));
}

/** Says how the first of some records is deleted. The command ends the message, so that it can be pasted. */
export function deletionAdvice(
  client: CdnClient,
  zone: Pick<GetDnsZoneResult, "id">,
  [first, ...others]: readonly DnsZoneRecord[],
): string {
  const { path } = requestOf("get", "DnsZone", zone.id);
  const which = others.length === 0 ? "The record is" : "The first record is, and the others are likewise,";
  return `${which} deleted in the service's dashboard or with: ${deleteCommand(client.service, `${path}/records/${String(first?.id)}`)}`;
}

/**
 * Refuses to delete the records of a zone that this run replaces, as long as the zone has others: it would then be refused itself, once its
 * records are gone. The engine has asked about every record of the program before.
 *
 * @throws {ConflictError} that names the others
 */
export function refuseWithOthers(context: Pick<LifeCycleContext, "client" | "memory">, zone: GetDnsZoneResult): void {
  const others = zone.records.filter((part) => !context.memory.entries.knows(idOf({ zone, part })));
  if (others.length === 0) return;
  throw new ConflictError(
    `DNS zone ${inMessage(zone.domain)} (id ${String(zone.id)}) and its records were not deleted, although the run replaces the zone: no resource of this program has ${namedRecords(zone, others)}. ` +
      `Delete these records and run pulumi up again, or declare the old domain again, with adopt: true. ${deletionAdvice(context.client, zone, others)}`,
    { request: requestOf("delete", "DnsZone", zone.id) },
  );
}
