import { z } from "zod";
import { shieldZoneTable } from "../../provider/wire/pullZoneShield";
import type { Answer } from "../http";
import { failed, json, Refusal } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { noError, noShield, refusedShield, shieldBody, shieldPage } from "../shield/answers";
import { allowsLimit, isBasic, planOf } from "../shield/plans";
import { noted } from "../sources";
import type { PartialPullZoneShield, PullZoneShield } from "../state/objects";
import { shieldOfPullZone } from "../state/pullZoneShields";
import type { Stored } from "../state/store";
import { partialWireSchema } from "../wire/schema";

/** The operations on shields. There is none that deletes one. The contract has none of them. */
export const pullZoneShieldRoutes: readonly Route[] = [
  route("R13.1", "listPullZoneShields", "GET", "/shield/shield-zones", ({ pullZoneShields }, request) => {
    const shields = pullZoneShields.listed("", false).map((one) => pullZoneShields.shown(one, { view: "page" }));
    return json(200, shieldPage(request, shields));
  }),
  route("R13.13", "listPullZonesOfShields", "GET", "/shield/shield-zones/pullzone-mapping", ({ pullZoneShields }) => {
    const shields = pullZoneShields.listed("", false).map((one) => pullZoneShields.shown(one, { view: "list" }));
    return json(200, { data: shields.map((one) => pairOf(one as PullZoneShield)) });
  }),
  route("R13.3", "getPullZoneShield", "GET", "/shield/shield-zone/:id", (service, { path }) => {
    const shield = service.pullZoneShields.found(path.id("id"));
    return shield === undefined ? noShield : shown(service, shield);
  }),
  route(
    "R13.3",
    "findPullZoneShield",
    "GET",
    "/shield/shield-zone/get-by-pullzone/:pullZoneId",
    (service, { path }) => {
      const shield = shieldOfPullZone(service, path.id("pullZoneId"));
      const found = shield && service.pullZoneShields.found(shield.object.Id);
      return found === undefined ? noShield : shown(service, found);
    },
  ),
  route("R13.4", "addPullZoneShield", "POST", "/shield/shield-zone", add),
  route("R13.7", "updatePullZoneShield", "PATCH", "/shield/shield-zone", update),
  // Assumption: the status. The service has no such operation.
  route("R13.14", "deletePullZoneShield", "DELETE", "/shield/shield-zone/:id", () => failed("R13.14", 404)),
];

function pairOf({ shieldZoneId, pullZoneId }: PullZoneShield): object {
  return { shieldZoneId, pullZoneId };
}

function shown({ pullZoneShields }: Service, shield: Stored<PullZoneShield>): Answer {
  return json(200, { data: pullZoneShields.shown(shield, { view: "one" }), error: noted("R13.10", noError) });
}

/** The settings that a body can have. */
const settable = shieldZoneTable.fields.filter(({ input, wire }) => input !== undefined && wire !== "pullZoneId");
const engineConfig = shieldZoneTable.fields.filter(({ wire }) => wire === "wafEngineConfig");
const settings = partialWireSchema<PartialPullZoneShield>({
  ...shieldZoneTable,
  fields: [...settable, ...engineConfig],
});

const addSchema = z.looseObject({ pullZoneId: z.int(), shieldZone: settings });

function add(service: Service, request: ServiceRequest): Answer {
  const { pullZoneShields, pullZones } = service;
  const { pullZoneId, shieldZone } = shieldBody(addSchema, request, "shieldzone");
  if (pullZones.stored(pullZoneId) === undefined) {
    return refusedShield({
      source: "assumed",
      status: 400,
      errorKey: "model_validation_error.shieldzone",
      message: `There is no pull zone ${String(pullZoneId)}.`,
    });
  }
  if (shieldOfPullZone(service, pullZoneId) !== undefined) {
    return refusedShield({
      source: "R13.6",
      status: 409,
      errorKey: "already_exists.shieldzone",
      message: "The pull zone already has a Shield Zone.",
    });
  }
  const { Id } = pullZoneShields.add({ ...settingsIn(shieldZone), pullZoneId }, request.lag);
  const made = pullZoneShields.shown(pullZoneShields.existing(Id), { view: "added" });
  return json(200, { data: { pullZoneId, shieldZone: made }, error: noted("R13.10", noError) });
}

/** Assumption: settings with null keep their values, and unknown ones are ignored. */
function settingsIn(given: PartialPullZoneShield): PartialPullZoneShield {
  const known = Object.entries(given).filter(
    ([name, value]) => value !== null && [...settable, ...engineConfig].some(({ wire }) => wire === name),
  );
  return Object.fromEntries(known);
}

const updateSchema = z.looseObject({ shieldZoneId: z.int(), shieldZone: settings.optional() });

/** Updates a shield. The answer repeats the request, and is not the state. */
function update(service: Service, request: ServiceRequest): Answer {
  const { shieldZoneId, shieldZone } = shieldBody(updateSchema, request, "shieldzone");
  const { object } = existingShield(service, shieldZoneId);
  if (shieldZone === undefined) {
    return refusedShield({
      source: "R13.8",
      errorKey: "model_validation_error.shieldzone",
      message: "The ShieldZone field is required.",
    });
  }
  const given = settingsIn(shieldZone);
  const { planType = object.planType } = given;
  if (planType < object.planType && isPlanInUse(service, object, planType)) {
    return refusedShield({
      source: "R13.12",
      errorKey: "plan_change_blocked.shieldzone",
      message: "The plan can't be changed while features that it lacks are in use.",
    });
  }
  if (given.learningMode === false) given.learningModeUntil = null;
  service.pullZoneShields.change(shieldZoneId, given);
  return json(200, { data: { shieldZoneId, shieldZone }, error: noted("R13.10", noError) });
}

/** Returns the shield that a request names. @throws {Refusal} with 202 if there is none */
export function existingShield({ pullZoneShields }: Service, id: number): Stored<PullZoneShield> {
  const shield = pullZoneShields.stored(id);
  if (shield === undefined) throw new Refusal(noShield);
  return shield;
}

/** Whether settings or rate limits are in use that a lower plan lacks. */
function isPlanInUse({ shieldRateLimits }: Service, shield: PullZoneShield, planType: number): boolean {
  const { wafRealtimeThreatIntelligenceEnabled, whitelabelResponsePages } = shield;
  const limits = shieldRateLimits.having("shieldZoneId", shield.Id);
  return (
    (isBasic({ planType }) && (wafRealtimeThreatIntelligenceEnabled || whitelabelResponsePages)) ||
    limits.length > planOf({ planType }).rateLimits ||
    limits.some(({ object }) => !allowsLimit({ planType }, { ...object.ruleConfiguration }))
  );
}
