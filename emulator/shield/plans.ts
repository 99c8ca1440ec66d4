import { shieldCounterKeys, shieldLimitActions, shieldPlans } from "../../provider/wire/shieldConstants";

/** What a plan allows. Recorded for Basic. Assumption: the numbers of the others. */
interface Plan {
  readonly rateLimits: number;
  readonly wafRules: number;
  readonly customLists: number;
  readonly customEntries: number;
  /** The windows of a rate limit in seconds. @default all */
  readonly timeframes?: readonly number[];
}

const plans: Readonly<Record<number, Plan>> = {
  [shieldPlans.Basic]: { rateLimits: 2, wafRules: 0, customLists: 3, customEntries: 1000, timeframes: [1, 10] },
  [shieldPlans.Advanced]: { rateLimits: 10, wafRules: 10, customLists: 5, customEntries: 5000 },
  [shieldPlans.Business]: { rateLimits: 25, wafRules: 25, customLists: 10, customEntries: 10_000 },
};

const unlimited: Plan = { rateLimits: 1000, wafRules: 1000, customLists: 1000, customEntries: 100_000 };

/** Returns what a plan allows. */
export function planOf({ planType }: { readonly planType: number }): Plan {
  return plans[planType] ?? unlimited;
}

/** Whether a shield is on the plan without a fee, which lacks many features. */
export function isBasic({ planType }: { readonly planType: number }): boolean {
  return planType === shieldPlans.Basic;
}

/** Whether a plan has what a rate limit uses. Basic counts by address, in short windows, and has no challenges. */
export function allowsLimit(
  shield: { readonly planType: number },
  { timeframe, counterKeyType, actionType }: Readonly<Record<string, unknown>>,
): boolean {
  if (planOf(shield).timeframes?.includes(Number(timeframe)) === false) return false;
  return !isBasic(shield) || (counterKeyType === shieldCounterKeys.Ip && actionType !== shieldLimitActions.Challenge);
}
