import type { CdnClient } from "../../api/client";
import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { InputField } from "../../wire/fields";
import type { LifeCycleContext, Properties } from "../lifeCycle";
import { declaredIn } from "../declared";
import { isSameValue } from "../sameValue";
import { eventually, findById, findNew } from "../zones/find";
import { goneError, requestOf, unsupportedError } from "../zones/requests";
import { plainOrigins, unusedOrigin } from "./origin";

/**
 * Applies the declared settings to a pull zone, and nothing else. Sends nothing if nothing differs. What the service does not show
 * afterwards is said, and is drift in the next refresh: its response to an assumed operation proves little.
 *
 * @returns the zone as it is afterwards
 */
export async function applySettings(
  { client, tell, turns }: Pick<LifeCycleContext, "client" | "tell" | "turns">,
  live: GetPullZoneResult,
  inputs: Properties,
): Promise<GetPullZoneResult> {
  const missing = unapplied(live, inputs);
  if (missing.length === 0) return live;
  return turns.inTurn(String(live.id), async () => {
    await update(client, live, missing, inputs);
    const zone = await updated(client, live.id, inputs);
    const unshown = unapplied(zone, inputs).map(({ name }) => name);
    if (unshown.length > 0) {
      tell(`Pull zone ${String(live.id)} was updated, but does not show what is declared: ${unshown.join(", ")}`);
    }
    return zone;
  });
}

/** The declared settings that a zone does not show. */
export function unapplied(zone: GetPullZoneResult, inputs: Properties): InputField[] {
  const live = zone as unknown as Properties;
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  return pullZone.settings.filter(
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
  changed: readonly InputField[],
  inputs: Properties,
): Promise<void> {
  const { id } = zone;
  const body: Properties = Object.fromEntries(changed.map(({ name }) => [name, inputs[name]]));
  // An origin of another type takes effect only with its type.
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  if (unused !== undefined) body["originType"] = plainOrigins[unused];
  try {
    await client.updatePullZone(id, body);
  } catch (error) {
    const advice =
      `Pull zone ${String(id)} was not updated: this service has no operation that updates one. Set ${Object.keys(body).join(", ")} ` +
      `in the service's dashboard, and remove them here or add them to ignoreChanges`;
    throw (await unsupportedError(client, "PullZone", id, error, advice)) ?? error;
  }
}

/** The zone once it shows its new settings; after a few seconds, as it is. */
async function updated(client: CdnClient, id: number, inputs: Properties): Promise<GetPullZoneResult> {
  const isSettled = (zone: GetPullZoneResult): boolean => unapplied(zone, inputs).length === 0;
  const zone = await eventually(() => findById(client, "PullZone", id), isSettled);
  if (zone !== undefined) return zone;
  const fact = `Pull zone ${String(id)} was deleted while it was being updated`;
  throw goneError(fact, requestOf("get", "PullZone", id));
}

/** Waits until a new zone is shown, so that the next run does not take it for deleted. */
export async function shownZone(client: CdnClient, added: GetPullZoneResult): Promise<GetPullZoneResult> {
  return (await findNew(client, "PullZone", added.id)) ?? added;
}
