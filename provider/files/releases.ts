import { createHash } from "node:crypto";
import { UnexpectedResponseError } from "../api/errors";
import { pause } from "../api/waits";
import type { StorageFiles } from "../api/storageFiles";
import type { ListedFile } from "../wire/storageFile";
import { isFolderThere, listFolder, lookDelays } from "./listing";
import { pathFault } from "./names";
import { emptyPlan } from "./plan";
import type { NamedByNote } from "./releasePaths";
import {
  folderOfRelease,
  idDigits,
  idOfManifest,
  manifestName,
  noteIn,
  noteName,
  releasesFolder,
} from "./releasePaths";
import { FolderSync } from "./sync";

/** What a release consists of. Its id follows from it, so a manifest proves itself. Paths are below the release. */
export interface ReleaseContent {
  /** SHA-256 in lower-case hexadecimal digits, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The content type of a file, if one is declared. */
  readonly typeOf: (path: string) => string | undefined;
}

/** A release, as the listing of the releases shows it. */
export interface Release {
  readonly id: string;
  /** When it became whole, or else when its upload began, in milliseconds since 1970. */
  readonly date: number;
  /** Whether all of its files have been sent. */
  readonly isWhole: boolean;
  /** The release that visitors got when this one became whole, if that was known. */
  readonly previous: string | undefined;
  /** Whether some of its files are delivered at the prefix as well. */
  readonly hasRootFiles: boolean;
}

/** The id of a release: the first digits of a hash over its files. Files at the prefix don't count. */
export function releaseId({ files, typeOf }: ReleaseContent): string {
  const hash = createHash("sha256");
  const sorted = [...files].map(([path, checksum]) => ({ path, checksum, bytes: Buffer.from(path) }));
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { path, checksum } of sorted) {
    const type = typeOf(path);
    hash.update(`${path}\0${checksum}${type === undefined ? "" : `\0${type}`}\n`);
  }
  return hash.digest("hex").slice(0, idDigits);
}

/** What decides which release is before another one. Those of an edge script have no more than this. */
export interface ListedRelease {
  readonly id: string;
  readonly date: number;
  /** @default true */
  readonly isWhole?: boolean;
  readonly previous?: string | undefined;
}

/**
 * The release that a rollback goes back to: the one that visitors got when this one became whole, otherwise the newest older one. Only older
 * releases count, so that one rollback after the other goes further back and never in a circle.
 *
 * @param releases the newest first
 * @param id of the release to go back from; if it is not listed, there is none before it
 */
export function releaseBefore<Listed extends ListedRelease>(
  releases: readonly Listed[],
  id: string,
): Listed | undefined {
  const place = releases.findIndex((release) => release.id === id);
  const live = releases[place];
  if (live === undefined) return undefined;
  const isWhole = ({ isWhole: whole = true }: Listed): boolean => whole;
  const previous = releases.find((release) => release.id === live.previous);
  // A service that returns no dates, or only seconds, has equal ones.
  if (previous !== undefined && isWhole(previous) && previous.date <= live.date) return previous;
  return releases.slice(place + 1).find(isWhole);
}

/**
 * The releases below a prefix. `releases/ID/` has the files of a release; `releases/ID.json`, its manifest, is sent before them, and
 * `releases/ID.complete.json`, a note, after them. The note names the files that are delivered at the prefix as well. Its own name may name
 * the release that visitors got before, as in `releases/ID.after.PREVIOUS.complete.json`: so a listing is all that a rollback has to read.
 */
export class Releases {
  #delivered: Promise<readonly ReadonlyMap<string, string>[]> | undefined;

  /** @param prefix the folder, with a slash at its end, or "" for the root */
  constructor(
    private readonly storage: StorageFiles,
    private readonly prefix: string,
  ) {}

  /** The releases that have a manifest, the newest first. */
  async list(): Promise<Release[]> {
    return releasesIn(await this.listed());
  }

