import { createHash } from "node:crypto";
import { profileOf } from "../profiles";
import type { EmulatorSettings } from "../settings";
import type { StorageZone } from "../state/objects";
import type { Stored } from "../state/store";

/** A file of a storage zone. */
export interface StoredFile {
  /** Below the zone, without a slash at its start. */
  readonly path: string;
  readonly content: Buffer;
  /** SHA-256 in upper-case hexadecimal digits. */
  readonly checksum: string;
  readonly contentType: string;
  readonly guid: string;
  /** Times in milliseconds since 1970. */
  readonly created: number;
  readonly changed: number;
  /** From when the replicas have this content. */
  readonly replicatedAt: number;
  /** What the replicas have until then; undefined if nothing. */
  readonly earlier: StoredFile | undefined;
}

/** What a folder holds directly. */
export interface Folder {
  readonly folders: readonly string[];
  readonly files: readonly StoredFile[];
}

/** What a storage zone has of files, as plain data. */
export interface SavedFiles {
  readonly files: readonly StoredFile[];
  readonly folders: readonly string[];
  readonly lastGuid: number;
}

/** The files of one storage zone. */
export class ZoneFiles {
  readonly #files = new Map<string, StoredFile>();
  /** Folders with a slash at their end. A folder stays when its last file goes. */
  readonly #folders = new Set<string>();
  #lastGuid = 0;

  constructor(private readonly settings: EmulatorSettings) {}

  /** All files, sorted by path. */
  list(): StoredFile[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  get(path: string): StoredFile | undefined {
    return this.#files.get(path);
  }

  /** Creates or overwrites a file, and the folders that it is in. */
  put(path: string, content: Buffer, contentType = typeOf(path)): StoredFile {
    const { fileReplicationMs, now } = this.settings;
    const before = this.#files.get(path);
    const changed = now();
    const file = {
      path,
      content,
      checksum: checksumOf(content),
      contentType,
      guid: before?.guid ?? `00000000-0000-4000-8000-${(++this.#lastGuid).toString(16).padStart(12, "0")}`,
      created: before?.created ?? changed,
      changed,
      replicatedAt: changed + fileReplicationMs,
      // The one before may itself be on its way to the replicas.
      earlier:
        before === undefined || before.replicatedAt > changed ? before?.earlier : { ...before, earlier: undefined },
    };
    this.#files.set(path, file);
    this.makeFolder(path.slice(0, path.lastIndexOf("/") + 1));
    return file;
  }

  /** @param folder with a slash at its end, or "" */
  makeFolder(folder: string): void {
    for (let end = folder.indexOf("/"); end >= 0; end = folder.indexOf("/", end + 1)) {
      this.#folders.add(folder.slice(0, end + 1));
    }
  }

  /** Whether a file stands where a path needs a folder, or a folder where it needs a file. */
  isBlocked(path: string): boolean {
    const parents = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
    return parents.some((parent) => this.#files.has(parent)) || this.#folders.has(`${path}/`);
  }

  /** False if there was none. One that was uploaded a moment ago may stay; see `lostDeletionMs`. */
  delete(path: string): boolean {
    const file = this.#files.get(path);
    if (file === undefined) return false;
    const { lostDeletionMs, now } = this.settings;
    if (now() >= file.changed + lostDeletionMs) this.#files.delete(path);
    return true;
  }

  /** Deletes a folder with everything in it; false if there was none. @param folder with a slash at its end, or "" for all */
  deleteFolder(folder: string): boolean {
    if (folder !== "" && !this.#folders.has(folder)) return false;
    for (const path of [...this.#files.keys()]) if (path.startsWith(folder)) this.#files.delete(path);
    for (const path of [...this.#folders]) if (path.startsWith(folder)) this.#folders.delete(path);
    return true;
  }

  /** @param folder with a slash at its end, or "" @returns undefined if there is no such folder */
  folder(folder: string): Folder | undefined {
    if (folder !== "" && !this.#folders.has(folder)) return undefined;
    const isDirect = (path: string): boolean => path.startsWith(folder) && !path.slice(folder.length, -1).includes("/");
    return {
      folders: [...this.#folders].filter((path) => path !== folder && isDirect(path)).sort(),
      files: this.list().filter(({ path }) => isDirect(path)),
    };
  }

  isReplicated({ replicatedAt }: StoredFile): boolean {
    return this.settings.now() >= replicatedAt;
  }

  /** What a listing has as `ReplicatedZones` of a file, or of a folder, which is undefined. */
  replicatedZones(file: StoredFile | undefined, regions: readonly string[]): string | null {
    const { noReplicas } = profileOf(this.settings);
    return file !== undefined && this.isReplicated(file) ? regions.join(",") || noReplicas : noReplicas;
  }

  /** What a replica has of a file. */
  replicated(path: string): StoredFile | undefined {
    const file = this.#files.get(path);
    return file === undefined || this.isReplicated(file) ? file : file.earlier;
  }

  saved(): SavedFiles {
    return { files: this.list(), folders: [...this.#folders], lastGuid: this.#lastGuid };
  }

  /** Takes over what {@link saved} returned. */
  restore({ files, folders, lastGuid }: SavedFiles): void {
    for (const file of files) this.#files.set(file.path, file);
    for (const folder of folders) this.#folders.add(folder);
    this.#lastGuid = lastGuid;
  }

  /** How many files there are, and their bytes. */
  usage(): { readonly files: number; readonly bytes: number } {
    const sizes = [...this.#files.values()].map(({ content }) => content.length);
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }
}

/** The files of all storage zones. They go with their zone, also on a reset. */
export class Files {
  /** Where they are served: the `StorageHostname` of zones that have none of their own. Null until the emulator listens. */
  hostname: string | null = null;
  readonly #zones = new WeakMap<Stored<StorageZone>, ZoneFiles>();

  constructor(private readonly settings: EmulatorSettings) {}

  of(zone: Stored<StorageZone>): ZoneFiles {
    const files = this.#zones.get(zone) ?? new ZoneFiles(this.settings);
    this.#zones.set(zone, files);
    return files;
  }
}

/** SHA-256 in upper-case hexadecimal digits. */
export function checksumOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex").toUpperCase();
}

const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  css: "text/css",
  gif: "image/gif",
  html: "text/html",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "application/javascript",
  json: "application/json",
  mjs: "application/javascript",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xml: "application/xml",
};

function typeOf(path: string): string {
  return types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
}
