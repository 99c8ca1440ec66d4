import { z } from "zod";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./http";
import { OwnFolder } from "./ownFolder";
import type { Purge, Service } from "./router";
import type { KindName } from "./state/kinds";
import { kindNames, kinds } from "./state/kinds";
import type { SavedStore, Store } from "./state/store";
import type { SavedFiles, StoredFile } from "./storage/files";
import { checksumOf } from "./storage/files";
import { zodOf } from "./wire/schema";

/** A file in `state.json`. Its content is in a separate file, named by the checksum. */
type FileEntry = Omit<StoredFile, "content" | "earlier"> & { readonly earlier?: FileEntry };

/** The content of `state.json`. Every state of a service outside of the stores must be listed here. */
interface SavedState {
  readonly version: typeof version;
  readonly stores: Readonly<Record<KindName, SavedStore>>;
  /** The files by id of their storage zone. */
  readonly files: Readonly<Record<string, Omit<SavedFiles, "files"> & { readonly files: readonly FileEntry[] }>>;
  readonly purges: readonly Purge[];
  readonly pointedHostnames: readonly string[];
  readonly undelegatedDomains?: readonly string[];
}

/** The version of the format. It is raised if an older version would misread a changed format. */
const version = 1;

/** The replacement for an infinite time, which JSON lacks. */
const time = z.number().nullish();

/** The form of a checksum. It becomes the name of a file, so nothing else is accepted. */
const fileEntry = z.looseObject({
  path: z.string(),
  checksum: z.string().regex(/^[0-9A-F]{64}$/),
  contentType: z.string(),
  guid: z.string(),
  created: time,
  changed: time,
  replicatedAt: time,
  get earlier() {
    return fileEntry.optional();
  },
});

const savedState = z.looseObject({
  version: z.literal(version),
  stores: z.object(
    Object.fromEntries(
      kindNames.map((name) => {
        const object = zodOf<object>(kinds[name].schema).and(z.looseObject({ Id: z.int() }));
        const stored = z.looseObject({ object, hiddenUntil: time, hiddenRequests: z.int(), listedFrom: time });
        return [name, z.looseObject({ lastId: z.int(), stored: z.array(stored) }).optional()];
      }),
    ),
  ),
  files: z.record(
    z.string(),
    z.looseObject({ files: z.array(fileEntry), folders: z.array(z.string()), lastGuid: z.int() }),
  ),
  purges: z.array(z.looseObject({ pullZoneId: z.int() })),
  pointedHostnames: z.array(z.string()),
  undelegatedDomains: z.array(z.string()).optional(),
});

/** A folder that keeps the state of an emulator for the next one. A killed process leaves a complete state. */
export class DataFolder {
  readonly #folder: OwnFolder;
  /** The contents of the last written state, by name. Only these files are ever deleted. */
  #contents: ReadonlyMap<string, Buffer> = new Map();
  #written = "";
  #due: Promise<void> | undefined;
  #lastMs = 0;

  /**
   * Replaces the service's state with the state in the folder, if there is one.
   *
   * @throws {TypeError} if the folder has other files, if another emulator uses it, or if its state is invalid
   */
  constructor(
    folder: string,
    private readonly service: Service,
  ) {
    this.#folder = new OwnFolder(folder);
    try {
      this.#load();
      this.#folder.claim();
      this.#save();
    } catch (error) {
      this.#folder.release();
      throw error;
    }
  }

