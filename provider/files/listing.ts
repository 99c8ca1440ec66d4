import { UnexpectedResponseError } from "../api/errors";
import { pause } from "../api/waits";
import type { StorageFiles } from "../api/storageFiles";
import type { ListedFile } from "../wire/storageFile";
import { pathFault } from "./names";
import { forEach } from "./parallel";

/** Number of parallel listings. The public service allows 5. */
export const listingsAtOnce = 4;

/** Limits of a listing. Without them, a service with endless folders would use up all memory. */
const limits = { depth: 100, folders: 50_000, files: 500_000 };

/** Delays before each further listing while two listings contradict each other, in milliseconds. */
export const lookDelays = [0, 250, 500, 1000, 2000];

/** Options of a listing. */
export interface Look {
  /** Whether to list a folder below the prefix, which takes a request. The path ends in a slash. */
  readonly wants: (folder: string) => boolean;
  /** Files of the state with their checksums. If one of them is missing or changed, a second listing must confirm it. */
  readonly checksums?: ReadonlyMap<string, string>;
}

/** Content of a folder of a zone. Paths are relative to the prefix. */
export interface Listing {
  /** Files, except names that are both a file and a folder: deleting such a name could delete everything in the folder. */
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Folders, without a trailing slash. */
  readonly folders: ReadonlySet<string>;
  /** Listed paths that can't be used in a request or in a state. They are left unchanged. */
  readonly unusable: readonly string[];
  /** Folders for which the service answered 404, with a trailing slash; "" is the listed folder itself. */
  readonly unread: readonly string[];
}

/** Lists a folder of a zone. Parts that contradict known files are listed again. @param prefix folder with a trailing slash, or "" for the root */
export async function listFolder(storage: StorageFiles, prefix: string, { wants, checksums }: Look): Promise<Listing> {
  const files = new Map<string, ListedFile>();
  const folders = new Set<string>();
  const unusable = new Set<string>();
  const unread: string[] = [];
  for (let level = [""], depth = 0; level.length > 0; depth++) {
    const next: string[] = [];
    await forEach(level, listingsAtOnce, async (folder) => {
      const answer = await storage.list(prefix + folder);
      if (answer === undefined) unread.push(folder);
      for (const listed of answer ?? []) {
        const path = folder + listed.name;
        if (pathFault(prefix + path) !== undefined) unusable.add(path);
        else if (!listed.isFolder) files.set(path, listed);
        else if (!folders.has(path) && folders.add(path) && wants(`${path}/`)) next.push(`${path}/`);
      }
      const isTooMuch = files.size > limits.files || folders.size > limits.folders || unusable.size > limits.files;
      if (isTooMuch || depth > limits.depth) throw endlessError(storage, prefix);
    });
    level = next;
  }
  const doubtful = [...(checksums ?? [])].filter(([path, checksum]) => {
    const live = files.get(path);
    return live === undefined || (live.checksum ?? checksum) !== checksum;
  });
  if (doubtful.length > 0) {
    await pause(lookDelays[1] ?? 0);
    const second = new SecondLook(storage, prefix, folders);
    const doubted = new Set(doubtful.map(([path]) => folderOf(path)));
    await forEach(doubted, listingsAtOnce, async (folder) => {
      for (const listed of await second.at(prefix + folder)) {
        const path = folder + listed.name;
        if (pathFault(prefix + path) !== undefined) continue;
        if (listed.isFolder) folders.add(path);
        else files.set(path, listed);
      }
    });
  }
  for (const folder of folders) files.delete(folder);
  return { files, folders, unusable: [...unusable].sort(), unread };
}

/** Whether a file exists. It does not if the listing of its folder lacks it or, after a 404, if the listing of the parent lacks the folder. */
export async function isThere(storage: StorageFiles, path: string): Promise<boolean> {
  const listed = await new SecondLook(storage, folderOf(path)).at(folderOf(path));
  return listed.some(({ name, isFolder }) => !isFolder && folderOf(path) + name === path);
}

/**
 * Lists the folders of files until each file is as it should be.
 *
 * @param paths relative to the prefix
 * @param isDone whether a file is as it should be; it is undefined if the listing lacks it
 * @returns the files that are still not as they should be when the time is up
 */
