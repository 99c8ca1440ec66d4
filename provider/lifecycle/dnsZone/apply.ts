import type { CdnClient } from "../../api/client";
import { dnsZone } from "../../kinds/dnsZone";
import { sentHost } from "../../wire/dnsName";
import type { InputField } from "../../wire/fields";
import type { Properties } from "../shared/lifeCycle";
import { picked } from "../shared/properties";
import { unsupportedError } from "../shared/requests";
import type { ApplyContext, ZoneUpdate } from "../zones/kind";
import { isUnapplied, sendSettings } from "../zones/settings";
import type { LiveDnsZone } from "./state";
import { dnsSecOutputs } from "./state";

/** See {@link ZoneKind.apply}. */
export async function apply(
  context: ApplyContext,
  live: LiveDnsZone,
  inputs: Properties,
  update?: ZoneUpdate,
): Promise<LiveDnsZone> {
  const { client, turns } = context;
  const among = update?.changed ?? dnsZone.settings;
  const settings = among.filter((field) => field.name !== "dnsSecEnabled" && isUnapplied(field, live, inputs));
  const isAmong = among.some(({ name }) => name === "dnsSecEnabled");
  const names = (fields: readonly InputField[]): string[] => fields.map(({ name }) => name);
  const values = picked(inputs, names(settings));
  const sent = Object.fromEntries(settings.map((field) => [field.name, sentValue(field, values[field.name])]));
  const sending = {
    values,
    send: () => send(client, live, sent),
    unshown: (zone: LiveDnsZone) => names(settings.filter((field) => isUnapplied(field, zone, inputs))),
  };
  return turns.inTurn(String(live.id), async () => {
    const zone = settings.length === 0 ? live : await sendSettings(context, "DnsZone", live.id, sending, update);
    return isAmong ? withDnsSec(client, zone, inputs["dnsSecEnabled"], update) : zone;
  });
}

function sentValue({ host }: InputField, value: unknown): unknown {
  return host === true && typeof value === "string" ? sentHost(value) : value;
}

async function send(
  client: CdnClient,
  { id, records, dateCreated }: LiveDnsZone,
  values: Properties,
): Promise<LiveDnsZone | undefined> {
  try {
    const answered = await client.updateDnsZone(id, values);
    // An answer may have other records and another form of dates.
    return answered && { ...answered, records, dateCreated };
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
