import { isDeepStrictEqual } from "node:util";
import { matcher } from "../../files/globs";
import type { SourceFile } from "../../files/source";
import type { Blocked, Plan } from "../../files/plan";
import { blockedText, shortList } from "../../files/plan";
import type { FolderSync } from "../../files/sync";
import { storageFolder } from "../../kinds/storageFolder";
import type { LinkedStorageZone } from "../../types/storageZone";
import { zoneRecord } from "../parts/find";
import { duePurgeKey } from "../shared/duePurge";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError, messageOf } from "../shared/failures";
import { picked, without } from "../shared/properties";
import { managed } from "../shared/state";
import { checkedFiles, folderInputs } from "./check";
import { filesIn, filesProperty } from "./manifest";
import { openFolder } from "./zone";

/** What is noted for a run that imports a folder: it deletes nothing of it. */
export function importedInRun(id: string): string {
  return `imported ${id}`;
}

/** Inputs that the storage zone does not know. */
export const optionNames = storageFolder.inputs
  .map(({ name }) => name)
  .filter((name) => name !== "storageZoneId" && name !== "prefix");

/** Brings a folder of a storage zone from a state to what is declared. */
export class Delivery {
  /** What the zone has of this resource, as far as it is known. */
  readonly #files: Map<string, string>;
  #hasChanged = false;

  /** @param prior the state, or what a new one has besides its files; the files in it count as sent */
  constructor(
    private readonly context: LifeCycleContext,
    private readonly id: string,
    private readonly zone: LinkedStorageZone,
    private readonly prior: Properties,
    private readonly inputs: Properties,
  ) {
    this.#files = filesIn(prior);
  }

  /** @returns the new state @throws {IncompleteError} once something may have changed, with the state reached */
  async run(): Promise<Properties> {
    const { checked } = this.context.memory;
    // The inputs may have the source of another machine.
    const files = await checkedFiles({ ...this.inputs, ...picked(checked.get(this.id) ?? {}, ["source"]) });
    const sync = await openFolder(this.context.client, this.zone, this.id);
    const plan = await this.#plan(sync, files);
    for (const { path, checksum } of plan.unchanged) this.#files.set(path, checksum);
    if (plan.changedOutside.length > 0) {
      const paths = shortList(plan.changedOutside);
      this.#tell(
        `left alone, because they were changed or deleted outside: ${paths}. pulumi up --refresh restores what is declared`,
      );
    }
    let blocked: readonly Blocked[];
    try {
      blocked = await this.#carryOut(sync, plan);
    } catch (error) {
      if (!this.#hasChanged) throw error;
      await this.#lookAgain(sync, plan);
      // With the types that were declared before, files whose type has changed are sent again.
      const state = {
        ...without(this.#state(), ["contentTypes"]),
        ...picked(this.prior, ["contentTypes"]),
        ...(this.#caches.length > 0 && { [duePurgeKey]: true }),
      };
      const fact = `Not all files of storage folder ${this.id} are as declared yet; the next pulumi up sends what is missing`;
      throw new IncompleteError(this.id, state, `${messageOf(error)}. ${fact}`, error);
    }
    if (blocked.length > 0) {
      throw new IncompleteError(
        this.id,
        this.#state(),
        `Storage folder ${this.id}: ${blockedText(blocked)}. All other files are sent`,
      );
    }
    // What is gone and was kept belongs to nobody now.
    const declared = new Set(files.map(({ path }) => path));
    for (const path of [...this.#files.keys()]) if (!declared.has(path)) this.#files.delete(path);
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...this.#state(), totalBytes };
  }

  async #plan(sync: FolderSync, files: readonly SourceFile[]): Promise<Plan> {
    const { removed, contentTypes } = folderInputs(this.inputs);
    const [before, now] = [typesBy(folderInputs(this.prior).contentTypes), typesBy(contentTypes)];
    const isImported = this.context.memory.once.has(importedInRun(this.id));
    return sync.plan(files, {
      known: this.#files,
      isDeleted: (path) => this.#files.has(path) && removed !== "keep" && !isImported,
      isStale: (path) => before(path) !== now(path),
    });
  }

  async #carryOut(sync: FolderSync, plan: Plan): Promise<Blocked[]> {
    const { client } = this.context;
    const { contentTypes } = folderInputs(this.inputs);
    const caches = this.#caches;
    this.#hasChanged = plan.uploads.length + plan.deletions.length > 0;
    return sync.carryOut(plan, {
      replicas: caches.length > 0 ? (this.zone.replicationRegions ?? []) : [],
      tell: (message) => this.#tell(message),
      contentType: typesBy(contentTypes),
      // A run that was killed may have sent files before.
      mustPurge: this.prior[duePurgeKey] === true || !isDeepStrictEqual(this.prior["files"], this.inputs["files"]),
      done: (path, checksum) => {
        if (checksum === undefined) this.#files.delete(path);
        else this.#files.set(path, checksum);
      },
      ...(caches.length > 0 && {
        purge: async () => {
          this.#hasChanged = true;
          for (const cache of caches) await client.purgePullZone(cache);
        },
      }),
    });
  }

  /**
   * After a failure: the state must not name a file that is not there, and should name what was sent. A request that failed may have
   * uploaded or deleted its file. Files that this run does not change stay in the state as they were.
   */
  async #lookAgain(sync: FolderSync, { uploads, deletions }: Plan): Promise<void> {
    const sent = new Map(uploads.map(({ path, checksum }) => [path, checksum]));
    const known = new Map([...deletions, ...sent.keys()].map((path) => [path, this.#files.get(path) ?? ""]));
    const found = await sync.listKnown(known).catch(() => undefined);
    if (found === undefined) return;
    for (const [path, checksum] of known) {
      const live = found.files.get(path);
      const isOurs = checksum !== "" || live?.checksum === sent.get(path);
      if (live === undefined || !isOurs) this.#files.delete(path);
      else this.#files.set(path, live.checksum ?? checksum);
    }
  }

  get #caches(): readonly number[] {
    return folderInputs(this.inputs).purgePullZoneIds ?? [];
  }

  #tell(message: string): void {
    this.context.tell(`Storage folder ${this.id}: ${message}`);
  }

  #state(): Properties {
    const fields = {
      ...picked(this.inputs, ["storageZoneId", "prefix", ...optionNames]),
      ...zoneRecord("StorageZone", this.zone),
      files: filesProperty(this.#files),
      fileCount: this.#files.size,
      totalBytes: this.prior["totalBytes"] ?? 0,
    };
    return managed(storageFolder, fields, this.inputs, this.prior);
  }
}

/** The content type that is declared for a path: of several globs the last one. */
function typesBy(types: Readonly<Record<string, string>> = {}): (path: string) => string | undefined {
  const rules = Object.entries(types).map(([glob, type]) => [matcher([glob]), type] as const);
  return (path) => rules.findLast(([matches]) => matches(path))?.[1];
}
