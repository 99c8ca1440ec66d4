import type { CallOptions } from "../api/operation";
import type { StorageFiles } from "../api/storageFiles";
import type { ListedFile } from "../wire/storageFile";
import { forEach } from "./parallel";
import { emptyPlan } from "./plan";
import { bodyOf } from "./releaseContent";
import type { ReleaseMessage } from "./releaseMessage";
import { messageText, parsedMessage } from "./releaseMessage";
import { idOfMessage, manifestName, messageName, releasesFolder } from "./releasePaths";
import type { Release } from "./releases";
import { FolderSync } from "./sync";

/** Number of messages that are read in parallel. */
const messagesAtOnce = 4;

/** Messages of the releases below a prefix. */
export class ReleaseMessages {
  /** @param prefix folder with a trailing slash, or "" for the root */
  constructor(
    private readonly storage: StorageFiles,
    private readonly prefix: string,
  ) {}

  /**
   * Sends the message of a release that has none.
   *
   * @param listed manifests and messages that existed before the release was sent
   * @returns the names of the sent files
   */
  async send(id: string, message: ReleaseMessage, listed: ReadonlyMap<string, ListedFile>): Promise<string[]> {
    const [name, text] = [messageName(id), messageText(message)];
    if (text === undefined) return [];
    // Versions before 0.5.0 leave the message of a release that they delete, so it says nothing about a new release.
    const isOwn = listed.has(manifestName(id));
    if (isOwn && (listed.has(name) || (await this.storage.get(this.#path(name))) !== undefined)) return [];
    const { body, checksum } = bodyOf(text);
    await this.storage.put(this.#path(name), body, checksum);
    return [name];
  }

  /** Returns the message of a release; it is empty if there is none. */
  async read(
    { id, hasMessage }: Pick<Release, "id" | "hasMessage">,
    options: CallOptions = {},
  ): Promise<ReleaseMessage> {
    if (!hasMessage) return {};
    const get = (): Promise<Buffer | undefined> => this.storage.get(this.#path(messageName(id)), options);
    // A listing shows it, so a second 404 must confirm the first one: otherwise a rollback to a commit would not see that two releases have it.
    const text = (await get()) ?? (await get());
    return text === undefined ? {} : parsedMessage(text);
  }

  /** Returns the messages of releases by id. */
  async readAll(releases: readonly Pick<Release, "id" | "hasMessage">[]): Promise<Map<string, ReleaseMessage>> {
    const found = new Map<string, ReleaseMessage>();
    await forEach(releases, messagesAtOnce, async (release) => {
      found.set(release.id, await this.read(release));
    });
    return found;
  }

  /** Deletes messages of releases that don't exist: versions before 0.5.0 leave them. @param listed what either of two listings has */
  async deleteLeft(listed: ReadonlyMap<string, ListedFile>, tell: (message: string) => void): Promise<void> {
    const isLeft = (name: string): boolean => {
      const id = idOfMessage(name);
      return id !== undefined && !listed.has(manifestName(id));
    };
    const deletions = [...listed.keys()].filter(isLeft).sort();
    if (deletions.length === 0) return;
    const folder = new FolderSync(this.storage, this.prefix + releasesFolder);
    await folder.carryOut({ ...emptyPlan, deletions }, { replicas: [], tell });
  }

  #path(name: string): string {
    return `${this.prefix}${releasesFolder}${name}`;
  }
}
