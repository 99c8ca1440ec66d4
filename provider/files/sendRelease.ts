import type { Reads } from "../api/reads";
import { InvalidInputError, messageOf } from "../api/errors";
import type { StorageFiles } from "../api/storageFiles";
import { eventually } from "../api/waits";
import type { Plan } from "./plan";
import { blockedText, shortList } from "./plan";
import { manifestName } from "./releasePaths";
import type { ReleaseContent } from "./releaseContent";
import { releaseId } from "./releaseContent";
import type { ReleaseMessage } from "./releaseMessage";
import { ReleaseMessages } from "./releaseMessages";
import { Releases, releasesIn } from "./releases";
import type { ReplicaPatience } from "./replicas";
import { showReplicas } from "./replicas";
import type { SourceFile } from "./source";
import { FolderSync } from "./sync";
import type { Progress } from "./sync";
import type { LinkedStorageZone } from "../types/storageZone";
import type { ListedFile } from "../wire/storageFile";
import type { NamedReleases } from "./pointers";
import { outdated, releasesNamed } from "./pointers";
import { warning } from "../wire/words";

/** Default number of releases that stay. */
export const defaultKeep = 5;

/** Destination of a release. */
export interface ReleaseTarget {
  readonly reads: Pick<Reads, "everyone">;
  readonly zone: Pick<LinkedStorageZone, "id" | "name" | "pullZones" | "replicationRegions">;
  readonly storage: StorageFiles;
  /** Folder with the releases, with a trailing slash, or "" for the root. */
  readonly prefix: string;
  /** Time to wait for the replicas of the zone. */
  readonly patience: ReplicaPatience;
  readonly tell: (message: string) => void;
}

/** Release to send. */
export interface ReleaseToSend {
  readonly files: readonly SourceFile[];
  readonly typeOf: ReleaseContent["typeOf"];
  readonly isRootFile: (path: string) => boolean;
  /** Whether no rule has to be moved to this release, so that nothing depends on the files that an earlier run has sent. */
  readonly isNamed: boolean;
  /** Files of this release that an earlier run has sent. They are sent again only if the source has changed them. */
  readonly sent?: ReadonlyMap<string, string>;
  /** Message of this release, unless it has one already. */
  readonly message?: ReleaseMessage;
  readonly progress?: Progress;
  /** Looks up which release visitors get before this one. It is called only if the release is not whole yet. */
  readonly previous: () => Promise<string | undefined>;
}

/** Plan of a release, with its id and the listed manifests and notes of all releases. */
export interface ReleasePlan extends Plan {
  readonly id: string;
  readonly listed: ReadonlyMap<string, ListedFile>;
}

/** Compares a release with its existing files. @throws {InvalidInputError} if files of others prevent an upload */
export async function planRelease(
  { storage, prefix }: Pick<ReleaseTarget, "storage" | "prefix">,
  { files, typeOf, sent }: Pick<ReleaseToSend, "files" | "typeOf" | "sent">,
): Promise<ReleasePlan> {
  const id = releaseId({ files: checksumsOf(files), typeOf });
  const releases = new Releases(storage, prefix);
  const [plan, listed] = await Promise.all([
    releases.sync(id).plan(files, sent === undefined ? {} : { sent }),
    releases.listed(),
  ]);
  if (plan.blocked.length > 0) throw new InvalidInputError(blockedText(plan.blocked));
  // The folder of a new release has no files yet, or fresh ones, but other releases do.
  const showsReplicas = showReplicas(storage, [...plan.live.values(), ...listed.values()]);
  return { ...plan, id, listed, showsReplicas };
}

/**
 * Sends the missing files of a release, and waits until the replicas have it: only then may an edge rule name it. Files that an earlier run has sent
 * count as well, because that run may not have waited: it was killed, or had only the password, which does not show the replicas of the zone.
 */
