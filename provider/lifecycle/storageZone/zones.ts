import { isDeepStrictEqual } from "node:util";
import { storageZone } from "../../kinds/storageZone";
import type { AddStorageZoneBody, LinkedStorageZone } from "../../types/storageZone";
import { utcTime } from "../../wire/utcTime";
import type { Properties } from "../shared/lifeCycle";
import { stringsIn } from "../shared/properties";
import type { ZoneKind } from "../zones/zoneKind";
import { immutableDifferences } from "../zones/zoneKind";
import { applySettings } from "./applySettings";
import { inputsOf } from "./inputs";
import { liveReplicas } from "./replicas";
import { liveInputs, managedState, presumedState } from "./state";

/** What distinguishes storage zones from other zones. */
export const storageZones: ZoneKind<LinkedStorageZone> = {
  name: "StorageZone",
  kind: storageZone,
  list: (client, search) => client.listStorageZones({ search }),
  add: (client, inputs) => client.addStorageZone(bodyOf(inputs)),
  applySettings: ({ client }, zone, inputs) => applySettings(client, zone, inputsOf(inputs)),
  managedState: (zone, inputs, prior) => managedState(zone, inputsOf(inputs), prior),
  liveInputs,
  presumedState: (id, inputs) => presumedState(id, inputsOf(inputs)),
  immutable: (zone) => ({ ...zone, region: zone.region?.toUpperCase() }),
  isOurs,
  // Not an essential field, so a service may omit it.
  contents: ({ filesStored, pullZones }) =>
    `files: ${String((filesStored as number | undefined) ?? "unknown")}, linked pull zones: ${String(pullZones.length)}`,
};

function bodyOf(inputs: Properties): AddStorageZoneBody {
  const given = storageZone.settings
    .filter(({ input }) => input.onlyUpdate !== true)
    .map(({ name }) => [name, inputs[name]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as AddStorageZoneBody;
}

/** The service's dates are in whole seconds, and its servers' clocks may differ. */
const clockToleranceMs = 5_000;

function isOurs(zone: LinkedStorageZone, inputs: Properties, began: number): boolean {
  return (
    immutableDifferences(storageZones, zone, inputs).length === 0 &&
    isDeepStrictEqual(liveReplicas(zone), stringsIn(inputs["replicationRegions"]).sort()) &&
    isUnchanged(zone) &&
    utcTime(zone.dateModified) >= began - clockToleranceMs &&
    zone.filesStored === 0 &&
    zone.pullZones.length === 0
  );
}

/** Whether the settings that a creation can't set are as on a new zone. */
function isUnchanged(zone: LinkedStorageZone): boolean {
  return storageZone.settings
    .filter(({ input }) => input.onlyUpdate === true)
    .every(({ name, input }) => ((zone as unknown as Properties)[name] ?? input.initial) === input.initial);
}
