import type { CdnClient } from "../../api/client";
import { dnsZone } from "../../kinds/dnsZone";
import type { InputField } from "../../wire/fields";
import { eventually, findById } from "../shared/find";
import type { Properties } from "../shared/lifeCycle";
import { goneError, requestOf } from "../shared/messages";
import { listed, picked } from "../shared/properties";
import { unsupportedError } from "../shared/requests";
import { isSameValue } from "../shared/sameValue";
import type { ApplyContext, ZoneUpdate } from "../zones/kind";
import type { LiveDnsZone } from "./state";
import { dnsSecOutputs } from "./state";

/** See {@link ZoneKind.apply}. What the service does not show afterwards is said, and is drift in the next refresh. */
export async function apply(
  { client, tell, turns }: ApplyContext,
  live: LiveDnsZone,
  inputs: Properties,
  update?: ZoneUpdate,
): Promise<LiveDnsZone> {
  const among = (update?.changed ?? dnsZone.settings).filter(({ immutable }) => immutable !== true);
  const settings = unapplied(live, inputs, among).filter(({ name }) => name !== "dnsSecEnabled");
  const isAmong = among.some(({ name }) => name === "dnsSecEnabled");
  return turns.inTurn(String(live.id), async () => {
    const zone = settings.length === 0 ? live : await updated(client, live, inputs, settings, update);
    const hidden = unapplied(zone, inputs, settings).map(({ name }) => name);
    if (hidden.length > 0) {
      tell(`DNS zone ${String(live.id)} was updated, but does not show what is declared: ${listed(hidden)}`);
    }
    return isAmong ? withDnsSec(client, zone, inputs["dnsSecEnabled"], update) : zone;
  });
}

/** The declared settings that a zone does not show. */
function unapplied(zone: LiveDnsZone, inputs: Properties, among: readonly InputField[]): InputField[] {
  const live = zone as unknown as Properties;
  return among.filter(
    (field) => inputs[field.name] !== undefined && !isSameValue(field, inputs[field.name], live[field.name]),
  );
}

/** The zone once it shows its new settings; after a few seconds, as it is. */
async function updated(
  client: CdnClient,
  live: LiveDnsZone,
  inputs: Properties,
  settings: readonly InputField[],
  update: ZoneUpdate | undefined,
): Promise<LiveDnsZone> {
  const values = picked(
    inputs,
    settings.map(({ name }) => name),
  );
  const request = (): Promise<LiveDnsZone | undefined> => send(client, live.id, values);
  const answered = await (update === undefined ? request() : update.send(values, request));
  const isSettled = (zone: LiveDnsZone): boolean => unapplied(zone, inputs, settings).length === 0;
  // The response may have other records and another form of dates.
  if (answered !== undefined && isSettled(answered)) {
    return { ...answered, records: live.records, dateCreated: live.dateCreated };
  }
  const zone = await eventually(() => findById(client, "DnsZone", live.id), isSettled);
  if (zone !== undefined) return zone;
  const fact = `DNS zone ${String(live.id)} was deleted while it was being updated`;
  throw goneError(fact, requestOf("get", "DnsZone", live.id));
}

async function send(client: CdnClient, id: number, values: Properties): Promise<LiveDnsZone | undefined> {
  try {
    return await client.updateDnsZone(id, values);
  } catch (error) {
    const advice = `DNS zone ${String(id)} was not updated: this service has no operation that updates one`;
    throw (await unsupportedError(client, "DnsZone", id, error, advice)) ?? error;
  }
}

/** Signs the zone, or ends that. A signed zone is asked to be signed again where its DNSSEC data are wanted: the service shows them only then. */
async function withDnsSec(
  client: CdnClient,
  zone: LiveDnsZone,
  dnsSecEnabled: unknown,
  update: ZoneUpdate | undefined,
): Promise<LiveDnsZone> {
  const send = <Answer>(request: () => Promise<Answer>): Promise<Answer> =>
    update === undefined ? request() : update.send({ dnsSecEnabled }, request);
  if (dnsSecEnabled === true) {
    const info = await send(() => client.enableDnsSec(zone.id));
    return { ...zone, dnsSecEnabled: true, ...dnsSecOutputs(info) };
  }
  if (dnsSecEnabled === false && zone.dnsSecEnabled) {
    await send(() => client.disableDnsSec(zone.id));
    return { ...zone, dnsSecEnabled: false };
  }
  return zone;
}
