import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Purge, Service } from "./router";
import type { KindName } from "./state/kinds";
import { kindNames } from "./state/kinds";
import type { SavedStore, Store } from "./state/store";
import type { SavedFiles, StoredFile } from "./storage/files";

/** A file in `state.json`: its content is in a file of its own, named by the checksum. */
type FileEntry = Omit<StoredFile, "content" | "earlier"> & { readonly earlier?: FileEntry };

/** `state.json`. What a service holds besides the stores has to be named here. */
interface SavedState {
  readonly version: typeof version;
  readonly stores: Readonly<Record<KindName, SavedStore>>;
  /** By id of the storage zone. */
  readonly files: Readonly<Record<string, Omit<SavedFiles, "files"> & { readonly files: readonly FileEntry[] }>>;
  readonly purges: readonly Purge[];
  readonly pointedHostnames: readonly string[];
}

/** Raised when a change of the format would make an older version read it wrongly. */
const version = 1;

/** How long a change may wait, so that many requests share one write. */
const delayMs = 200;

/** A folder that keeps the state of an emulator, for the next one. A process that is killed leaves a whole state, at most `delayMs` old. */
export class DataFolder {
  readonly #folder: string;
  /** Names of the contents that are there. */
  #contents: ReadonlySet<string>;
  #written = "";
  #timer: NodeJS.Timeout | undefined;

  /** Puts what the folder keeps, if anything, in the place of the service's state. @throws {TypeError} if it is no state */
  constructor(
    folder: string,
    private readonly service: Service,
  ) {
    this.#folder = path.resolve(folder);
    mkdirSync(path.join(this.#folder, "files"), { recursive: true });
    this.#contents = new Set(readdirSync(path.join(this.#folder, "files")));
    this.#load();
  }

  /** Something may have changed: it is written soon. */
  touch(): void {
    this.#timer ??= setTimeout(() => this.save(), delayMs).unref();
  }

  /** Writes the state, if it has changed: contents first, so that none is missing if the process ends in between. */
  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const contents = new Map<string, Buffer>();
    const text = JSON.stringify(this.#state(contents));
    if (text === this.#written) return;
    for (const [name, content] of contents) if (!this.#contents.has(name)) this.#write(`files/${name}`, content);
    this.#write("state.json", text);
    this.#written = text;
    for (const name of this.#contents) if (!contents.has(name)) rmSync(path.join(this.#folder, "files", name));
    this.#contents = new Set(contents.keys());
  }

  #state(contents: Map<string, Buffer>): SavedState {
    const { files, storageZones, purges, pointedHostnames } = this.service;
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
    };
  }

  #load(): void {
    const file = path.join(this.#folder, "state.json");
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw error;
    }
    try {
      const state = JSON.parse(text) as SavedState;
      if ((state.version as unknown) !== version) throw new TypeError(`version ${String(state.version)} is not known`);
      this.#restore(state);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TypeError(`${file} is not the state of an emulator of this version: ${reason}. Remove the folder`);
    }
    this.#written = text;
  }

  #restore({ stores, files, purges, pointedHostnames }: SavedState): void {
    const { service } = this;
    const fileOf = ({ earlier, ...entry }: FileEntry): StoredFile => ({
      ...entry,
      content: readFileSync(path.join(this.#folder, "files", entry.checksum)),
      earlier: earlier && fileOf(earlier),
    });
    // A kind that is newer than the state has no store in it.
    for (const name of kindNames) (service[name] as Store).restore(stores[name] ?? { lastId: 0, stored: [] });
    for (const [id, saved] of Object.entries(files)) {
      const zone = service.storageZones.existing(Number(id));
      service.files.of(zone).restore({ ...saved, files: saved.files.map(fileOf) });
    }
    service.purges.splice(0, Infinity, ...purges);
    service.pointedHostnames = new Set(pointedHostnames);
  }

  /** Replaces a file as a whole. */
  #write(name: string, content: string | Buffer): void {
    const file = path.join(this.#folder, name);
    // Flushing every content would take longer than all the rest.
    writeFileSync(`${file}.new`, content, { flush: typeof content === "string" });
    renameSync(`${file}.new`, file);
  }
}
