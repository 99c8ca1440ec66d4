import { InvalidInputError } from "../api/errors";
import { pause } from "../api/retry";
import type { StorageFiles } from "../api/storageFiles";
import type { Content } from "../api/transport";
import type { ListedFile } from "../wire/storageFile";
import { forEach } from "./parallel";
import type { SourceFile } from "./source";
import { checksumOf, contentOf } from "./source";

/** Requests at a time. The public service allows 5 listings and 30 deletions. */
const atOnce = { listings: 4, uploads: 16, deletions: 8 };

/** What has to be done, so that a folder of a zone has the files of a source. */
export interface Plan {
  readonly uploads: readonly SourceFile[];
  /** Those of {@link uploads} that are new, and not only changed. */
  readonly added: ReadonlySet<string>;
  readonly unchanged: readonly SourceFile[];
  /** Paths below the prefix. */
  readonly deletions: readonly string[];
}

/** How far an upload is. It grows while files are sent. */
export interface Progress {
  uploaded: number;
  deleted: number;
  bytes: number;
}

/** What has to be known besides the plan, to carry it out. */
export interface SyncOptions {
  /** The replicas that must have the files before a purge. */
  readonly replicas: readonly string[];
  /** Empties the caches, if there are any to empty. */
  readonly purge?: () => Promise<void>;
  /** Counts what is done, for who shows it while it goes on. */
  readonly progress?: Progress;
  /** Says what a user should know, such as that replicas lag. */
  readonly tell: (message: string) => void;
  /** Whether caches are to be emptied even if nothing has to be sent. */
  readonly mustPurge?: boolean;
  /** Called for each file that was sent, with its checksum, and for each that was deleted. */
  readonly done?: (path: string, checksum: string | undefined) => void;
  /** The content type to send for a file, if any. */
  readonly contentType?: (path: string) => string | undefined;
  /** How long to wait for the replicas. @default 30 seconds */
  readonly replicasWithinMs?: number;
}

/** The files of one folder of a storage zone, brought in line with a source. Paths are below the prefix. */
export class FolderSync {
  /** @param prefix the folder, with a slash at its end, or "" for the root */
  constructor(
    private readonly files: StorageFiles,
    private readonly prefix: string,
  ) {}

  /**
   * The files that the zone has. A name that is a folder, too, is none of them: to delete it could delete all in it.
   *
   * @param wants which folders below the prefix to look into, each with a slash at its end. Each costs a request
   */
  async list(wants: (folder: string) => boolean): Promise<Map<string, ListedFile>> {
    const found = new Map<string, ListedFile>();
    const folders = new Set<string>();
    for (let level = [""]; level.length > 0;) {
      const next: string[] = [];
      await forEach(level, atOnce.listings, async (folder) => {
        for (const listed of await this.files.list(this.prefix + folder)) {
          const path = folder + listed.name;
          if (!listed.isFolder) found.set(path, listed);
          else if (folders.add(path) && wants(`${path}/`)) next.push(`${path}/`);
        }
      });
      level = next;
    }
    for (const folder of folders) found.delete(folder);
    return found;
  }

  /** Those of these paths that are files of the zone. */
  async existing(paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const folders = new Set(paths.flatMap(foldersOf));
    const listed = await this.list((folder) => folders.has(folder));
    return paths.filter((path) => listed.has(path)).sort();
  }

  /**
   * Compares a source with what the zone has.
   *
   * @param isDeleted whether a file that the source lacks is to be deleted. Omitted, none is, and only folders of the source are listed
   * @param isStale whether a file is sent though its checksum is the same
   */
  async plan(
    source: readonly SourceFile[],
    isDeleted?: (path: string) => boolean,
    isStale: (path: string) => boolean = () => false,
  ): Promise<Plan> {
    const folders = new Set(source.flatMap(({ path }) => foldersOf(path)));
    const listed = await this.list((folder) => isDeleted !== undefined || folders.has(folder));
    const isThere = ({ path, checksum }: SourceFile): boolean =>
      listed.get(path)?.checksum === checksum && !isStale(path);
    const differing = source.filter((file) => !isThere(file));
    const own = new Set(source.map(({ path }) => path));
    return {
      uploads: differing,
      added: new Set(differing.map(({ path }) => path).filter((path) => !listed.has(path))),
      unchanged: source.filter(isThere),
      deletions: [...listed.keys()].filter((path) => !own.has(path) && isDeleted?.(path) === true).sort(),
    };
  }

