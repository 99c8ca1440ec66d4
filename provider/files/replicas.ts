import type { StorageFiles } from "../api/storageFiles";
import type { ListedFile } from "../wire/storageFile";
import { warning } from "../wire/words";
import { listUntil } from "./listing";

/** Time for which a run waits for the replicas of one storage zone. Each wait uses up a part of it. */
export interface ReplicaPatience {
  readonly totalMs: number;
  leftMs: number;
}

export function replicaPatience(totalMs = 30_000): ReplicaPatience {
  return { totalMs, leftMs: totalMs };
}

/** Time after which the replicas usually have a file, in milliseconds. A listing that then shows none of them proves that a wait is in vain. */
const usuallyMs = 10 * 60 * 1000;

/** Returns a function that tells whether the replicas may not have got a listed file yet, because it was sent just before. */
function freshBy(storage: StorageFiles): (file: ListedFile) => boolean {
  const since = storage.serviceTime() - usuallyMs;
  return ({ changed }) => changed > since;
}

/**
 * Whether listed files show which replicas have them; undefined if this is not known, because all of them are new. Assumption: a service can replicate
 * files and not show it.
 */
export function showReplicas(storage: StorageFiles, files: Iterable<ListedFile>): boolean | undefined {
  const all = [...files].filter(({ isFolder }) => !isFolder);
  if (all.some(({ replicas }) => replicas.length > 0)) return true;
  return all.every(freshBy(storage)) ? undefined : false;
}

/** Unchanged files that the replicas must have as well: all, or those that an earlier run may have sent just before it was killed. */
export type Awaited = "all" | "fresh";

/** Returns the paths of listed files that replicas lack. */
export function lacking(
  storage: StorageFiles,
  live: ReadonlyMap<string, ListedFile>,
  {
    paths,
    replicas,
    awaits,
  }: { readonly paths: Iterable<string>; readonly replicas: readonly string[]; readonly awaits: Awaited },
): string[] {
  const isFresh = freshBy(storage);
  return [...paths].filter((path) => {
    const file = live.get(path);
    return file !== undefined && (awaits === "all" || isFresh(file)) && !hasReplicas(file, replicas);
  });
}

function hasReplicas(file: ListedFile, replicas: readonly string[]): boolean {
  return replicas.every((code) => file.replicas.includes(code));
}

/** Waits until the replicas have files. @param paths relative to the prefix @returns false if the patience ends before */
export async function areReplicated(
  { storage, prefix }: { readonly storage: StorageFiles; readonly prefix: string },
  paths: readonly string[],
  replicas: readonly string[],
  patience: ReplicaPatience,
): Promise<boolean> {
  const begin = performance.now();
  const isReplicated = (_: string, listed: ListedFile | undefined): boolean =>
    listed !== undefined && hasReplicas(listed, replicas);
  try {
    return (await listUntil(storage, prefix, paths, isReplicated, patience.leftMs)).length === 0;
  } finally {
    patience.leftMs = Math.max(0, patience.leftMs - (performance.now() - begin));
  }
}

/** Warns that replicas can serve the former content of files that kept their path. @param reason why the upload did not wait, or no longer */
export function oldFilesWarning(
  reason: "late" | "not shown",
  { totalMs }: ReplicaPatience,
  commands: readonly string[],
): string {
  const why =
    reason === "late"
      ? `After ${String(Math.round(totalMs / 1000))} s, the replicas don't show all files`
      : "The listing does not show which replicas have the files, so the upload did not wait for them";
  const advice = commands.length === 0 ? "" : `. Once they have the files, run: ${commands.join("; ")}`;
  return warning(
    `${why}. Visitors of some regions can get the old content of changed files for a long time, even for days${advice}`,
  );
}

/** Warns that replicas may lack files that have a new path. */
export function missingFilesWarning({ totalMs }: ReplicaPatience): string {
  const seconds = String(Math.round(totalMs / 1000));
  return warning(
    `After ${seconds} s, the replicas don't show all files. The run continues: visitors of some regions may not get the new files for a while`,
  );
}
