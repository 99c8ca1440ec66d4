import { pullZoneTable } from "../../provider/wire/pullZone";
import type { Service } from "../service";
import type { PullZone } from "../types/pullZone";
import type { StorageZone } from "../types/storageZone";
import type { KeptStorageZone } from "../state/storageZones";

type JsonObject = Record<string, unknown>;

/** A pull zone as the service answers it. Certificates only where they were asked for. */
export function showPullZone(zone: PullZone, publicNames: boolean, includeCertificate: boolean): JsonObject {
  const shown: JsonObject =
    includeCertificate || zone.Hostnames === null || zone.Hostnames.length === 0
      ? zone
      : {
          ...zone,
          Hostnames: zone.Hostnames.map((hostname) => ({ ...hostname, Certificate: null, CertificateKey: null })),
        };
  return publicNames ? underPublicNames(shown) : shown;
}

/** A storage zone as the service answers it, with the pull zones that are linked to it. */
export function showStorageZone(kept: KeptStorageZone, service: Service): StorageZone {
  const { pullZones, settings } = service;
  const { zone, replication } = kept;
  const replicating = settings.now() < replication.until;
  const late = replicating && settings.lateReplicas ? replication.regions : [];
  return {
    ...zone,
    ReplicationRegions: zone.ReplicationRegions?.filter((region) => !late.includes(region)) ?? null,
    PullZones: pullZones
      .linkedTo(zone.Id)
      .map((linked) => showPullZone(linked, settings.publicNames, false)) as PullZone[],
    ReplicationChangeInProgress: zone.ReplicationChangeInProgress || replicating,
  };
}

const publicNameOf = new Map(pullZoneTable.fields.map(({ wire, alias }) => [wire, alias ?? wire]));

function underPublicNames(zone: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(zone).map(([name, value]) => [publicNameOf.get(name) ?? name, value]));
}
