import type { CdnClient } from "../../api/client";
import { ConflictError, hasNoOperation, UnsupportedError } from "../../api/errors";
import { shown } from "../../api/input";
import { wholeOf } from "../../kinds";
import { dnsZone } from "../../kinds/dnsZone";
import { asciiName } from "../../wire/dnsName";
import { utcTime } from "../../wire/utcTime";
import { eventually, findById, findKnown, isRecent } from "../shared/find";
import { isKnownZone, knownZone } from "../shared/identity";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { requestOf } from "../shared/messages";
import { listedOrNone } from "../shared/requests";
import { isSameValue } from "../shared/sameValue";
import { deletionAdvice, namedRecords } from "../dnsRecord/foreign";
import { zoneLifeCycle } from "../zones";
import type { ZoneKind } from "../zones/kind";
import { apply } from "./apply";
import { checkDnsZone } from "./check";
import type { LiveDnsZone } from "./state";
import {
  dnsSecOutputs,
  externalState,
  importInputs,
  knowsDnsSec,
  liveInputs,
  managedState,
  presumedState,
} from "./state";

/** Assumption: every operation. */
const dnsZones: ZoneKind<LiveDnsZone> = {
  name: "DnsZone",
  kind: dnsZone,
  guardsReads: true,
  check: checkDnsZone,
  list: (client, search) => listedOrNone(client.listDnsZones({ search })) as Promise<LiveDnsZone[]>,
  find: (reader, id, { dateModified }) => findKnown(reader, "DnsZone", id, dateModified),
  add: (client, inputs) =>
    client.addDnsZone({ domain: asciiName(String(inputs["domain"])) }).catch((error: unknown) => {
      if (!hasNoOperation(error)) throw error;
      throw new UnsupportedError(
        "The DNS zone was not created: this service has no operation that adds one",
        error.evidence,
      );
    }),
  withMore: async (reader, zone, known) => {
    // Asking for it is a request to sign the zone, which it was a moment ago.
    if (known["dnsSecEnabled"] !== true || !zone.dnsSecEnabled || knowsDnsSec(known)) return zone;
    const info = await reader.details("DnsZone", zone.id, "dnsSec");
    return info === undefined ? zone : { ...zone, ...dnsSecOutputs(info) };
  },
  apply,
  resent: (state, inputs) => (inputs["dnsSecEnabled"] === true && !knowsDnsSec(state) ? ["dnsSecEnabled"] : []),
  refuseDeletion: async (client, zone, state) => {
    if (state["forceDestroy"] !== true) await refuseWithRecords(client, zone);
  },
  checkReplacement,
  delete: ({ client, turns }, id) => turns.inTurn(id, () => client.deleteDnsZone(id)),
  externalState,
  managedState,
  presumedState,
  liveInputs,
  importInputs,
  immutable: ({ domain }) => ({ domain }),
  isOurs,
  contents: ({ records }) => `records: ${String(records.length)}`,
};

export const dnsZoneLifeCycle = zoneLifeCycle(dnsZones);

/** The service's dates are in whole seconds, and its servers' clocks may differ. */
const clockToleranceMs = 5_000;

/** A new zone has no records, and no settings of its own. */
function isOurs(zone: LiveDnsZone, _inputs: Properties, began: number): boolean {
  const live = zone as Partial<LiveDnsZone> & Properties;
  const isNew = live.dateCreated !== undefined && utcTime(live.dateCreated) >= began - clockToleranceMs;
  const settings = dnsZone.settings.filter(({ input }) => input.onlyUpdate === true);
  return (
    isNew &&
    live.records?.length === 0 &&
    settings.every(
      (field) => live[field.name] === undefined || isSameValue(field, live[field.name], field.input.initial),
    )
  );
}

/** Says what a replacement deletes. An engine asks about the records after their zone, so that all are the program's is seen only later. */
async function checkReplacement(
  { client, guardedZones, memory, tell }: LifeCycleContext,
  id: string,
  state: Properties,
): Promise<void> {
  const zone = await findById(client, "DnsZone", id);
  if (zone === undefined || !isKnownZone(zone, knownZone("DnsZone", id, state))) return;
  const isForced = state["forceDestroy"] === true;
  if (!isForced) guardedZones.add(wholeOf("DnsZone", id));
  const { length } = zone.records;
  if (length === 0 || memory.once.has(`replaced ${id}`)) return;
  memory.once.add(`replaced ${id}`);
  tell(
    `DNS zone ${shown(zone.domain)} (id ${id}) is replaced by another one, and its ${length === 1 ? "record goes" : `${String(length)} records go`} with it` +
      (isForced ? "" : `. The run stops before that if the zone has a record that no resource of this program has`),
  );
}

/** The records of other resources are deleted before their zone, which the service may show late. */
async function refuseWithRecords(client: CdnClient, live: LiveDnsZone): Promise<void> {
  const { id } = live;
  const zone = isRecent(live.dateModified, client)
    ? await eventually(
        () => findById(client, "DnsZone", id),
        ({ records }) => records.length === 0,
      )
    : live;
  if (zone === undefined || zone.records.length === 0) return;
  const { length } = zone.records;
  throw new ConflictError(
    `DNS zone ${shown(zone.domain)} (id ${String(id)}) was not deleted: it has ${String(length)} ${length === 1 ? "record" : "records"} that this run did not delete: ${namedRecords(zone, zone.records)}. ` +
      `No resource of this program has them, or the option deletedWith leaves them to the zone. Delete them first, or declare forceDestroy: true and run pulumi up before deleting the zone. ` +
      `Until then, pulumi up restores the records that this run has deleted. ${deletionAdvice(client, zone, zone.records)}`,
    { request: requestOf("delete", "DnsZone", id) },
  );
}
