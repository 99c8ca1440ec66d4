import { pullZoneShield } from "../../kinds/pullZoneShield";
import type { GetPullZoneShieldResult } from "../../types/pullZoneShield";
import type { Field } from "../../wire/fields";
import { utcTime } from "../../wire/utcTime";
import { planName } from "../../wire/shieldConstants";
import { declaring } from "../../declared/declaring";
import type { Properties } from "../../declared/properties";
import { canonical, isStable, picked } from "../../declared/properties";
import { lastDeclaredNames } from "../../declared/state";
import type { ReadResult } from "../lifeCycle";

export type LiveShield = GetPullZoneShieldResult;

/** Returns the settings of the engine by name. */
export function engineConfigOf({ wafEngineConfig }: LiveShield): Record<string, string> {
  return Object.fromEntries(wafEngineConfig.map(({ name, valueEncoded = "" }) => [name, valueEncoded]));
}

/** Returns the values of a shield with the settings of the engine that are declared, or all of them if none is. */
export function valuesOf(live: LiveShield, known: Properties): Properties {
  const all = engineConfigOf(live);
  const { wafEngineConfig: declared } = known;
  const isDeclared = typeof declared === "object" && declared !== null;
  return { ...live, wafEngineConfig: isDeclared ? picked(all, Object.keys(declared)) : all };
}

function stateOf(live: LiveShield, known: Properties, keep: (field: Field) => boolean): Properties {
  const { id, ...state } = canonical(pullZoneShield.table, valuesOf(live, known), keep);
  return { ...state, shieldZoneId: id };
}

/** Returns the state of a shield that is only read. It has no volatile outputs, because the engine compares them. */
export function externalState(live: LiveShield): Properties {
  return stateOf(live, {}, isStable);
}

export const { managedState, liveInputs, importInputs } = declaring<LiveShield>({
  kind: pullZoneShield,
  outputs: (live, known) => ({
    ...stateOf(live, known, () => true),
    // Learning ends by itself. That is neither drift nor a reason to start it again.
    ...(hasLearned(live, known) ? { learningMode: true, learningModeUntil: endOfLearning(live, known) } : {}),
  }),
  // An imported program must not be able to change the plan.
  has: (name) => name !== "planType",
});

/** Returns the end of learning. The service may not show it afterwards, so the state keeps it. That of a shield that learns may be another one. */
function endOfLearning({ learningMode, learningModeUntil }: LiveShield, known: Properties): unknown {
  return learningModeUntil ?? (learningMode ? undefined : known["learningModeUntil"]);
}

/** Whether declared learning is over. @param known the last state with the end of learning */
function hasLearned(live: LiveShield, known: Properties): boolean {
  return known["learningMode"] === true && !live.learningMode && isPast(endOfLearning(live, known));
}

function isPast(end: unknown): boolean {
  return typeof end === "string" && utcTime(end) < Date.now();
}

/** Returns remarks about the plan, and about learning that is over. */
export function remarks(live: LiveShield, state: Properties): Pick<ReadResult, "notices"> {
  const { id, planType, wafExecutionMode } = live;
  const declaredNames = lastDeclaredNames(pullZoneShield, state);
  const notices: string[] = [];
  if (declaredNames.includes("planType") && state["planType"] !== planType) {
    notices.push(
      `Shield ${String(id)}: the account pays for the plan ${planName(planType)}, and the program declares ${planName(state["planType"])}. pulumi up does not change that without allowPlanChange: true`,
    );
  }
  const isLearning = state["learningMode"] === true && declaredNames.includes("learningMode");
  const isOver = isLearning && isPast(endOfLearning(live, state));
  if (isOver && wafExecutionMode === 0) {
    notices.push(
      `Shield ${String(id)}: learning has ended, but the firewall still only logs. To block requests, declare wafExecutionMode: 1`,
    );
  }
  return notices.length === 0 ? {} : { notices };
}
