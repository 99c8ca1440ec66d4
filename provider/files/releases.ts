import { UnexpectedResponseError } from "../api/errors";
import { maxListed } from "../api/lists";
import { eventually, pause } from "../api/waits";
import type { StorageFiles } from "../api/storageFiles";
import type { ListedFile } from "../wire/storageFile";
import { sentence } from "../wire/words";
import { requireDeleted } from "./confirm";
import { isFolderThere, listFolder, lookDelays } from "./listing";
import { emptyPlan } from "./plan";
import type { ReleaseContent } from "./releaseContent";
import {
  bodyOf,
  emptyRecord,
  isAsListed,
  manifestText,
  parsedManifest,
  parsedRecord,
  recordText,
  releaseId,
} from "./releaseContent";
import type { ReleaseMessage } from "./releaseMessage";
import { maxMessageBytes } from "./releaseMessage";
import { ReleaseMessages } from "./releaseMessages";
import type { NamedByNote } from "./releasePaths";
import {
  errorPagesFolder,
  folderOfRelease,
  idOfManifest,
  idOfMessage,
  manifestName,
  messageName,
  noteIn,
  noteName,
  releasesFolder,
} from "./releasePaths";
import { FolderSync } from "./sync";

/** Release in the listing of the releases. */
export interface Release {
  readonly id: string;
  /** Time at which its upload began, in milliseconds since 1970. A note that is sent again, with other root files, does not change it. */
  readonly date: number;
  /** Whether all of its files have been sent. */
  readonly isWhole: boolean;
  /** Id of the release that visitors got when this one became complete, if that was known. */
  readonly previous: string | undefined;
  /** Whether its note lists files that are also delivered at the prefix. */
  readonly hasRootFiles: boolean;
  /** Whether it has a file with a message. */
  readonly hasMessage: boolean;
}

/** Fields by which a release precedes another one. Releases of edge scripts also have them. */
export interface ListedRelease {
  readonly id: string;
  readonly date: number;
  /** Whether the release is complete. @default true */
  readonly isWhole?: boolean;
  readonly previous?: string | undefined;
}

/**
 * Returns the release to which a rollback goes back: the one that visitors got when this one became complete, otherwise the newest older one. Only
 * older releases count, so that repeated rollbacks go further back and never in a circle.
 *
 * @param releases releases, the newest first
 * @param id id of the release to go back from; if it is not listed, no release precedes it
 */
export function releaseBefore<Listed extends ListedRelease>(
  releases: readonly Listed[],
  id: string,
): Listed | undefined {
  const place = releases.findIndex((release) => release.id === id);
  const current = releases[place];
  if (current === undefined) return undefined;
  const isWhole = ({ isWhole: whole = true }: Listed): boolean => whole;
  const previous = releases.find((release) => release.id === current.previous);
  // Dates are equal if the service returns none, or only seconds.
  if (previous !== undefined && isWhole(previous) && previous.date <= current.date) return previous;
  return releases.slice(place + 1).find(isWhole);
}

/**
 * Releases below a prefix. `releases/ID/` contains the files of a release. Its manifest, `releases/ID.json`, is sent before them, and a note,
 * `releases/ID.complete.json`, after them. The note lists the files that are also delivered at the prefix. Its name can contain the release that
 * visitors got before, as in `releases/ID.after.PREVIOUS.complete.json`, so that a rollback only needs a listing. A message, if there is one, is
 * in `releases/ID.message.json`, sent before the note. It is not in the manifest, because sending that again would move the release's date.
 */
export class Releases {
  #delivered: Promise<readonly ReadonlyMap<string, string>[]> | undefined;

  /** @param prefix folder with a trailing slash, or "" for the root */
  constructor(
    private readonly storage: StorageFiles,
    private readonly prefix: string,
  ) {}

  /** Returns the releases that have a manifest, the newest first. */
  async list(): Promise<Release[]> {
    return releasesIn(await this.listed());
  }

  /** Returns what either of two listings has, because one may lack some of it; see {@link listed}. @param before the first one, if there is one */
  async listedTwice(before?: ReadonlyMap<string, ListedFile>): Promise<Map<string, ListedFile>> {
    const first = before ?? (await this.listed());
    return new Map([...first, ...(await this.listed())]);
  }

  /** Returns manifests, messages and notes by name. A 404 means that there are none only if the parent does not list the folder. */
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

  /** Returns the synchronization of a release's folder. */
  sync(id: string): FolderSync {
    return new FolderSync(this.storage, this.folderOf(id));
  }

  /** Returns the folder of a release. */
  folderOf(id: string): string {
    return folderOfRelease(this.prefix, id);
  }

