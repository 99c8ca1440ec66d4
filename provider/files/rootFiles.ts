import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageFiles } from "../api/storageFiles";
import { foldersOf, listFolder } from "./listing";
import { emptyPlan } from "./plan";
import type { NamedByNote } from "./releasePaths";
import { Releases } from "./releases";
import type { SourceFile } from "./source";
import { checksumOf } from "./source";
import type { SyncOptions } from "./sync";
import { FolderSync } from "./sync";

/** Result of restoring root files, as paths relative to the prefix. */
export interface RestoredFiles {
  readonly restored: readonly string[];
  /** Files that the release no longer has as they were delivered. */
  readonly left: readonly string[];
}

/** Makes the files that a release delivers at the prefix as they are in the release. Purges if it sends any, once the replicas have them. */
export async function restoreRootFiles(
  storage: StorageFiles,
  prefix: string,
  release: NamedByNote,
  options: Pick<SyncOptions, "replicas" | "purge" | "tell">,
): Promise<RestoredFiles> {
  const releases = new Releases(storage, prefix);
  const { id } = release;
  const wanted = await releases.rootFiles(release);
  const folders = new Set([...wanted.keys()].flatMap(foldersOf));
  const { files } = await listFolder(storage, prefix, { wants: (folder) => folders.has(folder) });
  const others = [...wanted].filter(([path, checksum]) => files.get(path)?.checksum !== checksum);
  if (others.length === 0) return { restored: [], left: [] };
  const content = await releases.content(id);
  const uploads: SourceFile[] = [];
  const left: string[] = [];
  const folder = await realpath(await mkdtemp(join(tmpdir(), "release-")));
  try {
    for (const [index, [path, checksum]] of others.entries()) {
      const file = join(folder, String(index));
      const isThere = await storage.download(releases.folderOf(id) + path, file);
      const found = isThere ? await checksumOf(file) : undefined;
      if (found?.checksum === checksum) uploads.push({ path, file, ...found });
      else left.push(path);
    }
    await new FolderSync(storage, prefix).carryOut(
      { ...emptyPlan, uploads },
      { ...options, contentType: (path) => content?.typeOf(path) },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { restored: uploads.map(({ path }) => path), left };
}