  /** Manifests and notes, by name. After a 404 there are none only if the parent does not list the folder. */
  async listed(): Promise<Map<string, ListedFile>> {
    const folder = this.prefix + releasesFolder;
    for (const delay of lookDelays) {
      await pause(delay);
      const listed = await this.storage.list(folder);
      if (listed !== undefined) return new Map(listed.flatMap((file) => (file.isFolder ? [] : [[file.name, file]])));
      if (!(await isFolderThere(this.storage, folder))) return new Map();
    }
    throw this.#contradiction(folder);
  }

  /** The folder of a release, and what sends files to it. */
  sync(id: string): FolderSync {
    return new FolderSync(this.storage, this.folderOf(id));
  }

  /** The folder of a release. */
  folderOf(id: string): string {
    return folderOfRelease(this.prefix, id);
  }

  /**
   * Sends a release: its manifest first, so that whatever was sent can be deleted again, and last the note that it is whole. What is there
   * already is not sent.
   *
   * @param listed what {@link listed} has returned
   * @param rootFiles those of its files that are delivered at the prefix as well
   * @param upload sends the files, and says whether the release then has all of them
   * @param previous looks up which release visitors get. It is called once all files are there, unless the release was whole before
   */
  async send(
    { id, ...content }: ReleaseContent & { readonly id: string },
    {
      listed,
      rootFiles,
      upload,
      previous,
    }: {
      readonly listed: ReadonlyMap<string, ListedFile>;
      readonly rootFiles: ReadonlyMap<string, string>;
      readonly upload: () => Promise<boolean>;
      readonly previous: () => Promise<string | undefined>;
    },
  ): Promise<void> {
    const whole = releasesIn(listed).find((release) => release.id === id && release.isWhole);
    // Without the note, the manifest is sent again: its date says that an upload is under way.
    await this.#put(whole ? listed : new Map(), manifestName(id), manifestText(content));
    if (!(await upload())) return;
    const before = whole ? whole.previous : await previous();
    await this.#put(listed, noteName({ id, previous: before === id ? undefined : before }), recordText(rootFiles));
  }

  /** What a release consists of; undefined if it has no valid manifest. */
  async content(id: string): Promise<ReleaseContent | undefined> {
    const manifest = await this.storage.get(this.#path(manifestName(id)));
    const content = manifest === undefined ? undefined : parsedManifest(manifest);
    return content !== undefined && releaseId(content) === id ? content : undefined;
  }

  /** The files of a release that are delivered at the prefix as well, with their checksums. */
  async rootFiles(release: NamedByNote): Promise<Map<string, string>> {
    const record = await this.storage.get(this.#path(noteName(release)));
    return (record === undefined ? undefined : checksumsIn(parsed(record))) ?? new Map<string, string>();
  }

  /** Whether any release has delivered a file at the prefix with this content. */
  async hasDelivered(path: string, checksum: string): Promise<boolean> {
    this.#delivered ??= this.list().then(async (releases) => {
      const delivered: ReadonlyMap<string, string>[] = [];
      for (const release of releases) if (release.hasRootFiles) delivered.push(await this.rootFiles(release));
      return delivered;
    });
    return (await this.#delivered).some((files) => files.get(path) === checksum);
  }

  /**
   * Deletes a release. Its manifest names what may be deleted, and goes last: a deletion that failed can be repeated.
   *
   * @returns false if it has no valid manifest, so that nothing was deleted
   */
  async delete(id: string, tell: (message: string) => void): Promise<boolean> {
    const content = await this.content(id);
    if (content === undefined) return false;
    const remove = async (sync: FolderSync, deletions: readonly string[]): Promise<void> => {
      await sync.carryOut({ ...emptyPlan, deletions }, { replicas: [], tell });
    };
    const notes = new FolderSync(this.storage, this.prefix + releasesFolder);
    const listed = await this.listed();
    await remove(
      notes,
      [...listed.keys()].filter((name) => noteIn(name)?.id === id),
    );
    const { files, folders, unusable, unread } = await listFolder(this.storage, this.folderOf(id), {
      wants: () => true,
    });
    const isOwn = (path: string): boolean => content.files.has(path);
    if (unread.includes("")) {
      if (await isFolderThere(this.storage, this.folderOf(id))) throw this.#contradiction(this.folderOf(id));
    } else if ([...files.keys()].every(isOwn) && unusable.length + unread.length === 0) {
      // One request for all: nobody else has anything in it.
      if (files.size + folders.size > 0 && !(await this.storage.deleteFolder(this.folderOf(id)))) {
        if (await isFolderThere(this.storage, this.folderOf(id))) throw this.#contradiction(this.folderOf(id));
      }
    } else {
      await remove(this.sync(id), [...files.keys()].filter(isOwn).sort());
    }
    await remove(notes, [manifestName(id)]);
    return true;
  }

  async #put(listed: ReadonlyMap<string, ListedFile>, name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    const checksum = checksumOf(content);
    const live = listed.get(name);
    // Assumption: the service may not show the checksum of an old file.
    if (live !== undefined && (live.checksum ?? checksum) === checksum) return;
    const body = { bytes: content.length, open: () => once(content) };
    await this.storage.put(this.#path(name), body, checksum);
  }

  #path(name: string): string {
    return `${this.prefix}${releasesFolder}${name}`;
  }