  /**
   * Sends a release: first the manifest, so that everything that was sent can be deleted, and last the note that the release is complete. Existing
   * files are not sent again.
   *
   * @param listed result of {@link listed}
   * @param rootFiles files that are also delivered at the prefix
   * @param message message of the release, unless it has one already: equal content keeps the first message
   * @param upload sends the files, and returns whether the release then has all of them
   * @param previous returns the release that visitors get; called after the upload, unless the release was already complete
   */
  async send(
    { id, ...content }: ReleaseContent & { readonly id: string },
    {
      listed,
      rootFiles,
      message = {},
      upload,
      previous,
    }: {
      readonly listed: ReadonlyMap<string, ListedFile>;
      readonly rootFiles: ReadonlyMap<string, string>;
      readonly message?: ReleaseMessage;
      readonly upload: () => Promise<boolean>;
      readonly previous: () => Promise<string | undefined>;
    },
  ): Promise<void> {
    const whole = releasesIn(listed).find((release) => release.id === id && release.isWhole);
    // Without the note, the manifest is sent again: its date shows that an upload is running.
    await this.#put(whole ? listed : new Map(), manifestName(id), manifestText(content));
    if (!(await upload())) return;
    const messages = await new ReleaseMessages(this.storage, this.prefix).send(id, message, listed);
    const before = whole ? whole.previous : await previous();
    const note = noteName({ id, previous: before === id ? undefined : before });
    await this.#put(listed, note, recordText(rootFiles));
    const sent = [...(listed.has(note) ? [] : [manifestName(id), note]), ...messages];
    if (sent.length > 0) await this.#requireListed(sent);
  }