export async function listUntil(
  storage: StorageFiles,
  prefix: string,
  paths: Iterable<string>,
  isDone: (path: string, listed: ListedFile | undefined) => boolean,
  maxMs: number,
): Promise<readonly string[]> {
  const began = performance.now();
  let left = [...paths];
  for (let delay = 250; left.length > 0; delay = Math.min(2000, delay * 2)) {
    const folders = new Map<string, string[]>();
    for (const path of left) {
      const own = folders.get(folderOf(path));
      if (own === undefined) folders.set(folderOf(path), [path]);
      else own.push(path);
    }
    left = [];
    await forEach(folders, listingsAtOnce, async ([folder, own]) => {
      const listed = (await storage.list(prefix + folder)) ?? [];
      const files = new Map(listed.flatMap((file) => (file.isFolder ? [] : [[folder + file.name, file]])));
      left.push(...own.filter((path) => !isDone(path, files.get(path))));
    });
    const leftMs = began + maxMs - performance.now();
    if (left.length === 0 || leftMs <= 0) break;
    await pause(Math.min(delay, leftMs));
  }
  return left;
}

/** Second listing, which must confirm that a file is missing. Paths are relative to the zone. */
class SecondLook {
  readonly #looks = new Map<string, Promise<readonly ListedFile[]>>();

  /**
   * @param top the outermost folder to list
   * @param listed folders below it that the first listing found, without a trailing slash
   */
  constructor(
    private readonly storage: StorageFiles,
    private readonly top: string,
    private readonly listed: ReadonlySet<string> = new Set(),
  ) {}

  /** Returns the entries of a folder; none if it does not exist. */
  at(folder: string): Promise<readonly ListedFile[]> {
    const look = this.#looks.get(folder) ?? this.#look(folder);
    this.#looks.set(folder, look);
    return look;
  }

  async #look(folder: string): Promise<readonly ListedFile[]> {
    if (folder.length > this.top.length && !this.listed.has(folder.slice(this.top.length, -1))) {
      // The first listing of the parent lacks the folder. If the second one also lacks it, the folder does not exist.
      if (!holdsFolder(await this.at(parentOf(folder)), folder)) return [];
    }
    for (const delay of lookDelays) {
      if (delay > 0) await pause(delay);
      const listed = await this.storage.list(folder);
      if (listed !== undefined) return listed;
      if (!(await isFolderThere(this.storage, folder))) return [];
    }
    const request = this.storage.listing(folder);
    throw new UnexpectedResponseError(
      `${request.setting ?? "The storage host"} answers 404 for ${request.path}, but it is the root of the zone, or its parent lists it. Nothing in it is treated as deleted. Run the same command again`,
      { request, status: 404 },
    );
  }
}

/** Whether the parent of a folder lists it. The root of a zone always exists, so a 404 for it proves nothing. */
export async function isFolderThere(storage: StorageFiles, folder: string): Promise<boolean> {
  if (folder === "") return true;
  const parent = parentOf(folder);
  const listed = await storage.list(parent);
  return listed === undefined ? isFolderThere(storage, parent) : holdsFolder(listed, folder);
}

function holdsFolder(listed: readonly ListedFile[], folder: string): boolean {
  const parent = parentOf(folder);
  return listed.some(({ name, isFolder }) => isFolder && `${parent}${name}/` === folder);
}

function endlessError(storage: StorageFiles, prefix: string): UnexpectedResponseError {
  const request = storage.listing(prefix);
  const { depth, folders, files } = limits;
  return new UnexpectedResponseError(
    `${request.path} has more than ${String(folders)} folders, ${String(files)} files or ${String(depth)} nested folders, so the listing was stopped. Use a prefix with fewer`,
    { request },
  );
}

/** Returns the folder of a file, with a trailing slash; "" for the prefix itself. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Returns the parent of a folder. Both have a trailing slash. */
function parentOf(folder: string): string {
  return folderOf(folder.slice(0, -1));
}

/** Returns all folders of a path: `a/` and `a/b/` for `a/b/c.html`. */
export function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
