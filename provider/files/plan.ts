import type { StorageFiles } from "../api/storageFiles";
import { firstOf } from "../wire/words";
import type { Listing } from "./listing";
import { foldersOf, isFolderThere, listFolder } from "./listing";
import { showReplicas } from "./replicas";
import type { ListedFile } from "../wire/storageFile";
import type { SourceFile } from "./source";

/** Steps that synchronize a folder of a zone with a source. Paths are relative to the prefix. */
export interface Plan {
  readonly uploads: readonly SourceFile[];
  /** Paths of {@link uploads} that are new instead of changed. */
  readonly added: ReadonlySet<string>;
  readonly unchanged: readonly SourceFile[];
  readonly deletions: readonly string[];
  /** Folders that have the paths of uploads, without a trailing slash. All files in them are deleted first. */
  readonly replacedFolders: readonly string[];
  /** Files of the source that can't be sent because of files that belong to others. */
  readonly blocked: readonly Blocked[];
  /** Files that have not changed in the source since the last run, but were changed or deleted outside. They are left unchanged. */
  readonly changedOutside: readonly string[];
  /** See {@link Listing.unusable}. */
  readonly unusable: readonly string[];
  /** Listed files of the folder. */
  readonly live: ReadonlyMap<string, ListedFile>;
  /** See {@link showReplicas}. */
  readonly showsReplicas?: boolean | undefined;
}

/** Plan without steps. */
export const emptyPlan: Plan = {
  uploads: [],
  added: new Set(),
  unchanged: [],
  deletions: [],
  replacedFolders: [],
  blocked: [],
  changedOutside: [],
  unusable: [],
  live: new Map(),
};

/** File of the source, with the files of others that prevent its upload. */
export interface Blocked {
  readonly path: string;
  readonly by: readonly string[];
}

/** Options of a plan. */
export interface PlanOptions {
  /** Files that earlier runs have sent, with their checksums. They are sent again only if the source has changed them. */
  readonly sent?: ReadonlyMap<string, string>;
  /** Whether to delete a file that the source lacks. @default no file is deleted */
  readonly isDeleted?: (path: string) => boolean;
  /** Whether unknown files can be deleted as well, so that every folder must be listed. */
  readonly deletesUnknown?: boolean;
  /** Whether to send a file although its checksum is the same. */
  readonly isStale?: (path: string) => boolean;
  /** Whether content that the last run did not send may be replaced although the source has not changed. @default it may not */
  readonly isReplaceable?: (path: string, checksum: string) => Promise<boolean>;
}

/** Compares a source with what the zone has. */
export async function planOf(
  storage: StorageFiles,
  prefix: string,
  source: readonly SourceFile[],
  options: PlanOptions,
): Promise<Plan> {
  const { sent = new Map<string, string>(), isDeleted = () => false, deletesUnknown = false } = options;
  const { isStale = () => false, isReplaceable = () => Promise.resolve(false) } = options;
  if (source.length + sent.size === 0 && !deletesUnknown) return emptyPlan;
  const own = new Set(source.map(({ path }) => path));
  const gone = new Set([...sent.keys()].filter((path) => !own.has(path) && isDeleted(path)));
  const folders = new Set([...own, ...gone].flatMap(foldersOf));
  const left = new Map(
    source.filter((file) => sent.get(file.path) === file.checksum).map((file) => [file.path, file.checksum]),
  );
  const expected = new Map([...left, ...[...sent].filter(([path]) => gone.has(path))]);
  const listing = await listFolder(storage, prefix, {
    wants: (folder) => deletesUnknown || folders.has(folder),
    checksums: expected,
  });
  const { files, unusable } = listing;
  const candidates = deletesUnknown ? [...files.keys()] : [...gone].filter((path) => files.has(path));
  const deletions = new Set(candidates.filter((path) => !own.has(path) && isDeleted(path)));
  const [uploads, unchanged, changedOutside]: [SourceFile[], SourceFile[], string[]] = [[], [], []];
  for (const file of source) {
    const { path, checksum } = file;
    const live = files.get(path);
    // Assumption: the service may not show the checksum of an old file.
    const isEqual = live !== undefined && (live.checksum ?? left.get(path)) === checksum;
    const isChangedOutside = left.has(path) && !isEqual;
    const other = isChangedOutside ? live?.checksum : undefined;
    if (isChangedOutside && (other === undefined || !(await isReplaceable(path, other)))) changedOutside.push(path);
    else if (isEqual && !isStale(path)) unchanged.push(file);
    else uploads.push(file);
  }
  const { blocked, replacedFolders } = await obstacles(storage, prefix, uploads, listing, deletions);
  const isBlocked = new Set(blocked.map(({ path }) => path));
  // Files that prevent an upload stay.
  const isKept = (path: string): boolean => foldersOf(path).some((folder) => isBlocked.has(folder.slice(0, -1)));
  return {
    uploads: uploads.filter(({ path }) => !isBlocked.has(path)),
    added: new Set(uploads.map(({ path }) => path).filter((path) => !files.has(path))),
    unchanged,
    deletions: [...deletions].filter((path) => !isKept(path)).sort(),
    replacedFolders,
    blocked,
    changedOutside: changedOutside.sort(),
    unusable,
    live: files,
    showsReplicas: showReplicas(storage, files.values()),
  };
}

/**
 * Lists the files in a folder that has the path of a file to upload, except those that are deleted. A folder in it that can't be listed also counts,
 * because the folder would be deleted with everything in it.
 */
export async function filesInPlaceOf(
  storage: StorageFiles,
  prefix: string,
  path: string,
  isDeleted: (path: string) => boolean,
): Promise<string[]> {
  const folder = `${prefix}${path}/`;
  const inside = await listFolder(storage, folder, { wants: () => true });
  if (inside.unread.includes("") && !(await isFolderThere(storage, folder))) return [];
  const all = [...inside.files.keys(), ...inside.unusable, ...inside.unread].map((name) => `${path}/${name}`);
  return all.filter((name) => !isDeleted(name)).sort();
}

/** Finds what prevents uploads: files where they need folders, and folders where they need files. */
async function obstacles(
  storage: StorageFiles,
  prefix: string,
  uploads: readonly SourceFile[],
  { files, folders }: Listing,
  deletions: ReadonlySet<string>,
): Promise<Pick<Plan, "blocked" | "replacedFolders">> {
  const blocked: Blocked[] = [];
  const replacedFolders: string[] = [];
  for (const { path } of uploads) {
    const around = foldersOf(path).map((folder) => folder.slice(0, -1));
    const by = around.filter((parent) => files.has(parent) && !deletions.has(parent));
    if (folders.has(path)) {
      by.push(...(await filesInPlaceOf(storage, prefix, path, (file) => deletions.has(file))));
      if (by.length === 0) replacedFolders.push(path);
    }
    if (by.length > 0) blocked.push({ path, by });
  }
  return { blocked, replacedFolders };
}

/** Returns the text that explains which files can't be sent, and what to do. */
export function blockedText(blocked: readonly Blocked[]): string {
  const texts = blocked.map(({ path, by }) => `${JSON.stringify(path)} because of ${shortList(by)}`);
  return `Not sent: ${firstOf(texts, 5)}: in the storage zone, a folder has the same path as the file, or a file has the same path as the file's folder. It may belong to others, so it is not deleted. Delete it there, or rename the file in the source`;
}

/** Lists up to ten paths and the number of the others. */
export function shortList(paths: readonly string[]): string {
  return firstOf(paths.map((path) => JSON.stringify(path)));
}
