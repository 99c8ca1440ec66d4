import { InvalidInputError, UnexpectedResponseError } from "../api/errors";
import { pause } from "../api/waits";
import type { StorageFiles } from "../api/storageFiles";
import type { Content } from "../api/transport";
import type { Listing, Look } from "./listing";
import { folderOf, foldersOf, isThere, listFolder, lookDelays } from "./listing";
import { forEach } from "./parallel";
import type { Blocked, Plan, PlanOptions } from "./plan";
import { filesInPlaceOf, planOf } from "./plan";
import type { ReplicaPatience } from "./replicas";
import type { Awaited } from "./replicas";
import { areReplicated, lacking, missingFilesWarning, oldFilesWarning, replicaPatience } from "./replicas";
import type { SourceFile } from "./source";
import { checksumOf, contentOf } from "./source";
import { requireDeleted, requireUploaded } from "./confirm";

/** Numbers of parallel requests. The public service allows 30 deletions. */
const atOnce = { uploads: 16, deletions: 8 };

/** Progress of an upload. It changes while files are sent. */
export interface Progress {
  uploaded: number;
  deleted: number;
  bytes: number;
  /** Current step. {@link SyncOptions.purge} sets it itself. */
  phase: string;
}

export const initialProgress: Progress = { uploaded: 0, deleted: 0, bytes: 0, phase: "" };

/** Options for carrying out a plan. */
export interface SyncOptions {
  /** Replicas that must have the files before a purge, or before a rule names them. */
  readonly replicas: readonly string[];
  /** Which unchanged files they must also have. @default with `mustPurge` "fresh", otherwise none */
  readonly awaits?: Awaited;
  /** Empties the caches. Absent if there are none. */
  readonly purge?: () => Promise<void>;
  /** Progress that is updated, for a caller that shows it. */
  readonly progress?: Progress;
  /** Reports facts to the user, for example that replicas lag. */
  readonly tell: (message: string) => void;
  /** Whether to empty the caches even if nothing is sent. */
  readonly mustPurge?: boolean;
  /** Called for each file that was sent, with its checksum, and for each that listings no longer show after its deletion. */
  readonly done?: (path: string, checksum: string | undefined) => void;
  /** Returns the content type to send for a file, if any. */
  readonly contentType?: (path: string) => string | undefined;
  /** Whether a file that changed since its checksum was computed is an error. @default false: the current file is sent, unless its content was kept */
  readonly exact?: true;
  /** Time to wait for the replicas. @default 30 seconds */
  readonly patience?: ReplicaPatience;
  /** Returns the commands that empty the caches, for a warning. @default none */
  readonly purgeCommands?: () => Promise<readonly string[]>;
}

/** Files that replicas may lack, as a listing shows them. */
export interface Waiting extends Pick<Plan, "added" | "live" | "showsReplicas"> {
  readonly unchanged: readonly { readonly path: string }[];
}

/** Synchronizes one folder of a storage zone with a source. Paths are relative to the prefix. */
export class FolderSync {
  /** @param prefix folder with a trailing slash, or "" for the root */
  constructor(
    private readonly files: StorageFiles,
    private readonly prefix: string,
  ) {}

  /** Lists the files of the folder. */
  list(look: Look): Promise<Listing> {
    return listFolder(this.files, this.prefix, look);
  }

  /** Lists the folders of known files. */
  listKnown(checksums: ReadonlyMap<string, string>): Promise<Listing> {
    const folders = new Set([...checksums.keys()].flatMap(foldersOf));
    return this.list({ wants: (folder) => folders.has(folder), checksums });
  }

  /** Compares a source with the files of the folder. */
  plan(source: readonly SourceFile[], options: PlanOptions = {}): Promise<Plan> {
    return planOf(this.files, this.prefix, source, options);
  }

  /** Lists the files in a folder that has the path of a file to upload, except those that are deleted. */
  filesInPlaceOf(path: string, isDeleted: (path: string) => boolean): Promise<string[]> {
    return filesInPlaceOf(this.files, this.prefix, path, isDeleted);
  }