export async function sendRelease(
  {
    zone,
    storage,
    prefix,
    patience,
    tell,
  }: Pick<ReleaseTarget, "storage" | "prefix" | "patience" | "tell"> & {
    readonly zone: Pick<LinkedStorageZone, "replicationRegions">;
  },
  { files, typeOf, isRootFile, isNamed, message = {}, progress, previous }: ReleaseToSend,
  plan: ReleasePlan,
): Promise<void> {
  const checksums = checksumsOf(files);
  const releases = new Releases(storage, prefix);
  const rootFiles = new Map([...checksums].filter(([path]) => isRootFile(path)));
  const isWhole = releasesIn(plan.listed).some((one) => one.id === plan.id && one.isWhole);
  const upload = async (): Promise<boolean> => {
    const blocked = await releases.sync(plan.id).carryOut(plan, {
      // Nothing is cached yet, because no visitor has requested the release.
      replicas: zone.replicationRegions ?? [],
      ...(!(isWhole && isNamed) && { awaits: isWhole ? "fresh" : "all" }),
      patience,
      contentType: typeOf,
      tell,
      exact: true,
      ...(progress && { progress }),
    });
    // Files of others appeared since the plan.
    if (blocked.length > 0) throw new InvalidInputError(blockedText(blocked));
    return plan.changedOutside.length === 0;
  };
  const { id, listed } = plan;
  await releases.send({ id, files: checksums, typeOf }, { listed, rootFiles, message, upload, previous });
}

function checksumsOf(files: readonly SourceFile[]): Map<string, string> {
  return new Map(files.map(({ path, checksum }) => [path, checksum]));
}

export function changedOutsideText(paths: readonly string[]): string {
  return `files that were changed or deleted outside stay as they are: ${shortList(paths)}. pulumi up --refresh restores them`;
}

/** Reads which releases edge rules name. If that fails, reports it and returns undefined. */
export async function namedOrUnknown(
  { reads, zone, prefix, tell }: Pick<ReleaseTarget, "reads" | "zone" | "prefix" | "tell">,
  how: Parameters<typeof releasesNamed>[3] = {},
): Promise<NamedReleases | undefined> {
  try {
    return await releasesNamed(reads, zone, prefix, how);
  } catch (error) {
    tell(warning(`no old file or release is deleted, because the pull zones can't be read: ${messageOf(error)}`));
    return undefined;
  }
}

/**
 * Deletes releases that are no longer needed. A failure is reported, and the next run that sends something tries again.
 *
 * @param leaves is called with the files that a release has delivered at the prefix, before the release is deleted. It returns whether any of them is
 * newly known to the state: then the release stays until the next run, because its note names them until the state is saved
 * @returns the number of deleted releases, and whether none is left
 */
export async function deleteOutdated(
  { storage, prefix, tell }: Pick<ReleaseTarget, "storage" | "prefix" | "tell">,
  how: Parameters<typeof outdated>[1],
  leaves?: (delivered: ReadonlyMap<string, string>, isDelivered: IsDelivered) => Promise<boolean>,
): Promise<{ readonly deleted: number; readonly areAllGone: boolean }> {
  const releases = new Releases(storage, prefix);
  let deleted = 0;
  try {
    // A complete release whose note one listing lacks would seem incomplete, and one that is not listed would stay where none should.
    const files = await releases.listedTwice();
    const listed = releasesIn(files);
    const ids = new Set(outdated(listed, how));
    const others = listed.filter(({ id }) => !ids.has(id));
    const isDelivered: IsDelivered = (path, checksum) => releases.hasDelivered(path, checksum, others);
    for (const release of listed.filter(({ id }) => ids.has(id))) {
      if (await leaves?.(await releases.rootFiles(release), isDelivered)) continue;
      if (await releases.delete(release.id, files, tell)) deleted += 1;
    }
    await new ReleaseMessages(storage, prefix).deleteLeft(files, tell);
    return { deleted, areAllGone: deleted === listed.length };
  } catch (error) {
    tell(
      warning(
        `not all old releases could be deleted; the next run that uploads files tries again: ${messageOf(error)}`,
      ),
    );
    return { deleted, areAllGone: false };
  }
}

/** Whether a release that stays has delivered a file at the prefix with this content. */
type IsDelivered = (path: string, checksum: string) => Promise<boolean>;

