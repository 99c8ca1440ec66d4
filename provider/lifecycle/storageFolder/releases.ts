import type { CdnClient } from "../../api/client";
import { InvalidInputError } from "../../api/errors";
import type { StorageFiles } from "../../api/storageFiles";
import { blockedText, shortList } from "../../files/plan";
import type { ReleaseContent } from "../../files/releases";
import { releaseId, Releases, releasesFolder } from "../../files/releases";
import type { SourceFile } from "../../files/source";
import type { Progress } from "../../files/sync";
import type { LinkedStorageZone } from "../../types/storageZone";
import { messageOf } from "../shared/failures";
import type { Properties } from "../shared/lifeCycle";
import { isUnknown, unknownValue } from "../shared/properties";
import { filesIn, typesBy } from "./manifest";
import { outdated, releasesNamed } from "./pointers";

/** How many releases stay by default. */
export const defaultKeep = 5;

/** The release that follows from checked inputs; nothing without `releases`. It is unknown in a preview as long as its files are. */
export function releaseProperties(inputs: Properties): Properties {
  const { releases, files, prefix = "" } = inputs;
  const contentTypes = (inputs["contentTypes"] ?? {}) as Properties;
  if (releases === undefined) return {};
  const isOpen = [releases, files, prefix, contentTypes].some(isUnknown) || Object.values(contentTypes).some(isUnknown);
  if (isOpen) return { release: unknownValue, releasePath: unknownValue };
  const release = releaseId(contentOf(inputs));
  return { release, releasePath: `/${String(prefix)}${releasesFolder}${release}/` };
}

function contentOf(inputs: Properties): ReleaseContent {
  return { files: filesIn(inputs), typeOf: typesBy(inputs["contentTypes"] as Record<string, string> | undefined) };
}

/** Where a release is sent to. */
export interface ReleaseTarget {
  readonly client: Pick<CdnClient, "list" | "read">;
  readonly zone: LinkedStorageZone;
  readonly storage: StorageFiles;
  /** The folder with the releases, with a slash at its end, or "" for the root. */
  readonly prefix: string;
  readonly tell: (message: string) => void;
}

/** What is sent as a release. */
export interface ReleaseToSend {
  readonly files: readonly SourceFile[];
  readonly typeOf: ReleaseContent["typeOf"];
  readonly isRootFile: (path: string) => boolean;
  /** The files of this very release that an earlier run has sent: if the source has not changed one, it is not sent again. */
  readonly known?: ReadonlyMap<string, string>;
  readonly progress?: Progress;
}

/** Sends a release, without what is there already. @returns how many of its files were sent */
export async function sendRelease(
  { zone, storage, prefix, tell }: ReleaseTarget,
  { files, typeOf, isRootFile, known, progress }: ReleaseToSend,
): Promise<number> {
  const checksums = new Map(files.map(({ path, checksum }) => [path, checksum]));
  const releases = new Releases(storage, prefix);
  const content = { files: checksums, typeOf };
  const sync = releases.sync(releaseId(content));
  const plan = await sync.plan(files, known === undefined ? {} : { known });
  if (plan.blocked.length > 0) throw new InvalidInputError(blockedText(plan.blocked));
  if (plan.changedOutside.length > 0) tell(changedOutsideText(plan.changedOutside));
  const rootFiles = new Map([...checksums].filter(([path]) => isRootFile(path)));
  await releases.send(content, rootFiles, async () => {
    await sync.carryOut(plan, {
      replicas: zone.replicationRegions ?? [],
      contentType: typeOf,
      tell,
      // Nothing points to it yet. But the replicas must have all of it before something does.
      purge: () => Promise.resolve(),
      ...(progress && { progress }),
    });
  });
  return plan.uploads.length;
}

export function changedOutsideText(paths: readonly string[]): string {
  return `left alone, because they were changed or deleted outside: ${shortList(paths)}. pulumi up --refresh restores what is declared`;
}

/** Which releases of a folder edge rules name; undefined if that can't be read, which is said. */
export async function namedOrUnknown({
  client,
  zone,
  prefix,
  tell,
}: ReleaseTarget): Promise<ReadonlySet<string> | undefined> {
  try {
    return await releasesNamed(client, zone, prefix);
  } catch (error) {
    tell(`no former file or release is deleted, because the pull zones can't be read: ${messageOf(error)}`);
    return undefined;
  }
}

/** Deletes releases that nobody needs any more. A failure is said; the next run that sends something tries again. @returns whether it succeeded */
export async function deleteOutdated(
  { storage, prefix, tell }: Pick<ReleaseTarget, "storage" | "prefix" | "tell">,
  how: Parameters<typeof outdated>[1],
): Promise<boolean> {
  const releases = new Releases(storage, prefix);
  try {
    for (const id of outdated(await releases.list(), how)) await releases.delete(id, tell);
    return true;
  } catch (error) {
    tell(`not all old releases are deleted; the next run that sends files tries again: ${messageOf(error)}`);
    return false;
  }
}

/** Deletes every release that has a valid manifest. */
export async function deleteAllReleases({
  storage,
  prefix,
  tell,
}: Pick<ReleaseTarget, "storage" | "prefix" | "tell">): Promise<void> {
  const releases = new Releases(storage, prefix);
  for (const { id } of await releases.list()) await releases.delete(id, tell);
}
