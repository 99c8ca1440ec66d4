import { z } from "zod";
import { shieldCounterKeys } from "../../provider/wire/shieldConstants";
import { json, Refusal } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { refusedFlat, refusedRule, ruleDeleted, shieldBody, shieldPage } from "../shield/answers";
import { allowsLimit, planOf } from "../shield/plans";
import type { PullZoneShield, ShieldRateLimit } from "../state/objects";
import type { Stored } from "../state/store";
import { existingShield } from "./pullZoneShields";

/** The operations on rate limits of shields. */
export const shieldRateLimitRoutes: readonly Route[] = [
  route("R13.15", "listShieldRateLimits", "GET", "/shield/rate-limits/:id", (service, request) => {
    const { shieldRateLimits } = service;
    const { object: shield } = existingShield(service, request.path.id("id"));
    const limits = shieldRateLimits.listed("", false).filter(({ object }) => object.shieldZoneId === shield.Id);
    return json(
      200,
      shieldPage(
        request,
        limits.map((limit) => shieldRateLimits.shown(limit, { view: "page" })),
      ),
    );
  }),
  route("R13.16", "addShieldRateLimit", "POST", "/shield/rate-limit", (service, request) => {
    const { shieldRateLimits } = service;
    const { shieldZoneId, ...rule } = shieldBody(addSchema, request, "rate_limit");
    const { object: shield } = existingShield(service, shieldZoneId);
    const limit = checked(shield, rule);
    if (shieldRateLimits.having("shieldZoneId", shield.Id).length >= planOf(shield).rateLimits) throw beyondPlan();
    const { Id } = shieldRateLimits.add({ ...limit, shieldZoneId }, request.lag);
    return json(200, shieldRateLimits.shown(shieldRateLimits.existing(Id), { view: "added" }));
  }),
  route("R13.15", "getShieldRateLimit", "GET", "/shield/rate-limit/:id", (service, request) => {
    const { shieldRateLimits } = service;
    const limit = existingLimit(service, request);
    if (shieldRateLimits.found(limit.object.Id) === undefined) throw noRule();
    return json(200, shieldRateLimits.shown(limit, { view: "one" }));
  }),
  route("R13.16", "updateShieldRateLimit", "PATCH", "/shield/rate-limit/:id", (service, request) => {
    const { object: before } = existingLimit(service, request);
    const rule = shieldBody(ruleSchema, request, "rate_limit");
    const { object: shield } = existingShield(service, before.shieldZoneId);
    service.shieldRateLimits.change(before.Id, checked(shield, rule));
    const changed = service.shieldRateLimits.existing(before.Id);
    return json(200, service.shieldRateLimits.shown(changed, { view: "one" }));
  }),
  route("R13.16", "deleteShieldRateLimit", "DELETE", "/shield/rate-limit/:id", (service, request) => {
    service.shieldRateLimits.delete(existingLimit(service, request).object.Id);
    return ruleDeleted();
  }),
];

const condition = z.looseObject({
  variableTypes: z.record(z.string(), z.string().nullable()),
  operatorType: z.int(),
  value: z.string().nullish(),
  isNegated: z.boolean().nullish(),
  isRegexVariable: z.boolean().nullish(),
});

const ruleSchema = z.looseObject({
  ruleName: z.string(),
  ruleDescription: z.string().nullish(),
  ruleConfiguration: condition.extend({
    actionType: z.int(),
    severityType: z.int().nullish(),
    transformationTypes: z.array(z.int()).nullish(),
    chainedRuleConditions: z.array(condition).nullish(),
    requestCount: z.int().min(1),
    counterKeyType: z.int().nullish(),
    timeframe: z.int().min(1),
    blockTime: z.int().min(1),
  }),
});
const addSchema = ruleSchema.extend({ shieldZoneId: z.int() });

type Rule = z.infer<typeof ruleSchema>;

/** Returns a rate limit as it is stored. @throws {Refusal} if it is not valid, or if the plan lacks something that it uses */
function checked(shield: PullZoneShield, { ruleName, ruleDescription, ruleConfiguration }: Rule) {
  const { chainedRuleConditions, ...first } = ruleConfiguration;
  const isNamed = /^[A-Za-z0-9 ]+$/.test(ruleName);
  if (!isNamed || Object.keys(first.variableTypes).length === 0) {
    throw new Refusal(refusedFlat({ source: "R13.31", status: 400, errorKey: null, message: "Invalid rule." }));
  }
  const limit = { ...first, counterKeyType: first.counterKeyType ?? shieldCounterKeys.Ip };
  if (!allowsLimit(shield, limit)) throw beyondPlan();
  return {
    ruleName,
    ruleDescription: ruleDescription ?? "",
    ruleConfiguration: {
      ...completed(limit),
      severityType: limit.severityType ?? 0,
      transformationTypes: limit.transformationTypes ?? [],
      chainedRuleConditions: (chainedRuleConditions ?? []).map(completed),
    },
  };
}

function completed<Given extends z.infer<typeof condition>>(given: Given) {
  const { value, isNegated, isRegexVariable } = given;
  return { ...given, value: value ?? "", isNegated: isNegated ?? false, isRegexVariable: isRegexVariable ?? false };
}

/** Refuses a rate limit that the plan does not allow. Assumption: the key is the same for too many as for a long timeframe. */
function beyondPlan(): Refusal {
  return new Refusal(
    refusedRule({
      source: "R13.17",
      errorKey: "plan_limit_restriction.rate_limit",
      message: "The plan of the Shield Zone does not allow this rate limit.",
    }),
  );
}

function noRule(): Refusal {
  return new Refusal(
    refusedRule({
      source: "R13.18",
      errorKey: "not_found_or_unauthorised_access.waf_rule",
      message: "Rule not found.",
    }),
  );
}

function existingLimit({ shieldRateLimits }: Service, { path }: ServiceRequest): Stored<ShieldRateLimit> {
  const limit = shieldRateLimits.stored(path.id("id"));
  if (limit === undefined) throw noRule();
  return limit;
}
