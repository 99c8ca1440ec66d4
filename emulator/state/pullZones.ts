import { pullZoneTable } from "../../provider/wire/pullZone";
import { hostnameTable } from "../../provider/wire/pullZoneParts";
import { profileOf } from "../profiles";
import type { EmulatorSettings } from "../settings";
import { partialWireSchema } from "../wire/schema";
import type { Random } from "../random";
import { noted } from "../sources";
import type { Hostname, PartialPullZone, PullZone } from "./objects";
import { complete, userId } from "./objects";
import type { Kind, WithSettings, Store, Stored } from "./store";

export const pullZoneKind: Kind<PullZone, PartialPullZone> = {
  table: pullZoneTable,
  path: "pullzone",
  list: { operation: "listPullZones", source: "R1.4" },
  nameField: "Name",
  schema: partialWireSchema(pullZoneTable),
  defaults: (given, _random, settings) => ({ UserId: userId, ...profileOf(settings).newPullZone(given) }),
  shown: ({ settings }, { object }, { includeCertificate = false }) =>
    shownPullZone(settings, includeCertificate ? object : withoutCertificates(object)),
};

/** The domain of system hostnames. The contract does not say how they are formed; these do not resolve. */
export const cnameDomain = "pull.cdn.example";

/** Returns the fields that the service generates for a new zone. A seed can set them. */
export function madeFor(name: string, random: Random, settings: EmulatorSettings): PartialPullZone {
  const system = hostname(`${name.toLowerCase()}.${cnameDomain}`, random);
  const { systemHostname, addedPullZone } = profileOf(settings);
  return {
    ...addedPullZone(),
    CnameDomain: cnameDomain,
    Hostnames: [{ ...system, ...noted("R5.7", systemHostname), IsSystemHostname: true, HasCertificate: true }],
    ZoneSecurityKey: random.groups(8, 4, 4, 4, 12),
  };
}

/** Returns a new hostname. */
export function hostname(value: string, random: Random): Hostname {
  return complete<Hostname>(hostnameTable, { Id: 1 + Math.floor(random.next() * 2 ** 31), Value: value });
}

/** Finds the pull zone of a hostname. Hostnames are case-insensitive. */
export function registration(
  pullZones: Store<PullZone, PartialPullZone>,
  value: string,
): { readonly pullZone: Stored<PullZone>; readonly hostname: Hostname } | undefined {
  const name = value.toLowerCase();
  for (const pullZone of pullZones.all()) {
    const found = pullZone.object.Hostnames?.find(({ Value }) => Value.toLowerCase() === name);
    if (found !== undefined) return { pullZone, hostname: found };
  }
  return undefined;
}

/** The stores that pull zones need. */
export interface WithPullZones extends WithSettings {
  readonly pullZones: Store<PullZone, PartialPullZone>;
}

/** Returns the zones linked to a storage zone, ascending by id. They are not copies. */
export function linkedTo({ pullZones }: WithPullZones, storageZoneId: number): readonly PullZone[] {
  return pullZones.having("StorageZoneId", storageZoneId).map(({ object }) => object);
}

/** Removes the certificates of hostnames from a zone. The API shows them only on request. */
export function withoutCertificates(zone: PullZone): PullZone {
  if (zone.Hostnames === null || zone.Hostnames.length === 0) return zone;
  const hidden = { Certificate: null, CertificateKey: null };
  return { ...zone, Hostnames: zone.Hostnames.map((hostname) => ({ ...hostname, ...hidden })) };
}

const publicNames = new Map(pullZoneTable.fields.map(({ wire, alias }) => [wire, alias ?? wire]));

/** Returns a pull zone as the API shows it. */
export function shownPullZone(settings: EmulatorSettings, zone: PullZone): object {
  return settings.publicNames ? underPublicNames(zone) : zone;
}

function underPublicNames(zone: object): object {
  return Object.fromEntries(Object.entries(zone).map(([name, value]) => [publicNames.get(name) ?? name, value]));
}