  #contradiction(folder: string): UnexpectedResponseError {
    const request = this.storage.listing(folder);
    const text = `${request.setting ?? "The storage host"} answers 404 for ${request.path}, but its parent lists it. Run the same command again`;
    return new UnexpectedResponseError(text, { request, status: 404 });
  }
}

/** The releases among listed files, the newest first. */
function releasesIn(files: ReadonlyMap<string, ListedFile>): Release[] {
  const notes = new Map(
    [...files.values()].flatMap((file) => {
      const said = noteIn(file.name);
      return said === undefined ? [] : [[said.id, { ...said, file }]];
    }),
  );
  const releases = [...files.values()].flatMap((manifest): Release[] => {
    const id = idOfManifest(manifest.name);
    if (id === undefined) return [];
    const note = notes.get(id);
    return [
      {
        id,
        date: (note?.file ?? manifest).changed,
        isWhole: note !== undefined,
        previous: note?.previous,
        hasRootFiles: note !== undefined && note.file.bytes > emptyRecord.length,
      },
    ];
  });
  return releases.sort((a, b) => b.date - a.date || (a.id < b.id ? -1 : 1));
}

const emptyRecord = "{}\n";

function recordText(entries: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(Object.fromEntries([...entries].sort(byPath)))}\n`;
}

function manifestText({ files, typeOf }: ReleaseContent): string {
  const sorted = [...files].sort(byPath);
  const types = sorted.flatMap(([path]): [string, string][] => {
    const type = typeOf(path);
    return type === undefined ? [] : [[path, type]];
  });
  const manifest = {
    files: Object.fromEntries(sorted),
    ...(types.length > 0 && { contentTypes: Object.fromEntries(types) }),
  };
  return `${JSON.stringify(manifest)}\n`;
}

function parsedManifest(text: Buffer): ReleaseContent | undefined {
  const manifest = parsed(text);
  if (typeof manifest !== "object" || manifest === null) return undefined;
  const { files, contentTypes = {} } = manifest as Readonly<Record<string, unknown>>;
  const [checksums, types] = [checksumsIn(files), checksumsIn(contentTypes)];
  if (checksums === undefined || types === undefined) return undefined;
  return { files: checksums, typeOf: (path) => types.get(path) };
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Texts by the path of a file; undefined for anything else. */
function checksumsIn(value: unknown): Map<string, string> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const isEntry = (entry: [string, unknown]): entry is [string, string] =>
    pathFault(entry[0]) === undefined && typeof entry[1] === "string";
  return entries.every(isEntry) ? new Map(entries) : undefined;
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

function checksumOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield content;
}
