import { z } from "zod";
import { edgeRuleTable } from "../../provider/wire/pullZoneParts";
import type { Answer } from "../http";
import { empty, failed, json, parseBody, Refusal, withoutNulls } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { profileOf } from "../profiles";
import type { EdgeRule } from "../state/objects";
import { complete } from "../state/objects";
import type { PartialOf } from "../wire/partial";
import { partialWireSchema } from "../wire/schema";
import { invalid } from "./pullZones";
import { pullZoneOf } from "./read";

/** The operations on edge rules of pull zones. */
export const pullZoneEdgeRuleRoutes: readonly Route[] = [
  route("R6.1", "addOrUpdateEdgeRule", "POST", "/pullzone/:id/edgerules/addOrUpdate", addOrUpdate),
  route("R6.2", "setEdgeRuleEnabled", "POST", "/pullzone/:id/edgerules/:guid/setEdgeRuleEnabled", setEnabled),
  route("R6.2", "deleteEdgeRule", "DELETE", "/pullzone/:id/edgerules/:guid", (service, request) => {
    replace(service, request, request.path.text("guid"), () => undefined);
    return empty(204);
  }),
];

const ruleSchema = z.preprocess(withoutNulls, partialWireSchema<PartialOf<EdgeRule>>(edgeRuleTable));

/** Adds or updates a rule. An absent or null field keeps its value. */
function addOrUpdate(service: Service, request: ServiceRequest): Answer {
  const { pullZones, settings } = service;
  const { EdgeRules } = pullZoneOf(service, request);
  const { Guid, ...given } = parseBody(ruleSchema, request, invalid);
  const profile = profileOf(settings);
  const change = (old?: EdgeRule): EdgeRule => {
    const others = (EdgeRules ?? []).filter((other) => other !== old);
    const before = old ?? { Guid: pullZones.random.groups(8, 4, 4, 4, 12), OrderIndex: profile.edgeRulePlace(others) };
    const rule = complete<EdgeRule>(edgeRuleTable, { ...before, ...given, ReadOnly: old?.ReadOnly ?? false });
    return profile.edgeRule(rule, others, old);
  };
  const rule = replace(service, request, Guid, change);
  return settings.emptyAnswers.includes("addOrUpdateEdgeRule") ? empty(201) : json(201, rule);
}

function setEnabled(service: Service, request: ServiceRequest): Answer {
  const { Value } = parseBody(z.looseObject({ Value: z.boolean() }), request, invalid);
  replace(service, request, request.path.text("guid"), (rule) => rule && { ...rule, Enabled: Value });
  return empty(204);
}

/** Replaces the rule with a GUID, adds a rule if there is no GUID, and removes the rule if the new one is undefined. @throws {Refusal} with 404 for an unknown GUID */
function replace(
  service: Service,
  request: ServiceRequest,
  guid: string | undefined,
  change: (rule?: EdgeRule) => EdgeRule | undefined,
): EdgeRule | undefined {
  const { EdgeRules, Id } = pullZoneOf(service, request);
  const rules = EdgeRules ?? [];
  const old = guid ? rules.find(({ Guid }) => Guid.toLowerCase() === guid.toLowerCase()) : undefined;
  if (guid && old === undefined) throw new Refusal(failed("assumed", 404));
  const changed = change(old);
  const put = changed === undefined ? [] : [changed];
  const all = old === undefined ? [...rules, ...put] : rules.flatMap((rule) => (rule === old ? put : [rule]));
  service.pullZones.change(Id, { EdgeRules: all }, old === undefined ? request.lag.getMs : 0);
  return changed;
}