  /**
   * Uploads, waits for listings and replicas, purges, deletes, and purges again, in this order. Visitors never get a page with missing parts, and
   * nothing is deleted before everything else has succeeded. Only a file or folder that prevents an upload is deleted first.
   *
   * @returns the files that were not sent because of files that belong to others
   * @throws {UnexpectedResponseError} if listings don't show the uploaded files as they were sent, or still show deleted ones
   */
  async carryOut(plan: Omit<Plan, "unchanged"> & Waiting, options: SyncOptions): Promise<Blocked[]> {
    const { uploads, deletions, replacedFolders, blocked } = plan;
    const { progress = { ...initialProgress }, purge, mustPurge = false } = options;
    const remove = async (paths: readonly string[]): Promise<void> => {
      if (paths.length > 0) progress.phase = "deleting";
      await forEach(paths, atOnce.deletions, async (path) => {
        await this.#delete(path);
        progress.deleted += 1;
      });
      await requireDeleted(this.files, this.prefix, paths);
      for (const path of paths) options.done?.(path, undefined);
    };
    const folders = new Set(uploads.flatMap(({ path }) => foldersOf(path)));
    const isInTheWay = (path: string): boolean =>
      folders.has(`${path}/`) || replacedFolders.some((folder) => path.startsWith(`${folder}/`));
    await remove(deletions.filter(isInTheWay));
    const filled = await this.#removeFolders(replacedFolders);
    const isSent = ({ path }: SourceFile): boolean => !filled.some((one) => one.path === path);
    if (uploads.length > 0) progress.phase = "uploading";
    const sent = new Map<string, string>();
    for (const files of [uploads.filter((file) => !isHtml(file)), uploads.filter(isHtml)]) {
      await forEach(files.filter(isSent), atOnce.uploads, async (file) => {
        sent.set(file.path, await this.#upload(file, progress, options));
      });
    }
    await requireUploaded(this.files, this.prefix, sent);
    await this.waitForReplicas(plan, [...sent.keys()], {
      ...(mustPurge && { awaits: "fresh" as const }),
      ...options,
      show: (phase) => (progress.phase = phase),
    });
    if (uploads.length > 0 || (mustPurge && deletions.length === 0)) await purge?.();
    const gone = deletions.filter((path) => !isInTheWay(path));
    await remove(gone);
    // A visitor may have requested a file between the purge and its deletion.
    if (gone.length > 0 || (uploads.length === 0 && deletions.length > 0)) await purge?.();
    return [...blocked, ...filled];
  }

  /** Deletes a file. A 404 counts only if a listing confirms it. */
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

  /** Deletes folders that no longer have files. @returns those that have one in the meantime */
  async #removeFolders(folders: readonly string[]): Promise<Blocked[]> {
    const filled: Blocked[] = [];
    for (const path of folders) {
      let by: readonly string[] = [];
      for (const delay of lookDelays) {
        await pause(delay);
        by = await this.filesInPlaceOf(path, () => false);
        // Files that were deleted a moment ago may still be listed.
        if (by.length === 0) break;
      }
      if (by.length > 0) filled.push({ path, by });
      else await this.files.deleteFolder(`${this.prefix}${path}/`);
    }
    return filled;
  }

  /** Uploads a file. If it changed since its checksum was computed, the current file is sent again. @returns the checksum of what was sent */
  async #upload(source: SourceFile, progress: Progress, { contentType, done, exact }: SyncOptions): Promise<string> {
    const send = async (sent: SourceFile): Promise<string> => {
      const { checksum, path } = sent;
      const type = contentType?.(path);
      const options = type === undefined ? {} : { contentType: type };
      await this.files.put(this.prefix + path, counted(sent, progress), checksum, options);
      progress.uploaded += 1;
      done?.(path, checksum);
      return checksum;
    };
    try {
      return await send(source);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const { path, file } = source;
      const again = { path, file, ...(await checksumOf(file)) };
      if (again.checksum === source.checksum) throw error;
      if (exact === true)
        throw new InvalidInputError(`${source.file} changed while it was sent. Run the same command again`, "source");
      return send(again).catch((second: unknown) => {
        if (!(second instanceof InvalidInputError)) throw second;
        throw new InvalidInputError(`${source.file} changes while it is sent: ${second.message}`, "source");
      });
    }
  }

  /**
   * Waits until the replicas have the files that were sent and, if `awaits` says so, unchanged ones that they lack. Warns of what visitors get if it
   * can't.
   */
  async waitForReplicas(
    { added, unchanged, live, showsReplicas }: Waiting,
    sent: readonly string[],
    options: Pick<SyncOptions, "replicas" | "awaits" | "patience" | "purge" | "purgeCommands" | "tell"> & {
      readonly show: (phase: string) => void;
    },
  ): Promise<void> {
    const { replicas, awaits, patience = replicaPatience(), purge, purgeCommands, tell, show } = options;
    if (replicas.length === 0) return;
    const paths = unchanged.map(({ path }) => path);
    const left = awaits === undefined ? [] : lacking(this.files, live, { paths, replicas, awaits });
    const warnOfOld = async (reason: "late" | "not shown"): Promise<void> => {
      tell(oldFilesWarning(reason, patience, (await purgeCommands?.()) ?? []));
    };
    const keepsPath = sent.some((path) => !added.has(path));
    if (showsReplicas === false) {
      if (keepsPath) await warnOfOld("not shown");
      return;
    }
    if (sent.length + left.length === 0) return;
    show(`waiting for the replicas (${replicas.join(", ")})`);
    const place = { storage: this.files, prefix: this.prefix };
    if (await areReplicated(place, [...sent, ...left], replicas, patience)) return;
    // The run that sent them may have replaced others, which caches can have.
    if (keepsPath || (left.length > 0 && purge !== undefined)) await warnOfOld("late");
    else tell(missingFilesWarning(patience));
  }
}

/** Returns the content of a file on this machine: its first `bytes` bytes, counted while they are read. */
function counted({ file, bytes, content }: SourceFile, progress: Progress): Content {
  let shown = 0;
  return {
    bytes,
    async *open() {
      // This is another attempt, and the one before may still be reading.
      progress.bytes -= shown;
      shown = 0;
      let sent = 0;
      for await (const chunk of content === undefined ? contentOf(file, bytes) : [content]) {
        sent += chunk.length;
        shown += chunk.length;
        progress.bytes += chunk.length;
        yield chunk;
      }
      // Otherwise, the request would wait for the rest.
      if (sent < bytes) throw new InvalidInputError(`${file} has become shorter while it was sent`, "source");
    },
  };
}

function isHtml({ path }: SourceFile): boolean {
  return /\.html?$/i.test(path);
}
