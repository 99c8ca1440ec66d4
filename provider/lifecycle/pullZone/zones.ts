import type { PullZoneBody } from "../../api/client";
import { hasNoOperation, UnsupportedError } from "../../api/errors";
import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { Properties } from "../shared/lifeCycle";
import { decode } from "../../wire/codec";
import { pullZoneTable } from "../../wire/pullZone";
import { pullZoneDefaultsOf } from "../../wire/pullZoneDefaults";
import { declaredIn } from "../shared/declared";
import { isSameValue } from "../shared/sameValue";
import type { ZoneKind } from "../zones/zoneKind";
import { applySettings, unapplied } from "./applySettings";
import { ignoredSettings } from "./ignored";
import { plainOrigins } from "./origin";
import { emptyValue, liveInputs, managedState } from "./state";

/** What distinguishes pull zones from other zones. */
export const pullZones: ZoneKind<GetPullZoneResult> = {
  name: "PullZone",
  kind: pullZone,
  // Without a list nothing is found by name: a creation then fails if the name is taken.
  list: (client, search) =>
    client.listPullZones({ search }).catch((error: unknown) => {
      if (error instanceof UnsupportedError) return [];
      throw error;
    }),
  add: (client, inputs) =>
    client.addPullZone(bodyOf(inputs)).catch((error: unknown) => {
      if (!hasNoOperation(error)) throw error;
      throw new UnsupportedError(
        "The pull zone was not created: this service has no operation that adds one. Create it in the service's dashboard, and read it with PullZone.get, or declare it with adopt: true",
        error.evidence,
      );
    }),
  applySettings,
  managedState,
  liveInputs,
  presumedState: (id, inputs) =>
    managedState({ id, hostnames: [], edgeRules: [], ...inputs } as unknown as GetPullZoneResult, inputs),
  immutable: ({ name }) => ({ name }),
  // A pull zone has no date. Nobody has used a new one.
  isOurs: (zone, inputs) =>
    isAsRequested(zone, inputs) &&
    zone.hostnames.every(({ isSystemHostname }) => isSystemHostname) &&
    zone.edgeRules.length === 0,
  contents: ({ hostnames, edgeRules }) =>
    `hostnames: ${String(hostnames.length)}, edge rules: ${String(edgeRules.length)}`,
};

/** Whether a zone has what its creation asked for. The type of the origin follows from it, and the service may show another one. */
function isAsRequested(zone: GetPullZoneResult, inputs: Properties): boolean {
  const derived = Object.keys(plainOrigins).find((name) => inputs[name] !== undefined) ?? "originUrl";
  const originType = plainOrigins[derived] ?? zone.originType;
  const shown = inputs["originType"] === undefined ? { ...zone, originType } : zone;
  const ignored = ignoredSettings(zone, declaredIn(pullZone, inputs));
  return unapplied(shown, inputs).every(({ name }) => ignored.includes(name));
}

function bodyOf(inputs: Properties): PullZoneBody {
  const derived = inputs["storageZoneId"] === undefined ? {} : { originType: plainOrigins["storageZoneId"] };
  const all: Properties = { ...derived, ...inputs };
  const given = pullZone.settings.map(({ name }) => [name, all[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as unknown as PullZoneBody;
}

/** The inputs to declare an existing zone with: its name, its origin, and what differs from a new zone. */
export function importInputs(zone: GetPullZoneResult): Properties {
  const live = zone as unknown as Properties;
  const defaults = decode(pullZoneTable, pullZoneDefaultsOf(zone.originType)) as object as Properties;
  const plainOrigin = Object.keys(plainOrigins).find((name) => plainOrigins[name] === zone.originType);
  const isDeclared = (field: (typeof pullZone.settings)[number]): boolean => {
    const { name, scalar } = field;
    if (name === "name" || name === plainOrigin) return true;
    if (plainOrigins[name] !== undefined) return false;
    if (name === "originType") return plainOrigin === undefined;
    const initial = defaults[name] ?? emptyValue(field) ?? (scalar === "boolean" ? false : 0);
    return live[name] !== undefined && !isSameValue(field, live[name], initial);
  };
  return Object.fromEntries(
    pullZone.settings.filter(isDeclared).map((field) => [field.name, live[field.name] ?? emptyValue(field)]),
  );
}
