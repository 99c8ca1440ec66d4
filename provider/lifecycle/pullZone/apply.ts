import type { CdnClient } from "../../api/client";
import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import type { Properties } from "../shared/lifeCycle";
import { declaredIn } from "../shared/state";
import { listed, picked } from "../shared/properties";
import { unsupportedError } from "../shared/requests";
import type { ApplyContext, ZoneUpdate } from "../zones/kind";
import { isUnapplied, sendSettings } from "../zones/settings";
import { ignoredSettings, plainOrigins, unusedOrigin } from "./state";

/** See {@link ZoneKind.apply}. */
export async function apply(
  context: ApplyContext,
  live: GetPullZoneResult,
  inputs: Properties,
  update?: ZoneUpdate,
): Promise<GetPullZoneResult> {
  const among = update?.changed ?? pullZone.settings;
  const missing = unapplied(live, inputs, among);
  // Whether a zone has what it does not show is not known.
  const isUnknown = ({ name, writeOnly }: InputField): boolean => writeOnly === true && inputs[name] !== undefined;
  const settings = among.filter((field) => isUnknown(field) || missing.includes(field));
  if (settings.length === 0) return live;
  const { client, tell, turns } = context;
  const ignoredIn = (zone: GetPullZoneResult): string[] => ignoredSettings(zone, declaredIn(pullZone, inputs));
  const names = (fields: readonly InputField[]): string[] => fields.map(({ name }) => name);
  const values = picked(inputs, names(settings));
  const sending = {
    values,
    send: () => send(client, live, values, inputs),
    unshown: (zone: GetPullZoneResult) => {
      const ignored = ignoredIn(zone);
      return names(unapplied(zone, inputs, settings)).filter((name) => !ignored.includes(name));
    },
  };
  return turns.inTurn(String(live.id), async () => {
    const zone = await sendSettings(context, "PullZone", live.id, sending, update);
    const ignored = ignoredIn(zone);
    if (ignored.length > 0) {
      tell(`Pull zone ${String(live.id)}: the service ignores ${listed(ignored)} while logForwardingEnabled is false`);
    }
    return zone;
  });
}

/** The declared settings that a zone does not show. */
export function unapplied(
  zone: GetPullZoneResult,
  inputs: Properties,
  among: readonly InputField[] = pullZone.settings,
): InputField[] {
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  return among.filter((field) => field.name === unused || isUnapplied(field, zone, inputs));
}

async function send(
  client: CdnClient,
  zone: GetPullZoneResult,
  values: Properties,
  inputs: Properties,
): Promise<GetPullZoneResult | undefined> {
  const { id, hostnames, edgeRules } = zone;
  // An origin of another type takes effect only with its type.
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  const type = unused !== undefined && unused in values ? { originType: plainOrigins[unused] } : {};
  const body: Properties = { ...values, ...type };
  try {
    const answered = await client.updatePullZone(id, body);
    // The parts in an answer may be missing or old.
    return answered && { ...answered, hostnames, edgeRules };
  } catch (error) {
    const advice =
      `Pull zone ${String(id)} was not updated: this service has no operation that updates one. Set ${Object.keys(body).join(", ")} ` +
      `in the service's dashboard, and remove them here or add them to ignoreChanges`;
    throw (await unsupportedError(client, "PullZone", id, error, advice)) ?? error;
  }
}
