import type { CdnClient } from "../../api/client";
import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { declaredIn } from "../shared/declared";
import { listed } from "../shared/properties";
import { isSameValue } from "../shared/sameValue";
import { eventually, findById } from "../shared/find";
import type { Writes } from "../shared/updates";
import { goneError, requestOf, unsupportedError } from "../shared/requests";
import { ignoredSettings } from "./ignored";
import { plainOrigins, unusedOrigin } from "./origin";

/**
 * Applies the declared settings to a new or adopted pull zone, and nothing else. Sends nothing if nothing differs.
 *
 * @returns the zone as it is afterwards
 */
export async function applySettings(
  context: Pick<LifeCycleContext, "client" | "tell" | "turns">,
  live: GetPullZoneResult,
  inputs: Properties,
): Promise<GetPullZoneResult> {
  // Whether a zone has what it does not show is not known.
  const unshown = pullZone.settings.filter(({ name, writeOnly }) => writeOnly === true && inputs[name] !== undefined);
  const missing = [...unapplied(live, inputs), ...unshown];
  return missing.length === 0 ? live : apply(context, live, missing, inputs, (_sets, request) => request());
}

/**
 * Sets some declared settings of a pull zone. What the service does not show afterwards is said, and is drift in the next refresh: its
 * response to an assumed operation proves little.
 *
 * @param send sends the request that sets these values
 * @returns the zone as it is afterwards
 */
export async function apply(
  { client, tell, turns }: Pick<LifeCycleContext, "client" | "tell" | "turns">,
  live: GetPullZoneResult,
  settings: readonly InputField[],
  inputs: Properties,
  send: Writes["send"],
): Promise<GetPullZoneResult> {
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
    const values: Properties = Object.fromEntries(settings.map(({ name }) => [name, inputs[name]]));
    const answered = await send(values, () => update(client, live, values, inputs));
    // The response shows the settings. Its parts may be missing or old.
    if (answered !== undefined && unshown(answered).length === 0) {
      tellIgnored(answered);
      return { ...answered, hostnames: live.hostnames, edgeRules: live.edgeRules };
    }
    const zone = await updated(client, live.id, (found) => unshown(found).length === 0);
    const missing = unshown(zone);
    if (missing.length > 0) {
      tell(`Pull zone ${String(live.id)} was updated, but does not show what is declared: ${missing.join(", ")}`);
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

async function update(
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
