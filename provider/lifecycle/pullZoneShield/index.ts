import { pullZoneShield } from "../../kinds/pullZoneShield";
import { planName, shieldDdosSensitivities, shieldPlans } from "../../wire/shieldConstants";
import { sentence, warning } from "../../wire/words";
import type { Properties } from "../../declared/properties";
import { picked } from "../../declared/properties";
import { lastDeclaredNames } from "../../declared/state";
import { immutableChanges } from "../../declared/updates";
import type { LifeCycle, LifeCycleContext } from "../lifeCycle";
import type { Locate } from "../locate";
import { alone } from "../locate";
import { objectLifeCycle } from "../objectLifeCycle";
import type { Operations } from "../operations";
import { withFindings } from "../wrappers";
import { changeable } from "../operations";
import { apply } from "./apply";
import { checkShield } from "./check";
import { byPullZone, noteKept } from "./identity";
import { isPlanRefused, refusePlan } from "./plan";
import type { LiveShield } from "./state";
import { externalState, importInputs, liveInputs, managedState, remarks } from "./state";

const whole = alone("PullZoneShield");

/** A shield without a pull zone, which protects nothing, counts as deleted once its pull zone is. */
const locate: Locate<LiveShield> = {
  ...whole,
  look: async (reader, id, state, how) => {
    const found = await whole.look(reader, id, state, how);
    const { pullZoneId } = state;
    if (found.live === undefined || found.live.pullZoneId !== undefined || typeof pullZoneId !== "number") return found;
    return (await reader.find("PullZone", pullZoneId)) === undefined ? {} : found;
  },
};

/** Assumption: every operation. */
const shields: Operations<LiveShield> = {
  locate,
  identity: byPullZone,
  check: checkShield,
  diff: (state, news) => {
    const replaces = immutableChanges(pullZoneShield, state, news);
    const notice =
      "is replaced by the shield of another pull zone. Its rate limits and access lists are deleted and created again, and until then requests pass without them";
    return { replaces, deleteBeforeReplace: true, ...(replaces.length === 0 ? {} : { notice: warning(notice) }) };
  },
  refuseInputs: ({ id, planType }, inputs) => refusePlan(String(id), planType, inputs),
  apply,
  kept,
  externalState,
  managedState,
  liveInputs,
  importInputs,
  // A shield outlives its pull zone.
  importable: (live: LiveShield) =>
    live.pullZoneId === undefined ? [] : [{ live, name: `shield-${String(live.pullZoneId)}` }],
};

export const pullZoneShieldLifeCycle: LifeCycle = {
  ...withFindings<LiveShield>(objectLifeCycle(shields), ({ found, live, prior }) => ({
    ...found,
    ...remarks(live, prior),
  })),
  refusal: ({ planType }, inputs) => {
    if (!isPlanRefused(planType, inputs)) return undefined;
    const reason = `the plan is ${planName(planType)} and the program declares ${planName(inputs["planType"])}: that changes what the account pays for`;
    return { property: "planType", reason, withoutValue: reason };
  },
  lookAhead: (_, id, state, news) => {
    refusePlan(id, state["planType"], news);
    return Promise.resolve();
  },
};

/** Settings that `onDelete: "off"` switches off, if the program declared them, with the values for that. */
const off: Properties = { wafEnabled: false, ddosShieldSensitivity: shieldDdosSensitivities.Off };

/** Keeps a shield, because the service can't delete one. With `onDelete: "off"`, first switches off what the program declared. */
async function kept(live: LiveShield, state: Properties, context: LifeCycleContext): Promise<string> {
  const declaredNames = lastDeclaredNames(pullZoneShield, state);
  const values = state["onDelete"] === "off" ? picked(off, declaredNames) : {};
  const changed = changeable(shields).filter(({ name }) => name in values);
  if (changed.length > 0) {
    const inputs = { ...values, planType: live.planType };
    await apply(context, live, inputs, { changed, send: (_, request) => request(), reached: {}, target: "managed" });
  }
  noteKept(context.memory, state);
  const { id, pullZoneId, planType } = live;
  const whose = pullZoneId === undefined ? "" : ` of pull zone ${String(pullZoneId)}`;
  const paid =
    planType === shieldPlans.Basic ? "" : ", which the account pays for until you end it in the service's dashboard";
  const isOff = changed.length === 0 ? "" : `, and switched off ${sentence(changed.map(({ name }) => name))}`;
  return `shield ${String(id)}${whose}, on the plan ${planName(planType)}${paid}${isOff}`;
}
