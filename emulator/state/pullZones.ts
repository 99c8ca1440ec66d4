import { pullZoneTable } from "../../provider/wire/pullZone";
import { partialWireSchema } from "../wire/schema";
import type { PartialPullZone, PullZone } from "./objects";
import type { State } from "./kinds";
import type { Kind, Stored } from "./store";

export const pullZoneKind: Kind<PullZone, PartialPullZone> = {
  table: pullZoneTable,
  path: "pullzone",
  listOperation: "listPullZones",
  listIsAssumed: true,
  nameField: "Name",
  schema: partialWireSchema(pullZoneTable),
  // The contract's bounds exclude 0 as an image quality.
  defaults: () => ({ Enabled: true, OptimizerImageQuality: 85, OptimizerMobileImageQuality: 70 }),
  shown({ settings }, { object }, includeCertificate = false) {
    const zone = includeCertificate ? object : withoutCertificates(object);
    return settings.publicNames ? underPublicNames(zone) : zone;
  },
};

/** Pull zones by storage zone, for as long as none of them changes. */
const links = new WeakMap<readonly Stored<PullZone>[], Map<number, PullZone[]>>();

/** The zones linked to a storage zone, ascending by id: themselves, not copies. */
export function linkedTo({ pullZones }: State, storageZoneId: number): readonly PullZone[] {
  const all = pullZones.all();
  let linked = links.get(all);
  if (linked === undefined) {
    linked = new Map();
    for (const { object } of all) {
      const zones = linked.get(object.StorageZoneId);
      if (zones === undefined) linked.set(object.StorageZoneId, [object]);
      else zones.push(object);
    }
    links.set(all, linked);
  }
  return linked.get(storageZoneId) ?? [];
}

/** A zone with the certificates of its hostnames removed, as the API shows it unless it is asked for them. */
export function withoutCertificates(zone: PullZone): PullZone {
  if (zone.Hostnames === null || zone.Hostnames.length === 0) return zone;
  const hidden = { Certificate: null, CertificateKey: null };
  return { ...zone, Hostnames: zone.Hostnames.map((hostname) => ({ ...hostname, ...hidden })) };
}

const publicNames = new Map(pullZoneTable.fields.map(({ wire, alias }) => [wire, alias ?? wire]));

/** A zone with the field names of the public service. */
export function underPublicNames(zone: PullZone): Record<string, unknown> {
  return Object.fromEntries(Object.entries(zone).map(([name, value]) => [publicNames.get(name) ?? name, value]));
}
