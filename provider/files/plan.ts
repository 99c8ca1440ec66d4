import type { StorageFiles } from "../api/storageFiles";
import { firstOf } from "../wire/words";
import type { Listing } from "./listing";
import { foldersOf, isFolderThere, listFolder } from "./listing";
import type { SourceFile } from "./source";

/** The steps that give a folder of a zone the files of a source. Paths are below the prefix. */
export interface Plan {
  readonly uploads: readonly SourceFile[];
  /** Those of {@link uploads} that are new, and not only changed. */
  readonly added: ReadonlySet<string>;
  readonly unchanged: readonly SourceFile[];
  readonly deletions: readonly string[];
  /** Folders in the place of uploads, without a slash at their end. All files in them are deleted first. */
  readonly replacedFolders: readonly string[];
  /** Files of the source that can't be sent, because others have something in their place. */
  readonly blocked: readonly Blocked[];
  /** Files that the source has not changed since the last run, but somebody else has changed or deleted. They are left alone. */
  readonly changedOutside: readonly string[];
  /** See {@link Listing.unusable}. */
  readonly unusable: readonly string[];
}

/** A plan without steps. */
export const emptyPlan: Plan = {
  uploads: [],
  added: new Set(),
  unchanged: [],
  deletions: [],
  replacedFolders: [],
  blocked: [],
  changedOutside: [],
  unusable: [],
};

/** A file of the source, and the files of others that are in its place. */
export interface Blocked {
  readonly path: string;
  readonly by: readonly string[];
}

/** What decides about files besides the source. */
export interface PlanOptions {
  /** The files that earlier runs have sent, with their checksums. Those that the source has not changed are not sent again. */
  readonly known?: ReadonlyMap<string, string>;
  /** Whether a file that the source lacks is to be deleted. @default none is */
  readonly isDeleted?: (path: string) => boolean;
  /** Whether unknown files can be deleted as well, so that every folder must be listed. */
  readonly deletesUnknown?: boolean;
  /** Whether a file is sent though its checksum is the same. */
  readonly isStale?: (path: string) => boolean;
  /** Whether a content that the last run has not sent may be replaced though the source has not changed. @default none may */
  readonly isReplaceable?: (path: string, checksum: string) => Promise<boolean>;
}

/** Compares a source with what the zone has. */
export async function planOf(
  storage: StorageFiles,
  prefix: string,
  source: readonly SourceFile[],
  options: PlanOptions,
): Promise<Plan> {
  const { known = new Map<string, string>(), isDeleted = () => false, deletesUnknown = false } = options;
  const { isStale = () => false, isReplaceable = () => Promise.resolve(false) } = options;
  if (source.length + known.size === 0 && !deletesUnknown) return emptyPlan;
  const own = new Set(source.map(({ path }) => path));
  const gone = new Set([...known.keys()].filter((path) => !own.has(path) && isDeleted(path)));
  const folders = new Set([...own, ...gone].flatMap(foldersOf));
  const left = new Map(
    source.filter((file) => known.get(file.path) === file.checksum).map((file) => [file.path, file.checksum]),
  );
  const expected = new Map([...left, ...[...known].filter(([path]) => gone.has(path))]);
  const listing = await listFolder(storage, prefix, {
    wants: (folder) => deletesUnknown || folders.has(folder),
    known: expected,
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
  // Files in the place of one that is not sent stay.
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
  };
}

/**
 * Lists what a folder in the place of a file holds, without what is deleted. A folder in it that can't be listed counts, because the
 * folder would be deleted with everything in it.
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

/** Finds what is in the place of uploads: files where they need folders, and folders where they need files. */
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

/** Explains which files can't be sent, and what to do. */
export function blockedText(blocked: readonly Blocked[]): string {
  const texts = blocked.map(({ path, by }) => `${JSON.stringify(path)} because of ${shortList(by)}`);
  return `Not sent: ${firstOf(texts, 5)}. The storage zone has a folder in place of the file, or a file in place of its folder, that is not to be deleted. Delete it there, or rename the file in the source`;
}

/** Up to ten paths, and how many more there are. */
export function shortList(paths: readonly string[]): string {
  return firstOf(paths.map((path) => JSON.stringify(path)));
}
