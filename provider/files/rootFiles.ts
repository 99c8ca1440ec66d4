import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageFiles } from "../api/storageFiles";
import { foldersOf, listFolder } from "./listing";
import type { NamedByNote } from "./releasePaths";
import { Releases } from "./releases";
import { checksumOf, contentOf } from "./source";

/**
 * Makes the files that a release delivers at the prefix as they are in the release.
 *
 * @returns the paths of those that were sent
 */
export async function restoreRootFiles(storage: StorageFiles, prefix: string, release: NamedByNote): Promise<string[]> {
  const releases = new Releases(storage, prefix);
  const { id } = release;
  const wanted = await releases.rootFiles(release);
  const folders = new Set([...wanted.keys()].flatMap(foldersOf));
  const { files } = await listFolder(storage, prefix, { wants: (folder) => folders.has(folder) });
  const others = [...wanted].filter(([path, checksum]) => files.get(path)?.checksum !== checksum);
  if (others.length === 0) return [];
  const content = await releases.content(id);
  const sent: string[] = [];
  const folder = await realpath(await mkdtemp(join(tmpdir(), "release-")));
  const file = join(folder, "file");
  try {
    for (const [path, checksum] of others) {
      if (!(await storage.download(releases.folderOf(id) + path, file))) continue;
      const found = await checksumOf(file);
      // What the release has otherwise is not what was delivered.
      if (found.checksum !== checksum) continue;
      const type = content?.typeOf(path);
      const options = type === undefined ? {} : { contentType: type };
      await storage.put(prefix + path, { bytes: found.bytes, open: () => contentOf(file) }, checksum, options);
      sent.push(path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return sent;
}