  /**
   * Resolves once all changes are written. Many requests share one write, and writing takes at most half of the time.
   *
   * @throws if they can't be written; then the service returns to the state in the folder
   */
  written(): Promise<void> {
    return (this.#due ??= sleep(this.#lastMs).then(() => {
      this.#due = undefined;
      this.#save();
    }));
  }

  /** Writes the remaining changes and releases the folder. */
  close(): void {
    try {
      this.#save();
    } finally {
      this.#folder.release();
    }
  }

  /** Writes contents before the state, so that none is missing if the process ends in between. */
  #save(): void {
    const begun = performance.now();
    const contents = new Map<string, Buffer>();
    const text = JSON.stringify(this.#state(contents));
    if (text === this.#written) return;
    try {
      for (const [name, content] of contents)
        if (!this.#contents.has(name)) this.#folder.write(`files/${name}`, content);
      this.#folder.write("state.json", text);
    } catch (error) {
      if (this.#written !== "") this.#restore(JSON.parse(this.#written) as SavedState, this.#contents);
      throw error;
    }
    const before = this.#contents;
    this.#written = text;
    this.#contents = contents;
    for (const name of before.keys()) if (!contents.has(name)) this.#folder.delete(`files/${name}`);
    this.#lastMs = performance.now() - begun;
  }

  #state(contents: Map<string, Buffer>): SavedState {
    const { files, storageZones, purges, pointedHostnames, undelegatedDomains } = this.service;
    const entryOf = ({ content, earlier, ...file }: StoredFile): FileEntry => {
      contents.set(file.checksum, content);
      return { ...file, ...(earlier && { earlier: entryOf(earlier) }) };
    };
    const filesOf = (zone: Parameters<typeof files.of>[0]): SavedState["files"][string] => {
      const saved = files.of(zone).saved();
      return { ...saved, files: saved.files.map(entryOf) };
    };
    const stores = kindNames.map((name) => [name, (this.service[name] as Store).saved()]);
    return {
      version,
      stores: Object.fromEntries(stores) as SavedState["stores"],
      files: Object.fromEntries(storageZones.all().map((zone) => [zone.object.Id, filesOf(zone)])),
      purges,
      pointedHostnames: [...pointedHostnames],
      undelegatedDomains: [...undelegatedDomains],
    };
  }

  #load(): void {
    try {
      const text = this.#folder.read("state.json")?.toString();
      if (text === undefined) return;
      const state = JSON.parse(text) as SavedState;
      if ((state.version as unknown) !== version) throw new TypeError(`version ${String(state.version)} is unknown`);
      const { error } = savedState.safeParse(state);
      if (error !== undefined) throw new TypeError(z.prettifyError(error));
      this.#restore(state, (this.#contents = this.#readContents(state)));
      this.#written = text;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TypeError(
        `${this.#folder.path}/state.json is not a state of this version of the emulator: ${reason}. Choose another folder`,
      );
    }
  }

  /** Reads a content. If its checksum is not its name, no emulator wrote it. */
  #readContents({ files }: SavedState): Map<string, Buffer> {
    const contents = new Map<string, Buffer>();
    const add = ({ checksum, earlier }: FileEntry): void => {
      const content = contents.get(checksum) ?? this.#folder.read(`files/${checksum}`);
      if (content === undefined) throw new TypeError(`files/${checksum} is missing`);
      if (!contents.has(checksum) && checksumOf(content) !== checksum) {
        throw new TypeError(`the content of files/${checksum} does not match its name`);
      }
      contents.set(checksum, content);
      if (earlier !== undefined) add(earlier);
    };
    for (const zone of Object.values(files)) zone.files.forEach(add);
    return contents;
  }

  #restore(
    { stores, files, purges, pointedHostnames, undelegatedDomains }: SavedState,
    contents: ReadonlyMap<string, Buffer>,
  ): void {
    const { service } = this;
    const fileOf = ({ earlier, ...entry }: FileEntry): StoredFile => ({
      ...entry,
      content: contents.get(entry.checksum) ?? Buffer.alloc(0),
      earlier: earlier && fileOf(earlier),
    });
    // A state lacks the kinds that are newer than it.
    for (const name of kindNames) (service[name] as Store).restore(stores[name] ?? { lastId: 0, stored: [] });
    for (const [id, saved] of Object.entries(files)) {
      const zone = service.storageZones.existing(Number(id));
      service.files.of(zone).restore({ ...saved, files: saved.files.map(fileOf) });
    }
    service.purges.splice(0, Infinity, ...purges);
    service.pointedHostnames = new Set(pointedHostnames);
    // A state of an earlier version lacks these fields.
    if (undelegatedDomains !== undefined) service.undelegatedDomains = new Set(undelegatedDomains);
  }
}

/**
 * Carries out a request, and writes its changes before the response.
 *
 * @param reads whether the request changes nothing
 * @param failed the response if the changes can't be written; the request then has no effect
 */
export async function kept(
  { data }: { readonly data: DataFolder | undefined },
  reads: boolean,
  apply: () => Answer,
  failed: (message: string) => Answer,
): Promise<Answer> {
  const answer = apply();
  if (data === undefined || reads || answer.status >= 400) return answer;
  try {
    await data.written();
    return answer;
  } catch (error) {
    return failed(
      `The data folder can't be written, so the request had no effect: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