  /** Requires that a listing shows what was sent: without its manifest, a release would never be deleted. */
  async #requireListed(names: readonly string[]): Promise<void> {
    const lacking = async (): Promise<string[]> => {
      const listed = await this.listed();
      return names.filter((name) => !listed.has(name));
    };
    const left = await eventually(lacking, (some) => some.length === 0);
    if (left === undefined || left.length === 0) return;
    const request = this.storage.listing(this.prefix + releasesFolder);
    throw new UnexpectedResponseError(
      `${request.setting ?? "The storage host"} answered that ${sentence(left.map((name) => this.#path(name)))} was uploaded, but does not list it. Run the same command again`,
      { request, status: 200 },
    );
  }

  /** Returns the listed files of a release, and those that it lacks or that have other content; undefined if it has no valid manifest. */
  async find(id: string): Promise<{ missing: string[]; live: ReadonlyMap<string, ListedFile> } | undefined> {
    const content = await this.content(id);
    if (content === undefined) return undefined;
    const { files } = await this.sync(id).listKnown(content.files);
    const isThere = ([path, checksum]: readonly [string, string]): boolean => {
      const live = files.get(path);
      return live !== undefined && (live.checksum ?? checksum) === checksum;
    };
    return { missing: [...content.files].flatMap((file) => (isThere(file) ? [] : [file[0]])).sort(), live: files };
  }

  /** Returns the content of a release; undefined if it has no valid manifest. */
  async content(id: string): Promise<ReleaseContent | undefined> {
    return this.#read(manifestName(id), (text) => {
      const content = parsedManifest(text);
      return content !== undefined && releaseId(content) === id ? content : undefined;
    });
  }

  /** Returns the files of a release that are also delivered at the prefix, with their checksums. */
  async rootFiles(release: NamedByNote & Pick<Release, "hasRootFiles">): Promise<Map<string, string>> {
    const record = release.hasRootFiles ? await this.#read(noteName(release), parsedRecord) : undefined;
    const noted = record ?? new Map<string, string>();
    if (this.prefix !== "") return noted;
    // Versions before 0.5.0 did not deliver these pages to the root.
    const { files = [] } = (await this.content(release.id)) ?? {};
    return new Map([...noted, ...[...files].filter(([path]) => path.startsWith(errorPagesFolder))]);
  }

  /**
   * Whether any release has delivered a file at the prefix with this content.
   *
   * @param among releases that count, the same in every call. @default those that a listing shows
   */
  async hasDelivered(path: string, checksum: string, among?: readonly Release[]): Promise<boolean> {
    this.#delivered ??= (among === undefined ? this.list() : Promise.resolve(among)).then(async (releases) => {
      const delivered: ReadonlyMap<string, string>[] = [];
      let count = 0;
      for (const release of releases) {
        const files = await this.rootFiles(release);
        count += files.size;
        if (count > maxListed) throw this.#endlessError();
        delivered.push(files);
      }
      return delivered;
    });
    return (await this.#delivered).some((files) => files.get(path) === checksum);
  }

  /**
   * Deletes a release. Its manifest determines what may be deleted, and is deleted last, so that a failed deletion can be repeated.
   *
   * @param before result of {@link listedTwice}: a note that the next listing lacks would stay for ever
   * @returns false if it has no valid manifest, so that nothing was deleted
   */
  async delete(id: string, before: ReadonlyMap<string, ListedFile>, tell: (message: string) => void): Promise<boolean> {
    const content = await this.content(id);
    if (content === undefined) return false;
    const remove = async (sync: FolderSync, deletions: readonly string[]): Promise<void> => {
      await sync.carryOut({ ...emptyPlan, deletions }, { replicas: [], tell });
    };
    const notes = new FolderSync(this.storage, this.prefix + releasesFolder);
    const listed = new Set([...before.keys(), ...(await this.listed()).keys()]);
    await remove(
      notes,
      [...listed].filter((name) => noteIn(name)?.id === id || idOfMessage(name) === id),
    );
    const folder = this.folderOf(id);
    const isOwn = (path: string): boolean => content.files.has(path);
    // A file of the manifest that one listing lacks is looked for in a second one.
    const look = (): ReturnType<typeof listFolder> =>
      listFolder(this.storage, folder, { wants: () => true, checksums: content.files });
    let found = await look();
    // The folder would be deleted with a file of others that the listing lacks.
    if (found.files.size > 0 && [...found.files.keys()].every(isOwn)) found = await look();
    const { files, folders, unusable, unread } = found;
    const own = [...files.keys()].filter(isOwn).sort();
    if (unread.includes("") && own.length === 0) {
      if (await isFolderThere(this.storage, folder)) throw this.#contradiction(folder);
    } else if (own.length === files.size && unusable.length + unread.length === 0) {
      // One request deletes everything, because the folder contains nothing of others.
      if (files.size + folders.size > 0 && !(await this.storage.deleteFolder(folder))) {
        if (await isFolderThere(this.storage, folder)) throw this.#contradiction(folder);
      }
      await requireDeleted(this.storage, folder, own);
    } else {
      await remove(this.sync(id), own);
    }
    await remove(notes, [manifestName(id)]);
    return true;
  }

  /**
   * Reads a manifest or a note. A 404, or an invalid text as of a gateway, counts only if a listing confirms it: a release would stay for ever without
   * its manifest, and its root files without its note.
   *
   * @returns undefined if the file does not exist or is invalid itself
   */
  async #read<Parsed>(name: string, parsed: (text: Buffer) => Parsed | undefined): Promise<Parsed | undefined> {
    let status = 404;
    for (const delay of lookDelays) {
      await pause(delay);
      const text = await this.storage.get(this.#path(name));
      const found = text === undefined ? undefined : parsed(text);
      if (found !== undefined) return found;
      const listed = (await this.listed()).get(name);
      if (listed === undefined || (text !== undefined && isAsListed(text, listed))) return undefined;
      status = text === undefined ? 404 : 200;
    }
    throw this.#contradiction(this.prefix + releasesFolder, name, status);
  }

  async #put(listed: ReadonlyMap<string, ListedFile>, name: string, text: string): Promise<void> {
    const { body, checksum } = bodyOf(text);
    const live = listed.get(name);
    // Assumption: the service may not show the checksum of an old file.
    if (live !== undefined && (live.checksum ?? checksum) === checksum) return;
    await this.storage.put(this.#path(name), body, checksum);
  }

  #path(name: string): string {
    return `${this.prefix}${releasesFolder}${name}`;
  }

  #endlessError(): UnexpectedResponseError {
    const request = this.storage.listing(this.prefix + releasesFolder);
    const text = `The releases in ${request.path} name more than ${maxListed.toLocaleString("en")} root files, so they were not read further. Delete old releases`;
    return new UnexpectedResponseError(text, { request });
  }

  #contradiction(folder: string, file = "", status = 404): UnexpectedResponseError {
    const request = this.storage.listing(folder);
    const path = request.path + file;
    const what =
      status === 404
        ? `answers 404 for ${path}, but its folder lists it`
        : `sent other content for ${path} than its folder lists: a gateway may have replaced or cut it`;
    const text = `${request.setting ?? "The storage host"} ${what}. Run the same command again`;
    return new UnexpectedResponseError(text, { request, status });
  }
}

/** Returns the releases among listed files, the newest first. */
export function releasesIn(files: ReadonlyMap<string, ListedFile>): Release[] {
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
        date: manifest.changed,
        isWhole: note !== undefined,
        previous: note?.previous,
        hasRootFiles: note !== undefined && note.file.bytes > emptyRecord.length,
        hasMessage: (files.get(messageName(id))?.bytes ?? Infinity) <= maxMessageBytes,
      },
    ];
  });
  return releases.sort((a, b) => b.date - a.date || (a.id < b.id ? -1 : 1));
}
