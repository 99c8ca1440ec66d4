import { PlanError } from "../../api/errors";
import { requestOf } from "../../api/messages";
import { planName } from "../../wire/shieldConstants";
import { sentence, waysText } from "../../wire/words";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";

// The plan of an existing shield changes only if the program declares both the plan and `allowPlanChange`: neither an omission nor an adoption, a
// deletion, a repair or a copied example may buy a plan or lose one.

/** Whether a declared plan differs from that of a shield, and the program does not allow to change it. */
export function isPlanRefused(plan: unknown, { planType, allowPlanChange }: Properties): boolean {
  return planType !== undefined && !isUnknown(planType) && planType !== plan && allowPlanChange !== true;
}

/** Refuses everything about a shield whose plan is not the declared one, or does not have what is declared. @throws {PlanError} */
export function refusePlan(id: string, plan: unknown, inputs: Properties): void {
  refusePlanChange(id, plan, inputs);
  refusePaidSettings(id, plan, inputs);
}

function refusePlanChange(id: string, plan: unknown, inputs: Properties): void {
  if (!isPlanRefused(plan, inputs)) return;
  throw new PlanError(
    `Shield ${id} was not changed: its plan is ${planName(plan)}, and the program declares ${planName(inputs["planType"])}. There are these ways:` +
      waysText([
        `To keep the plan ${planName(plan)}, declare planType: ${String(plan)}`,
        "To leave the plan to the dashboard, remove planType",
        "To change the plan, which changes what the account pays for, declare allowPlanChange: true",
      ]),
    { request: requestOf("update", "PullZoneShield", id) },
  );
}

/** Settings that the plan Basic does not have. */
export const paidSettings = ["wafRealtimeThreatIntelligenceEnabled", "whitelabelResponsePages"];

function refusePaidSettings(id: string, plan: unknown, inputs: Properties): void {
  const paid = paidSettings.filter((name) => inputs[name] === true);
  if (plan !== 0 || (inputs["planType"] ?? 0) !== 0 || paid.length === 0) return;
  throw new PlanError(
    `Shield ${id} was not changed: its plan Basic does not have ${sentence(paid)}. Remove it, or choose another plan, which the account pays for`,
    { request: requestOf("update", "PullZoneShield", id) },
  );
}
