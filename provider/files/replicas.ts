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

/**
 * Whether listed files show which replicas have them; undefined if there are none. Assumption: a service can replicate files and not show it.
 */
export function showReplicas(files: Iterable<ListedFile>): boolean | undefined {
  const all = [...files].filter(({ isFolder }) => !isFolder);
  return all.length === 0 ? undefined : all.some(({ replicas }) => replicas.length > 0);
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
    listed !== undefined && replicas.every((code) => listed.replicas.includes(code));
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
    `After ${seconds} s, the replicas don't show all files. The upload continues: visitors of some regions may not get the new files for a while`,
  );
}
