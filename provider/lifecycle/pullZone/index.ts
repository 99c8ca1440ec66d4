import type { PullZoneBody } from "../../api/client";
import { hasNoOperation, UnsupportedError } from "../../api/errors";
import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import { declaredIn } from "../shared/state";
import { findById } from "../shared/find";
import type { Properties } from "../shared/lifeCycle";
import { picked } from "../shared/properties";
import { listedOrNone } from "../shared/requests";
import { zoneLifeCycle } from "../zones";
import type { ZoneKind } from "../zones/kind";
import { apply, unapplied } from "./apply";
import { checkPullZone } from "./check";
import {
  externalState,
  ignoredSettings,
  importInputs,
  liveInputs,
  managedState,
  plainOrigins,
  unusedOrigin,
} from "./state";

/** Assumption: every operation but reading one. */
const pullZones: ZoneKind<GetPullZoneResult> = {
  name: "PullZone",
  kind: pullZone,
  guardsReads: false,
  check: checkPullZone,
  // Without a list nothing is found by name: a creation then fails if the name is taken.
  list: (client, search) => listedOrNone(client.listPullZones({ search })),
  find: (reader, id, { includeCertificate }) =>
    findById(reader, "PullZone", id, includeCertificate === true ? { query: { includeCertificate } } : {}),
  add: (client, inputs) =>
    client.addPullZone(bodyOf(inputs)).catch((error: unknown) => {
      if (!hasNoOperation(error)) throw error;
      throw new UnsupportedError(
        "The pull zone was not created: this service has no operation that adds one. Create it in the service's dashboard, and read it with PullZone.get, or declare it with adopt: true",
        error.evidence,
      );
    }),
  apply,
  // A refresh may have found another origin than the declared one, with the declared address beside it.
  resent: (state, inputs) => unusedIn(state, inputs),
  left: (zone, inputs, changed) => {
    const isSent = unusedIn(zone, inputs).every((name) => changed.some((field) => field.name === name));
    return isSent ? [] : ["originType"];
  },
  delete: ({ client, turns }, id) => turns.inTurn(id, () => client.deletePullZone(id)),
  externalState,
  managedState,
  presumedState: (id, inputs) =>
    managedState({ id, hostnames: [], edgeRules: [], ...inputs } as unknown as GetPullZoneResult, inputs),
  liveInputs,
  importInputs,
  immutable: ({ name }) => ({ name }),
  // A pull zone has no date. Nobody has used a new one.
  isOurs: (zone, inputs) =>
    isAsRequested(zone, inputs) &&
    zone.hostnames.every(({ isSystemHostname }) => isSystemHostname) &&
    zone.edgeRules.length === 0,
  contents: ({ hostnames, edgeRules }) =>
    `hostnames: ${String(hostnames.length)}, edge rules: ${String(edgeRules.length)}`,
};

export const pullZoneLifeCycle = zoneLifeCycle(pullZones);

function unusedIn(zone: Parameters<typeof unusedOrigin>[0], inputs: Properties): string[] {
  const unused = unusedOrigin(zone, declaredIn(pullZone, inputs));
  return unused === undefined ? [] : [unused];
}

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
  const sent = pullZone.settings.map(({ name }) => name);
  return picked({ ...derived, ...inputs }, sent) as object as PullZoneBody;
}
