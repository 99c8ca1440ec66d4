import { isDeepStrictEqual } from "node:util";
import type { Blocked, Plan, PlanOptions } from "../../files/plan";
import { blockedText } from "../../files/plan";
import { Releases } from "../../files/releases";
import type { SourceFile } from "../../files/source";
import type { SyncOptions } from "../../files/sync";
import { FolderSync } from "../../files/sync";
import { storageFolder } from "../../kinds/storageFolder";
import type { LinkedStorageZone } from "../../types/storageZone";
import { zoneRecord } from "../locate";
import { duePurgeKey, managed } from "../../declared/state";
import type { LifeCycleContext } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { IncompleteError } from "../../declared/failures";
import { messageOf } from "../../api/errors";
import { picked, without } from "../../declared/properties";
import { checkedFiles, folderInputs } from "./check";
import {
  filesAtPrefixKey,
  filesIn,
  filesProperty,
  formerReleasesKey,
  isAtPrefix,
  sentToPrefix,
  typesBy,
} from "./manifest";
import { withProgress } from "./progress";
import type { NamedReleases } from "./pointers";
import type { ReleaseTarget } from "./releases";
import { changedOutsideText, defaultKeep, deleteOutdated, namedOrUnknown, planRelease, sendRelease } from "./releases";
import { folderId, openStorage } from "./zone";

/** What is noted for a run that imports a folder: it deletes nothing of it. */
export function importedInRun(id: string): string {
  return `imported ${id}`;
}

/** Inputs that the storage zone does not know. */
export const optionNames = storageFolder.inputs
  .map(({ name }) => name)
  .filter((name) => name !== "storageZoneId" && name !== "prefix");

/**
 * Brings a folder of a storage zone from a state to what is declared. With releases, all files go to a folder of their own first. What was
 * sent to the prefix before, and old releases, are deleted by a later run that sends files: only then does an edge rule name a release.
 */
export class Delivery {
  /** What this resource has at the prefix, as far as it is known. */
  readonly #files: Map<string, string>;
  /** The release that is declared, if any. */
  readonly #release: string | undefined;
  #hasChanged = false;
  /** What edge rules say about the releases, once they were read. */
  #named: Promise<NamedReleases | undefined> | undefined;
  /** Whether there may be releases of before, though the folder has none any more. */
  #hasFormer: boolean;

  /** @param prior the state, or what a new one has besides its files; the files in it count as sent */
  constructor(
    private readonly context: LifeCycleContext,
    private readonly id: string,
    private readonly zone: LinkedStorageZone,
    private readonly prior: Properties,
    private readonly inputs: Properties,
  ) {
    this.#files = sentToPrefix(prior);
    this.#release = releaseIn(inputs);
    const hadReleases = releaseIn(prior) !== undefined || prior[formerReleasesKey] === true;
    this.#hasFormer = this.#release === undefined && hadReleases;
  }