/**
 * Returns the files at the prefix that an old release has delivered and that no other release has delivered: the commands deploy and rollback
 * deliver files that no state knows. Reports them, because the next run deletes them if the caller adds them to a state.
 *
 * @param known files at the prefix that the state has
 */
export async function stillDelivered(
  { storage, prefix, tell }: Pick<ReleaseTarget, "storage" | "prefix" | "tell">,
  delivered: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, string>,
  isDelivered: IsDelivered,
): Promise<Map<string, string>> {
  const left = new Map<string, string>();
  const unknown = new Map([...delivered].filter(([path]) => !known.has(path)));
  if (unknown.size === 0) return left;
  const { files } = await new FolderSync(storage, prefix).listKnown(unknown);
  for (const [path, checksum] of unknown) {
    const isThere = files.get(path)?.checksum === checksum;
    if (isThere && !(await isDelivered(path, checksum))) left.set(path, checksum);
  }
  if (left.size > 0) {
    const names = shortList([...left.keys()].sort());
    tell(`an old release has delivered ${names} at the prefix. The next pulumi up that uploads a release deletes them`);
  }
  return left;
}

/** Releases to delete with their folder, and the files that they have delivered at the prefix. */
export interface ReleasesToDelete {
  readonly ids: readonly string[];
  /** Manifests, messages and notes by name. */
  readonly listed: ReadonlyMap<string, ListedFile>;
  /** Checksums with which each file was delivered. The commands deploy and rollback also deliver files, which no state knows. */
  readonly rootFiles: ReadonlyMap<string, ReadonlySet<string>>;
  /** The files at the prefix of releases that edge rules name stay with them. */
  readonly isDelivered: IsDelivered;
}

export const noReleases: ReleasesToDelete = {
  ...{ ids: [], listed: new Map(), rootFiles: new Map() },
  isDelivered: () => Promise.resolve(false),
};

/**
 * Returns every release of a folder except those that edge rules name, because they are live.
 *
 * @param lastIds ids of releases that exist according to the state
 */
export async function releasesToDelete(
  { reads, zone, storage, prefix, tell }: Omit<ReleaseTarget, "patience">,
  lastIds: readonly string[],
): Promise<ReleasesToDelete> {
  const releases = new Releases(storage, prefix);
  const files = await releases.listedTwice();
  const listed = releasesIn(files);
  const all = new Set([...listed.map(({ id }) => id), ...lastIds]);
  const rootFiles = new Map<string, Set<string>>();
  if (all.size === 0) return { ...noReleases, listed: files };
  // Lists may still show a rule or a pull zone that this run has just deleted.
  const isFree = ({ mentions }: NamedReleases): boolean => ![...all].some(mentions);
  const found = await eventually(() => releasesNamed(reads, zone, prefix), isFree);
  const named = [...all].filter((id) => found?.mentions(id) ?? true);
  if (named.length > 0) tell(`releases that edge rules name stay: ${named.join(", ")}`);
  const staying = listed.filter(({ id }) => named.includes(id));
  const isDelivered: IsDelivered = (path, checksum) => releases.hasDelivered(path, checksum, staying);
  for (const release of listed.filter(({ id }) => !named.includes(id))) {
    for (const [path, checksum] of await releases.rootFiles(release)) {
      rootFiles.set(path, (rootFiles.get(path) ?? new Set()).add(checksum));
    }
  }
  return { ids: [...all].filter((id) => !named.includes(id)), listed: files, rootFiles, isDelivered };
}

/** Deletes releases. Those without a valid manifest are left and reported, because it is not known which files they have. */
export async function deleteReleases(
  { storage, prefix, tell }: Pick<ReleaseTarget, "storage" | "prefix" | "tell">,
  { ids, listed }: Pick<ReleasesToDelete, "ids" | "listed">,
): Promise<void> {
  const releases = new Releases(storage, prefix);
  await new ReleaseMessages(storage, prefix).deleteLeft(listed, tell);
  for (const id of ids) {
    const wasDeleted = await releases.delete(id, listed, tell);
    if (wasDeleted || !(await releases.listed()).has(manifestName(id))) continue;
    tell(warning(`release ${id} stays, because its manifest is invalid: it is not known which files it has`));
  }
}
