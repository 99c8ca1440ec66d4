import type { CdnClient } from "../../api/client";
import { ConflictError } from "../../api/errors";
import { requestOf } from "../../api/messages";
import { wholeKinds } from "../../kinds";
import type { InputField } from "../../wire/fields";
import { planName, shieldPlans } from "../../wire/shieldConstants";
import type { Properties } from "../../declared/properties";
import { picked } from "../../declared/properties";
import type { ApplyContext, Change } from "../operations";
import { readBack } from "../readBack";
import { unapplied } from "../../declared/compare";
import type { LiveShield } from "./state";
import { valuesOf } from "./state";

/**
 * Applies the declaration to a shield. Sends nothing if nothing differs. A plan is changed by a request of its own: up first, down last. All
 * other settings go into one request: a mode that blocks before the rules are excluded was seen to break a site.
 */
export async function apply(
  { client, tell }: ApplyContext,
  live: LiveShield,
  inputs: Properties,
  { changed, send, target }: Change,
): Promise<LiveShield> {
  const planType = inputs["planType"] ?? shieldPlans.Basic;
  if (target === "new" && live.planType !== planType) {
    throw new ConflictError(
      `Shield ${String(live.id)} was created on the plan ${planName(live.planType)} instead of ${planName(planType)}. The account pays for the plan that the dashboard shows: change it there`,
      { request: requestOf("get", "PullZoneShield", live.id) },
    );
  }
  const due = unapplied(valuesOf(live, inputs), inputs, changed);
  const settings = due.filter(({ name }) => name !== "planType");
  const plan = due.filter(({ name }) => name === "planType");
  const steps = Number(planType) > live.planType ? [plan, settings] : [settings, plan];
  let shield = live;
  for (const fields of steps) {
    if (fields.length === 0) continue;
    const values = picked(
      inputs,
      fields.map(({ name }) => name),
    );
    shield = await send(values, () => sendAndLook(client, tell, shield, values, fields));
  }
  return shield;
}

/** Sends settings and reads the shield; see {@link readBack}. */
async function sendAndLook(
  client: CdnClient,
  tell: ApplyContext["tell"],
  before: LiveShield,
  values: Properties,
  fields: readonly InputField[],
): Promise<LiveShield> {
  const { id } = before;
  return readBack({
    called: `Shield ${String(id)}`,
    request: requestOf("update", "PullZoneShield"),
    send: () => client.objects.update(wholeKinds.PullZoneShield, id, { shieldZone: bodyOf(before, values) }),
    look: () => client.reads.find("PullZoneShield", id),
    stayed: (shield: LiveShield) => unapplied(valuesOf(shield, values), values, fields).map(({ name }) => name),
    tell,
  });
}

/** Returns settings as a body has them. One setting of the engine may replace all others, so the live ones are sent with the declared ones. */
function bodyOf({ wafEngineConfig: live }: LiveShield, { wafEngineConfig, ...values }: Properties): Properties {
  if (wafEngineConfig === undefined) return values;
  const declared = wafEngineConfig as Readonly<Record<string, string>>;
  const kept = live.filter(({ name }) => !Object.hasOwn(declared, name));
  const entries = Object.entries(declared).map(([name, valueEncoded]) => ({ name, valueEncoded }));
  return { ...values, wafEngineConfig: [...kept, ...entries] };
}
