import type { CdnClient } from "../../api/client";
import type { InvalidInputError, ServiceError } from "../../api/errors";
import { ConflictError, isRefusedIn2xx, isUnclear, PlanError, RefusedError } from "../../api/errors";
import { goneError, requestOf } from "../../api/messages";
import { eventually } from "../../api/waits";
import { wholeKinds } from "../../kinds";
import type { InputField } from "../../wire/fields";
import { planName, shieldPlans } from "../../wire/shieldConstants";
import { sentence } from "../../wire/words";
import type { Properties } from "../../declared/properties";
import { picked } from "../../declared/properties";
import type { ApplyContext, Change } from "../operations";
import { isUnapplied } from "../sendSettings";
import type { LiveShield } from "./state";
import { valuesOf } from "./state";

/**
 * Settings that travel together: a mode that blocks before the rules are excluded was seen to break a site. Of these, all declared ones are sent if
 * one of them changes.
 */
const together = ["wafExecutionMode", "wafDisabledRules", "wafLogOnlyRules"];

/** Applies the declaration to a shield. Sends nothing if nothing differs. A plan is changed by a request of its own: up first, down last. */
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
  const isDue = (field: InputField): boolean => isUnapplied(field, valuesOf(live, inputs), inputs);
  const due = changed.filter(isDue);
  const isTogether = ({ name }: InputField): boolean => together.includes(name);
  const others = due.some(isTogether)
    ? [...due, ...wholeKinds.PullZoneShield.settings.filter((field) => isTogether(field) && !due.includes(field))]
    : due;
  const settings = others.filter(({ name }) => name !== "planType" && inputs[name] !== undefined);
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

/** Delays before each read after a refusal, in milliseconds: a refused request was seen to have been applied. */
const refusedDelays = [0, 250, 750];

/**
 * Sends settings and reads the shield: a response only repeats the request, and a refusal can have been applied. So only the read decides.
 *
 * @throws {CdnError} naming the settings that stayed, with what the service said
 */
async function sendAndLook(
  client: CdnClient,
  tell: ApplyContext["tell"],
  before: LiveShield,
  values: Properties,
  fields: readonly InputField[],
): Promise<LiveShield> {
  const { id } = before;
  const refusal = await patchShield(client, before, values);
  const stayed = (shield: LiveShield): string[] =>
    fields.filter((field) => isUnapplied(field, valuesOf(shield, values), values)).map(({ name }) => name);
  const look = (): Promise<LiveShield | undefined> => client.find("PullZoneShield", id);
  const delays = refusal === undefined || isUnclear(refusal) ? undefined : refusedDelays;
  const after = await eventually(look, (shield) => stayed(shield).length === 0, delays);
  const called = `Shield ${String(id)}`;
  if (after === undefined)
    throw goneError(`${called} was deleted while it was being updated`, requestOf("get", "PullZoneShield", id));
  const names = stayed(after);
  if (names.length > 0) throw stayedError(called, names, refusal);
  if (refusal !== undefined) tell(`${called} was updated, although the service answered otherwise: ${refusal.message}`);
  return after;
}

/**
 * Sends settings of a shield.
 *
 * @returns the refusal or failure after which only a read shows whether the settings were applied
 */
export async function patchShield(
  client: CdnClient,
  live: LiveShield,
  { wafEngineConfig, ...values }: Properties,
): Promise<ServiceError | InvalidInputError | undefined> {
  // One entry may replace all others, so the live ones are sent with the declared ones.
  const config = wafEngineConfig as Readonly<Record<string, string>> | undefined;
  const kept = live.wafEngineConfig.filter(({ name }) => config !== undefined && !Object.hasOwn(config, name));
  const declared = Object.entries(config ?? {}).map(([name, valueEncoded]) => ({ name, valueEncoded }));
  const engine = config === undefined ? {} : { wafEngineConfig: [...kept, ...declared] };
  try {
    await client.objects.update(wholeKinds.PullZoneShield, live.id, { shieldZone: { ...values, ...engine } });
    return undefined;
  } catch (error) {
    if (isRefusedIn2xx(error) || isUnclear(error)) return error;
    throw error;
  }
}

/** Returns the error for settings that a request did not change. */
function stayedError(
  called: string,
  names: readonly string[],
  refusal: ServiceError | InvalidInputError | undefined,
): ServiceError {
  const what = `${called} was not updated: ${sentence(names)} ${names.length === 1 ? "keeps its value" : "keep their values"}`;
  const request = requestOf("update", "PullZoneShield");
  if (refusal === undefined)
    return new RefusedError(`${what}, although the service answered with success. Run the same command again`, {
      request,
      status: 200,
    });
  const { evidence = { request } } = refusal;
  const isPlan = evidence.said?.errorKey?.startsWith("plan_change_blocked") === true;
  const text = isPlan
    ? `${what}. ${refusal.message}. First remove what the plan does not have, such as rate limits, in a run with the present plan`
    : `${what}. ${refusal.message}`;
  return refusal instanceof PlanError || isPlan ? new PlanError(text, evidence) : new RefusedError(text, evidence);
}
