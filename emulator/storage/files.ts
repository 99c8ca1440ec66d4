import { createHash } from "node:crypto";
import { profileOf } from "../profiles";
import type { EmulatorSettings } from "../settings";
import type { StorageZone } from "../state/objects";
import type { Stored } from "../state/store";

/** A file of a storage zone. */
export interface StoredFile {
  /** The path below the zone, without a leading slash. */
  readonly path: string;
  readonly content: Buffer;
  /** SHA-256 in upper-case hexadecimal digits. */
  readonly checksum: string;
  readonly contentType: string;
  readonly guid: string;
  /** The time of creation, in milliseconds since 1970, as all times here. */
  readonly created: number;
  readonly changed: number;
  /** The time from which the replicas have this content. */
  readonly replicatedAt: number;
  /** The file that the replicas have until then; undefined if they have none. */
  readonly earlier: StoredFile | undefined;
}

/** The direct content of a folder. */
export interface Folder {
  readonly folders: readonly string[];
  readonly files: readonly StoredFile[];
}

/** The files of a storage zone as plain data. */
export interface SavedFiles {
  readonly files: readonly StoredFile[];
  readonly folders: readonly string[];
  readonly lastGuid: number;
}

/** The files of one storage zone. */
export class ZoneFiles {
  readonly #files = new Map<string, StoredFile>();
  /** The paths in each folder; folders have a trailing slash, and the root is "". A folder stays when its last file is deleted. */
  readonly #entries = new Map<string, Set<string>>([["", new Set()]]);
  #lastGuid = 0;

  constructor(private readonly settings: EmulatorSettings) {}

  /** Returns all files, sorted by path. */
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
      // The previous file may itself not be replicated yet.
      earlier:
        before === undefined || before.replicatedAt > changed ? before?.earlier : { ...before, earlier: undefined },
    };
    this.#store(file);
    return file;
  }

  /** Creates a folder and those around it. @param folder with a trailing slash, or "" */
  makeFolder(folder: string): void {
    for (let end = folder.indexOf("/"); end >= 0; end = folder.indexOf("/", end + 1)) {
      const path = folder.slice(0, end + 1);
      if (this.#entries.has(path)) continue;
      this.#entries.set(path, new Set());
      this.#entries.get(parentOf(path))?.add(path);
    }
  }

  /** Whether a path needs a folder where there is a file, or a file where there is a folder. */
  isBlocked(path: string): boolean {
    const parents = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
    return parents.some((parent) => this.#files.has(parent)) || this.#entries.has(`${path}/`);
  }

  /** Deletes a file; false if there was none. A file that was just uploaded may stay; see `lostDeletionMs`. */
  delete(path: string): boolean {
    const file = this.#files.get(path);
    if (file === undefined) return false;
    const { lostDeletionMs, now } = this.settings;
    if (now() >= file.changed + lostDeletionMs) this.#remove(path);
    return true;
  }

  /** Deletes a folder with everything in it; false if there was none. @param folder with a trailing slash, or "" for all */
  deleteFolder(folder: string): boolean {
    const entries = this.#entries.get(folder);
    if (entries === undefined) return false;
    for (const path of entries) {
      if (path.endsWith("/")) this.deleteFolder(path);
      else this.#remove(path);
    }
    if (folder !== "") {
      this.#entries.delete(folder);
      this.#entries.get(parentOf(folder))?.delete(folder);
    }
    return true;
  }

  #store(file: StoredFile): void {
    const { path } = file;
    this.#files.set(path, file);
    this.makeFolder(parentOf(path));
    this.#entries.get(parentOf(path))?.add(path);
  }

  #remove(path: string): void {
    this.#files.delete(path);
    this.#entries.get(parentOf(path))?.delete(path);
  }

  /** Lists a folder; undefined if it does not exist. @param folder with a trailing slash, or "" */
  folder(folder: string): Folder | undefined {
    const entries = this.#entries.get(folder);
    if (entries === undefined) return undefined;
    const sorted = [...entries].sort();
    return {
      folders: sorted.filter((path) => path.endsWith("/")),
      files: sorted.flatMap((path) => this.#files.get(path) ?? []),
    };
  }

  isReplicated({ replicatedAt }: StoredFile): boolean {
    return this.settings.now() >= replicatedAt;
  }

  /** Returns `ReplicatedZones` for a listing. @param file undefined for a folder */
  replicatedZones(file: StoredFile | undefined, regions: readonly string[]): string | null {
    const { noReplicas } = profileOf(this.settings);
    return file !== undefined && this.isReplicated(file) ? regions.join(",") || noReplicas : noReplicas;
  }

  /** Returns a file as a replica has it. */
  replicated(path: string): StoredFile | undefined {
    const file = this.#files.get(path);
    return file === undefined || this.isReplicated(file) ? file : file.earlier;
  }

  saved(): SavedFiles {
    return {
      files: this.list(),
      folders: [...this.#entries.keys()].filter((folder) => folder !== ""),
      lastGuid: this.#lastGuid,
    };
  }

  /** Restores what {@link saved} returned. */
  restore({ files, folders, lastGuid }: SavedFiles): void {
    for (const folder of folders) this.makeFolder(folder);
    for (const file of files) this.#store(file);
    this.#lastGuid = lastGuid;
  }

  /** Returns the number of files and their total size. */
  usage(): { readonly files: number; readonly bytes: number } {
    const sizes = [...this.#files.values()].map(({ content }) => content.length);
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }
}

/** The files of all storage zones. They are removed with their zone, also on a reset. */
export class Files {
  /** The `StorageHostname` of zones without their own. Null until the emulator listens. */
  hostname: string | null = null;
  readonly #zones = new WeakMap<Stored<StorageZone>, ZoneFiles>();

  constructor(private readonly settings: EmulatorSettings) {}

  of(zone: Stored<StorageZone>): ZoneFiles {
    const files = this.#zones.get(zone) ?? new ZoneFiles(this.settings);
    this.#zones.set(zone, files);
    return files;
  }
}

/** Returns the folder that a file or folder is in. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
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
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xml: "application/xml",
};

function typeOf(path: string): string {
  return types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
}
