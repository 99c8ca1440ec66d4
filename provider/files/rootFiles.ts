import { join } from "node:path";
import type { StorageFiles } from "../api/storageFiles";
import { rootMatcher } from "./globs";
import { foldersOf, listFolder } from "./listing";
import { emptyPlan } from "./plan";
import { errorPagesFolder } from "./releasePaths";
import { Releases } from "./releases";
import { lacking, showReplicas } from "./replicas";
import type { SourceFile } from "./source";
import { checksumOf } from "./source";
import { inTemporaryFolder } from "./temporaryFolder";
import type { SyncOptions } from "./sync";
import { FolderSync } from "./sync";

/**
 * Returns a function that tells whether a file of a release is also delivered at the prefix.
 *
 * @param globs globs of `rootFiles`
 * @param prefix folder of the zone, with a trailing slash, or "" for the root
 */
export function rootFilesBy(globs: readonly string[], prefix: string): (path: string) => boolean {
  const isNamed = rootMatcher(globs);
  return (path) => isNamed(path) || (prefix === "" && path.startsWith(errorPagesFolder));
}

/**
 * Returns a warning about a page for missing files that the service does not find by itself, because the files have a prefix. Root files that include
 * the page show that the user knows it.
 *
 * @param argument the argument that names root files, if there is one
 */
export function errorPagesNotice(
  paths: readonly string[],
  {
    prefix,
    rootFiles,
    argument,
  }: { readonly prefix: string; readonly rootFiles: readonly string[]; readonly argument?: string },
): string[] {
  const pages = paths.filter((path) => path.startsWith(errorPagesFolder));
  const page = pages.find((path) => path === `${errorPagesFolder}404.html`) ?? pages[0];
  if (prefix === "" || page === undefined || pages.some(rootMatcher(rootFiles))) return [];
  const delivers =
    argument === undefined ? "" : `, and name "${page}" in ${argument}, so that releases also have it there`;
  return [
    `The service does not find ${prefix}${page} by itself, because it looks for this page only at the root of the storage zone. Set the zone's custom404FilePath to "/${prefix}${page}"${delivers}`,
  ];
}

/** Maximum size of a root file whose size the listing does not show. */
const maxUnlistedBytes = 128 * 1024 * 1024;

/** Result of restoring root files, as paths relative to the prefix. */
export interface RestoredFiles {
  readonly restored: readonly string[];
  /** Files that the release no longer has as they were delivered. */
  readonly left: readonly string[];
}

/**
 * Makes the files that a release delivers at the prefix as they are in the release. Purges once the replicas have them, if it sends any or if replicas
 * lack some that a killed rollback may have sent just before.
 */
export async function restoreRootFiles(
  storage: StorageFiles,
  prefix: string,
  release: Parameters<Releases["rootFiles"]>[0],
  options: Pick<SyncOptions, "replicas" | "purge" | "purgeCommands" | "tell">,
): Promise<RestoredFiles> {
  const releases = new Releases(storage, prefix);
  const { id } = release;
  const wanted = await releases.rootFiles(release);
  if (wanted.size === 0) return { restored: [], left: [] };
  const folders = new Set([...wanted.keys()].flatMap(foldersOf));
  const { files } = await listFolder(storage, prefix, { wants: (folder) => folders.has(folder) });
  const others = new Map([...wanted].filter(([path, checksum]) => files.get(path)?.checksum !== checksum));
  const paths = [...wanted.keys()].filter((path) => !others.has(path));
  const mustPurge = lacking(storage, files, { paths, replicas: options.replicas, awaits: "fresh" }).length > 0;
  const unchanged = paths.map((path) => ({ path }));
  const plan = { ...emptyPlan, unchanged, live: files, showsReplicas: showReplicas(storage, files.values()) };
  const sync = new FolderSync(storage, prefix);
  if (others.size === 0) {
    if (mustPurge) await sync.carryOut(plan, { ...options, mustPurge });
    return { restored: [], left: [] };
  }
  const content = await releases.content(id);
  const kept = await listFolder(storage, releases.folderOf(id), {
    wants: (folder) => folders.has(folder),
    checksums: others,
  });
  return inTemporaryFolder(async (folder) => {
    const uploads: SourceFile[] = [];
    const left: string[] = [];
    for (const [index, [path, checksum]] of [...others].entries()) {
      const file = join(folder, String(index));
      const listed = kept.files.get(path);
      const isThere =
        listed !== undefined &&
        (await storage.download(releases.folderOf(id) + path, file, listed.bytes || maxUnlistedBytes));
      const found = isThere ? await checksumOf(file) : undefined;
      if (found?.checksum === checksum) uploads.push({ path, file, ...found });
      else left.push(path);
    }
    await sync.carryOut({ ...plan, uploads }, { ...options, mustPurge, contentType: (path) => content?.typeOf(path) });
    return { restored: uploads.map(({ path }) => path), left };
  });
}
