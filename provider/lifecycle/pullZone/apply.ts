import type { CdnClient } from "../../api/client";
import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import type { Properties } from "../shared/lifeCycle";
import { declaredIn } from "../shared/state";
import { listed, picked } from "../shared/properties";
import { isSameValue } from "../shared/sameValue";
import { eventually, findById } from "../shared/find";
import { goneError, requestOf } from "../shared/messages";
import { unsupportedError } from "../shared/requests";
import type { ApplyContext, ZoneUpdate } from "../zones/kind";
import { ignoredSettings, plainOrigins, unusedOrigin } from "./state";

/**
 * See {@link ZoneKind.apply}. What the service does not show afterwards is said, and is drift in the next refresh: its response to an
 * assumed operation proves little.
 */
export async function apply(
  { client, tell, turns }: ApplyContext,
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
  const ignoredIn = (zone: GetPullZoneResult): string[] => ignoredSettings(zone, declaredIn(pullZone, inputs));
  const unshown = (zone: GetPullZoneResult): string[] => {
    const ignored = ignoredIn(zone);
    return unapplied(zone, inputs, settings).flatMap(({ name }) => (ignored.includes(name) ? [] : [name]));
  };
  const tellIgnored = (zone: GetPullZoneResult): void => {
    const ignored = ignoredIn(zone);
    if (ignored.length === 0) return;
    tell(`Pull zone ${String(live.id)}: the service ignores ${listed(ignored)} while logForwardingEnabled is false`);
  };
  return turns.inTurn(String(live.id), async () => {
    const values = picked(
      inputs,
      settings.map(({ name }) => name),
    );
    const request = (): Promise<GetPullZoneResult | undefined> => send(client, live, values, inputs);
    const answered = await (update === undefined ? request() : update.send(values, request));
    // The response shows the settings. Its parts may be missing or old.
    if (answered !== undefined && unshown(answered).length === 0) {
      tellIgnored(answered);
      return { ...answered, hostnames: live.hostnames, edgeRules: live.edgeRules };
    }
    const zone = await updated(client, live.id, (found) => unshown(found).length === 0);
    const hidden = unshown(zone);
    if (hidden.length > 0) {
      tell(`Pull zone ${String(live.id)} was updated, but does not show what is declared: ${hidden.join(", ")}`);
    }
    tellIgnored(zone);
    return zone;
  });
}

/** The declared settings that a zone does not show. */
export function unapplied(
  zone: GetPullZoneResult,
  inputs: Properties,
  among: readonly InputField[] = pullZone.settings,
): InputField[] {
  const live = zone as unknown as Properties;
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  return among.filter(
    (field) =>
      field.immutable !== true &&
      field.writeOnly !== true &&
      inputs[field.name] !== undefined &&
      (field.name === unused || !isSameValue(field, inputs[field.name], live[field.name])),
  );
}

async function send(
  client: CdnClient,
  zone: GetPullZoneResult,
  values: Properties,
  inputs: Properties,
): Promise<GetPullZoneResult | undefined> {
  const { id } = zone;
  // An origin of another type takes effect only with its type.
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  const type = unused !== undefined && unused in values ? { originType: plainOrigins[unused] } : {};
  const body: Properties = { ...values, ...type };
  try {
    return await client.updatePullZone(id, body);
  } catch (error) {
    const advice =
      `Pull zone ${String(id)} was not updated: this service has no operation that updates one. Set ${Object.keys(body).join(", ")} ` +
      `in the service's dashboard, and remove them here or add them to ignoreChanges`;
    throw (await unsupportedError(client, "PullZone", id, error, advice)) ?? error;
  }
}

/** The zone once it shows its new settings; after a few seconds, as it is. */
async function updated(
  client: CdnClient,
  id: number,
  isSettled: (zone: GetPullZoneResult) => boolean,
): Promise<GetPullZoneResult> {
  const zone = await eventually(() => findById(client, "PullZone", id), isSettled);
  if (zone !== undefined) return zone;
  const fact = `Pull zone ${String(id)} was deleted while it was being updated`;
  throw goneError(fact, requestOf("get", "PullZone", id));
}
