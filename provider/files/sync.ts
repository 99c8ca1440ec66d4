import { InvalidInputError, UnexpectedResponseError } from "../api/errors";
import { pause } from "../api/waits";
import type { StorageFiles } from "../api/storageFiles";
import type { Content } from "../api/transport";
import type { Listing, Look } from "./listing";
import { folderOf, foldersOf, isThere, listFolder, listingsAtOnce, lookDelays } from "./listing";
import { forEach } from "./parallel";
import type { Blocked, Plan, PlanOptions } from "./plan";
import { filesInPlaceOf, planOf } from "./plan";
import type { SourceFile } from "./source";
import { checksumOf, contentOf } from "./source";

/** Requests at a time. The public service allows 30 deletions. */
const atOnce = { uploads: 16, deletions: 8 };

/** How far an upload is. It changes while files are sent. */
export interface Progress {
  uploaded: number;
  deleted: number;
  bytes: number;
  /** What is being done. {@link SyncOptions.purge} sets it itself. */
  phase: string;
}

export const initialProgress: Progress = { uploaded: 0, deleted: 0, bytes: 0, phase: "" };

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
  /** Whether a file that changed since its checksum was computed is an error. @default false: it is sent as it is now */
  readonly exact?: true;
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

  /** Lists what the zone has. */
  list(look: Look): Promise<Listing> {
    return listFolder(this.files, this.prefix, look);
  }

  /** Lists the folders that known files are in. */
  listKnown(known: ReadonlyMap<string, string>): Promise<Listing> {
    const folders = new Set([...known.keys()].flatMap(foldersOf));
    return this.list({ wants: (folder) => folders.has(folder), known });
  }

  /** Compares a source with what the zone has. */
  plan(source: readonly SourceFile[], options: PlanOptions = {}): Promise<Plan> {
    return planOf(this.files, this.prefix, source, options);
  }

  /** Lists what a folder in the place of a file holds, without what is deleted. */
  filesInPlaceOf(path: string, isDeleted: (path: string) => boolean): Promise<string[]> {
    return filesInPlaceOf(this.files, this.prefix, path, isDeleted);
  }

  /**
   * Uploads, waits for the replicas, purges, and deletes, in this order: visitors never get a page whose parts are missing, and nothing is
   * deleted before everything else has succeeded. Only a file or a folder in the place of an upload is deleted first.
   *
   * @returns the files that were not sent, because others have something in their place
   */
  async carryOut({ uploads, deletions, replacedFolders, blocked }: Plan, options: SyncOptions): Promise<Blocked[]> {
    const {
      progress = { ...initialProgress },
      purge,
      replicas,
      replicasWithinMs = 30_000,
      mustPurge = false,
      tell,
    } = options;
    const remove = async (paths: readonly string[]): Promise<void> => {
      if (paths.length > 0) progress.phase = "deleting";
      await forEach(paths, atOnce.deletions, async (path) => {
        await this.#delete(path);
        progress.deleted += 1;
        options.done?.(path, undefined);
      });
    };
    const folders = new Set(uploads.flatMap(({ path }) => foldersOf(path)));
    const isInTheWay = (path: string): boolean =>
      folders.has(`${path}/`) || replacedFolders.some((folder) => path.startsWith(`${folder}/`));
    await remove(deletions.filter(isInTheWay));
    const filled = await this.#removeFolders(replacedFolders);
    const isSent = ({ path }: SourceFile): boolean => !filled.some((one) => one.path === path);
    if (uploads.length > 0) progress.phase = "uploading";
    for (const files of [uploads.filter((file) => !isHtml(file)), uploads.filter(isHtml)]) {
      await forEach(files.filter(isSent), atOnce.uploads, (file) => this.#upload(file, progress, options));
    }
    if ((uploads.length > 0 || (mustPurge && deletions.length === 0)) && purge !== undefined) {
      if (replicas.length > 0 && uploads.length > 0)
        progress.phase = `waiting for the replicas (${replicas.join(", ")})`;
      if (!(await this.#areReplicated(uploads.filter(isSent), replicas, replicasWithinMs))) {
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
    return [...blocked, ...filled];
  }

  /** Deletes a file. After a 404 it is gone only if a listing agrees. */
  async #delete(path: string): Promise<void> {
    const fullPath = this.prefix + path;
    for (let attempt = 0; attempt < 3; attempt++) {
      if ((await this.files.delete(fullPath)) || !(await isThere(this.files, fullPath))) return;
    }
    const request = this.files.listing(this.prefix + folderOf(path));
    throw new UnexpectedResponseError(
      `${request.setting ?? "The storage host"} answers 404 to the deletion of ${JSON.stringify(fullPath)}, but ${request.path} lists it. Run the same command again`,
      { request, status: 404 },
    );
  }

  /** Deletes folders that hold no file any more. @returns those in which there is one now */
  async #removeFolders(folders: readonly string[]): Promise<Blocked[]> {
    const filled: Blocked[] = [];
    for (const path of folders) {
      let by: readonly string[] = [];
      for (const delay of lookDelays) {
        await pause(delay);
        by = await this.filesInPlaceOf(path, () => false);
        // What was deleted a moment ago may still be listed.
        if (by.length === 0) break;
      }
      if (by.length > 0) filled.push({ path, by });
      else await this.files.deleteFolder(`${this.prefix}${path}/`);
    }
    return filled;
  }

  /** Uploads a file. One that changed since its checksum was computed is sent once more, as it is now. */
  async #upload(source: SourceFile, progress: Progress, { contentType, done, exact }: SyncOptions): Promise<void> {
    const send = async (sent: SourceFile): Promise<void> => {
      const { checksum, path } = sent;
      const type = contentType?.(path);
      const options = type === undefined ? {} : { contentType: type };
      await this.files.put(this.prefix + path, counted(sent, progress), checksum, options);
      progress.uploaded += 1;
      done?.(path, checksum);
    };
    try {
      await send(source);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const { path, file } = source;
      const again = { path, file, ...(await checksumOf(file)) };
      if (again.checksum === source.checksum) throw error;
      if (exact === true)
        throw new InvalidInputError(`${source.file} changed while it was sent. Run it again`, "source");
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
      await forEach(folders, listingsAtOnce, async (folder) => {
        const listed = (await this.files.list(this.prefix + folder)) ?? [];
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
function counted({ file, bytes, content }: SourceFile, progress: Progress): Content {
  let sent = 0;
  return {
    bytes,
    async *open() {
      // Another attempt.
      progress.bytes -= sent;
      sent = 0;
      for await (const chunk of content === undefined ? contentOf(file, bytes) : [content]) {
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
