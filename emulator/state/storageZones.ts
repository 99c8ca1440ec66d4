import { storageZoneTable } from "../../provider/wire/storageZone";
import { profileOf } from "../profiles";
import type { Random } from "../random";
import { partialWireSchema } from "../wire/schema";
import type { Files } from "../storage/files";
import type { PartialStorageZone, PullZone, StorageZone } from "./objects";
import { userId } from "./objects";
import type { WithPullZones } from "./pullZones";
import { linkedTo, shownPullZone, withoutCertificates } from "./pullZones";
import type { Kind, WithSettings, Store, Stored } from "./store";

const schema = partialWireSchema<PartialStorageZone>(storageZoneTable);

export const storageZoneKind: Kind<StorageZone, PartialStorageZone> = {
  table: storageZoneTable,
  path: "storagezone",
  nameField: "Name",
  list: { operation: "listStorageZones", source: "contract" },
  schema,
  seedSchema: schema.refine(({ PullZones }) => PullZones === undefined, {
    path: ["PullZones"],
    message: "links follow from the StorageZoneId of the pull zones: list these under pullZones",
  }),
  keepsDeleted: true,
  defaults({ Region }, random) {
    return {
      UserId: userId,
      Password: newPassword(random),
      ReadOnlyPassword: newPassword(random),
      Region: Region ?? "DE",
    };
  },
  onChange: (now) => ({ DateModified: new Date(now).toISOString() }),
  whole,
  shown(state: WithFiles, stored, { view }) {
    const { settings } = state;
    const zone = whole(state, stored);
    const PullZones = zone.PullZones?.map((linked) => shownPullZone(settings, linked) as PullZone) ?? null;
    return profileOf(settings).storageZone({ ...zone, PullZones }, view);
  },
};

/** Returns a password in the form of the public service. */
export function newPassword(random: Random): string {
  return random.groups(8, 4, 4, 12, 4, 4);
}

/** The replicas that were last added to a zone, and the time until which they are being enabled. */
const replications = new WeakMap<Stored<StorageZone>, { regions: readonly string[]; until: number }>();

/** The state that a storage zone shows in addition to its fields: pull zones and files. */
export interface WithFiles extends WithPullZones {
  readonly files: Files;
}

/** Returns a zone with its pull zones, the size of its files and the state of its replication. */
function whole(state: WithFiles, stored: Stored<StorageZone>): StorageZone {
  const { settings } = state;
  const zone = stored.object;
  const { files, bytes } = state.files.of(stored).usage();
  const { regions, until } = replications.get(stored) ?? { regions: [], until: 0 };
  const isReplicating = settings.now() < until;
  const isHidden = (region: string): boolean => isReplicating && settings.lateReplicas && regions.includes(region);
  return {
    ...zone,
    ReplicationRegions: zone.ReplicationRegions?.filter((region) => !isHidden(region)) ?? null,
    PullZones: linkedTo(state, zone.Id).map(withoutCertificates),
    StorageHostname: zone.StorageHostname ?? state.files.hostname,
    FilesStored: zone.FilesStored + files,
    StorageUsed: zone.StorageUsed + bytes,
    ReplicationChangeInProgress: zone.ReplicationChangeInProgress || isReplicating,
  };
}

/** Starts enabling replicas that were added to a zone. */
export function replicate(
  { settings, storageZones }: WithSettings & { readonly storageZones: Store<StorageZone, PartialStorageZone> },
  id: number,
  regions: readonly string[],
): Stored<StorageZone> {
  const { now, replicationMs } = settings;
  const stored = storageZones.existing(id);
  if (regions.length > 0) replications.set(stored, { regions, until: now() + replicationMs });
  return stored;
}