  /**
   * Uploads, waits for the replicas, purges, and deletes, in this order: visitors never get a page whose parts are missing, and nothing is
   * deleted before everything else has succeeded. Only a file whose name becomes a folder's is deleted first.
   */
  async carryOut({ uploads, deletions }: Plan, options: SyncOptions): Promise<void> {
    const {
      progress = { uploaded: 0, deleted: 0, bytes: 0 },
      purge,
      replicas,
      replicasWithinMs = 30_000,
      mustPurge = false,
      tell,
    } = options;
    const remove = (paths: readonly string[]): Promise<void> =>
      forEach(paths, atOnce.deletions, async (path) => {
        await this.files.delete(this.prefix + path);
        progress.deleted += 1;
        options.done?.(path, undefined);
      });
    const folders = new Set(uploads.flatMap(({ path }) => foldersOf(path)));
    const isInTheWay = (path: string): boolean => folders.has(`${path}/`);
    await remove(deletions.filter(isInTheWay));
    for (const files of [uploads.filter((file) => !isHtml(file)), uploads.filter(isHtml)]) {
      await forEach(files, atOnce.uploads, (file) => this.#upload(file, progress, options));
    }
    if ((uploads.length > 0 || (mustPurge && deletions.length === 0)) && purge !== undefined) {
      if (!(await this.#areReplicated(uploads, replicas, replicasWithinMs))) {
        const seconds = String(Math.round(replicasWithinMs / 1000));
        tell(
          `After ${seconds} s the replicas don't show all files. Going on: caches may get old files from them for a while`,
        );
      }
      await purge();
    }
    await remove(deletions.filter((path) => !isInTheWay(path)));
    // What was purged before a deletion is not cached again, unless somebody asks in between. Here nothing was purged.
    if (uploads.length === 0 && deletions.length > 0) await purge?.();
  }

  /** Uploads a file. One that changed since its checksum was computed is sent once more, as it is now. */
  async #upload(source: SourceFile, progress: Progress, { contentType, done }: SyncOptions): Promise<void> {
    const send = async ({ file, bytes, checksum, path }: SourceFile): Promise<void> => {
      const type = contentType?.(path);
      const options = type === undefined ? {} : { contentType: type };
      await this.files.put(this.prefix + path, counted(file, bytes, progress), checksum, options);
      progress.uploaded += 1;
      done?.(path, checksum);
    };
    try {
      await send(source);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const again = { ...source, ...(await checksumOf(source.file)) };
      if (again.checksum === source.checksum) throw error;
      await send(again).catch((second: unknown) => {
        if (!(second instanceof InvalidInputError)) throw second;
        throw new InvalidInputError(`${source.file} changes while it is sent: ${second.message}`, "source");
      });
    }
  }

  /** Waits until the replicas have the files. @returns false if the time is up */
  async #areReplicated(
    uploads: readonly SourceFile[],
    replicas: readonly string[],
    withinMs: number,
  ): Promise<boolean> {
    const end = performance.now() + withinMs;
    let folders = new Set(replicas.length > 0 ? uploads.map(({ path }) => folderOf(path)) : []);
    const sent = new Set(uploads.map(({ path }) => path));
    for (let delay = 250; ; delay = Math.min(2000, delay * 2)) {
      const late = new Set<string>();
      await forEach(folders, atOnce.listings, async (folder) => {
        const listed = await this.files.list(this.prefix + folder);
        const ours = listed.filter(({ name }) => sent.has(folder + name));
        if (ours.some((file) => replicas.some((code) => !file.replicas.includes(code)))) late.add(folder);
      });
      if (late.size === 0) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      folders = late;
      await pause(Math.min(delay, left));
    }
  }
}

/** A file of this machine as it is sent: so many bytes of it, counted as they are read. */
function counted(file: string, bytes: number, progress: Progress): Content {
  let sent = 0;
  return {
    bytes,
    async *open() {
      // Another attempt.
      progress.bytes -= sent;
      sent = 0;
      for await (const chunk of contentOf(file, bytes)) {
        sent += chunk.length;
        progress.bytes += chunk.length;
        yield chunk;
      }
      // The request would wait for the rest.
      if (sent < bytes) throw new InvalidInputError(`${file} has become shorter while it was sent`, "source");
    },
  };
}

function isHtml({ path }: SourceFile): boolean {
  return /\.html?$/i.test(path);
}

/** With a slash at its end; "" for the prefix itself. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** `a/b/c.html` is in `a/` and `a/b/`. */
export function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