  /** @returns the new state @throws {IncompleteError} once something may have changed, with the state reached */
  async run(): Promise<Properties> {
    const { checked } = this.context.memory;
    // The inputs may have the source of another machine.
    const files = await checkedFiles({ ...this.inputs, ...picked(checked.get(this.id) ?? {}, ["source"]) });
    const target: ReleaseTarget = {
      client: this.context.client,
      zone: this.zone,
      storage: await openStorage(this.context.client, this.zone),
      prefix: folderId(this.id).prefix,
      tell: (message) => this.#tell(message),
    };
    const sent = this.#release === undefined ? 0 : await this.#send(target, files);
    // Until the next release is sent, no edge rule may name one yet, and visitors get what is at the prefix.
    const isLater = sent > 0 && releaseIn(this.prior) !== undefined;
    const found = isLater ? await this.#namedReleases(target) : undefined;
    const mayDelete = this.#release === undefined || (found?.isServedByAll === true && found.named.size > 0);
    const atPrefix = files.filter(({ path }) => isAtPrefix(this.inputs)(path));
    const changed = await this.#deliver(target, atPrefix, mayDelete);
    // The delivery at the prefix may have taken a while, in which a rollback may have changed a rule.
    const latest = found !== undefined && changed > 0 ? await namedOrUnknown(target) : found;
    if (latest !== undefined) await this.#deleteOld(target, latest.named);
    else if (this.#hasFormer && this.prior[formerReleasesKey] === true && changed > 0) await this.#deleteFormer(target);
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...this.#state(), totalBytes };
  }

  /** Sends a release. If that fails, visitors still get the previous release, and the state is unchanged. @returns how many files were sent */
  async #send(target: ReleaseTarget, files: readonly SourceFile[]): Promise<number> {
    const isSame = releaseIn(this.prior) === this.#release;
    try {
      const release = {
        files,
        typeOf: typesBy(folderInputs(this.inputs).contentTypes),
        isRootFile: isAtPrefix(this.inputs),
        ...(isSame && { known: filesIn(this.prior) }),
        previous: () => this.#previous(target),
      };
      const plan = await planRelease(target, release);
      if (plan.changedOutside.length > 0) this.#tell(changedOutsideText(plan.changedOutside));
      await withProgress(this.context, this.id, plan.uploads.length, (progress) =>
        sendRelease(target, { ...release, progress }, plan),
      );
      return plan.uploads.length;
    } catch (error) {
      const fact = `Not all files of release ${String(this.#release)} are uploaded yet, so visitors still get the previous release; the next pulumi up uploads the rest`;
      if (releaseIn(this.prior) !== undefined || this.prior[formerReleasesKey] === true) {
        this.#tell(fact);
        throw error;
      }
      // If the state did not say that there may be a release, pulumi destroy would leave what was sent.
      const none = { ...without(this.#state(), ["release", "releasePath", filesAtPrefixKey]), files: {}, fileCount: 0 };
      const state = this.prior["files"] === undefined ? none : this.prior;
      const text = `${messageOf(error)}. ${fact}`;
      throw new IncompleteError(this.id, { ...state, [formerReleasesKey]: true }, text, error);
    }
  }

  /** The release that visitors get before this one: after a rollback, it is another one than that of the state. */
  async #previous(target: ReleaseTarget): Promise<string | undefined> {
    const prior = releaseIn(this.prior);
    if (prior === undefined) return undefined;
    const live = (await this.#namedReleases(target))?.live ?? new Set();
    return live.size === 0 || live.has(prior) ? prior : [...live].find((id) => id !== this.#release);
  }

  #namedReleases(target: ReleaseTarget): Promise<NamedReleases | undefined> {
    this.#named ??= namedOrUnknown(target);
    return this.#named;
  }

  async #deleteOld(target: ReleaseTarget, named: ReadonlySet<string>): Promise<void> {
    const { releases } = folderInputs(this.inputs);
    const keep = (releases === false ? undefined : releases?.keep) ?? defaultKeep;
    if (named.size === 0) {
      this.#tell("no old release is deleted, because no edge rule names a release");
      return;
    }
    const stays = new Set([this.#release ?? "", releaseIn(this.prior) ?? ""]);
    await deleteOutdated(target, { keep, named, stays });
  }

  /** Deletes all releases, once the folder has none any more. */
  async #deleteFormer(target: ReleaseTarget): Promise<void> {
    const named = (await namedOrUnknown(target))?.named;
    if (named === undefined) return;
    if (named.size > 0) this.#tell(`releases that edge rules name are not deleted: ${[...named].join(", ")}`);
    const { areAllGone } = await deleteOutdated(target, { keep: 0, named, stays: new Set() });
    if (areAllGone) this.#hasFormer = false;
  }

  /** Brings the files at the prefix in line. @returns how many were sent or deleted */
  async #deliver(
    { storage, prefix }: ReleaseTarget,
    files: readonly SourceFile[],
    mayDelete: boolean,
  ): Promise<number> {
    const sync = new FolderSync(storage, prefix);
    const isDeleted = (path: string): boolean => mayDelete && this.#isDeletable(path);
    const releases = new Releases(storage, prefix);
    // After a rollback they are those of a former release. A new release brings its own.
    const isReplaceable = async (path: string, checksum: string): Promise<boolean> =>
      this.#release !== undefined && releaseIn(this.prior) !== this.#release && releases.hasDelivered(path, checksum);
    const plan = await this.#plan(sync, files, { isDeleted, isReplaceable });
    for (const { path, checksum } of plan.unchanged) this.#files.set(path, checksum);
    if (plan.changedOutside.length > 0) this.#tell(changedOutsideText(plan.changedOutside));
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
      const fact = `Not all files of storage folder ${this.id} are as declared yet; the next pulumi up uploads the rest`;
      throw new IncompleteError(this.id, state, `${messageOf(error)}. ${fact}`, error);
    }
    if (blocked.length > 0) {
      throw new IncompleteError(
        this.id,
        this.#state(),
        `Storage folder ${this.id}: ${blockedText(blocked)}. All other files are uploaded`,
      );
    }
    // What is gone and was kept belongs to nobody now. What a later run deletes stays.
    const declared = new Set(files.map(({ path }) => path));
    for (const path of [...this.#files.keys()]) {
      if (!declared.has(path) && (mayDelete || !this.#isDeletable(path))) this.#files.delete(path);
    }
    return plan.uploads.length + plan.deletions.length;
  }

  #isDeletable(path: string): boolean {
    const isImported = this.context.memory.once.has(importedInRun(this.id));
    return this.#files.has(path) && folderInputs(this.inputs).removed !== "keep" && !isImported;
  }

  #plan(
    sync: FolderSync,
    files: readonly SourceFile[],
    options: Pick<PlanOptions, "isDeleted" | "isReplaceable">,
  ): Promise<Plan> {
    const [before, now] = [this.prior, this.inputs].map((one) => typesBy(folderInputs(one).contentTypes));
    return sync.plan(files, {
      ...options,
      known: this.#files,
      isStale: (path) => before?.(path) !== now?.(path),
    });
  }

  async #carryOut(sync: FolderSync, plan: Plan): Promise<Blocked[]> {
    const { client } = this.context;
    const { contentTypes } = folderInputs(this.inputs);
    const caches = this.#caches;
    this.#hasChanged = plan.uploads.length + plan.deletions.length > 0;
    // A run that was killed may have sent files before. Of a release nobody has seen any.
    const mayBeStale = this.#release === undefined && !isDeepStrictEqual(this.prior["files"], this.inputs["files"]);
    const options: SyncOptions = {
      replicas: caches.length > 0 ? (this.zone.replicationRegions ?? []) : [],
      tell: (message) => this.#tell(message),
      contentType: typesBy(contentTypes),
      mustPurge: this.prior[duePurgeKey] === true || mayBeStale,
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
    };
    return withProgress(this.context, this.id, plan.uploads.length, (progress) =>
      sync.carryOut(plan, { ...options, progress }),
    );
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
    const atPrefix = filesProperty(this.#files);
    const fields = {
      ...picked(this.inputs, ["storageZoneId", "prefix", "release", "releasePath", ...optionNames]),
      ...zoneRecord("StorageZone", this.zone),
      ...(this.#release === undefined
        ? { files: atPrefix, ...(this.#hasFormer && { [formerReleasesKey]: true }) }
        : { files: this.inputs["files"], [filesAtPrefixKey]: atPrefix }),
      fileCount: this.#release === undefined ? this.#files.size : filesIn(this.inputs).size,
      totalBytes: this.prior["totalBytes"] ?? 0,
    };
    return managed(storageFolder, fields, this.inputs, this.prior);
  }
}

function releaseIn({ release }: Properties): string | undefined {
  return typeof release === "string" ? release : undefined;
}
