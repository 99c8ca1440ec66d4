import { isDeepStrictEqual } from "node:util";
import type { Blocked, Plan, PlanOptions } from "../../files/plan";
import { blockedText, shortList } from "../../files/plan";
import { Releases } from "../../files/releases";
import type { ReplicaPatience } from "../../files/replicas";
import { replicaPatience } from "../../files/replicas";
import type { SourceFile } from "../../files/source";
import type { SyncOptions } from "../../files/sync";
import { FolderSync } from "../../files/sync";
import { storageFolder } from "../../kinds/storageFolder";
import type { LinkedStorageZone } from "../../types/storageZone";
import { wholeRecord } from "../locate";
import { managed } from "../../declared/state";
import type { LifeCycleContext } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { IncompleteError } from "../../declared/failures";
import type { RunMemory } from "../../run/memory";
import { commandName, purgeCommand } from "../../run/purges";
import { InvalidInputError, messageOf, ReadOnlyError } from "../../api/errors";
import { picked, without } from "../../declared/properties";
import { changedInSource, checkedFiles, folderInputs, keptInRun } from "./check";
import { filesIn, filesProperty, isAtPrefix, sentToPrefix, typesBy } from "./manifest";
import { withProgress } from "./progress";
import type { NamedReleases } from "../../files/pointers";
import type { ReleaseTarget, ReleaseToSend } from "../../files/sendRelease";
import {
  changedOutsideText,
  defaultKeep,
  deleteOutdated,
  namedOrUnknown,
  planRelease,
  sendRelease,
  stillDelivered,
} from "../../files/sendRelease";
import { folderId, openStorage } from "./zone";
import { about, warning } from "../../wire/words";
import { filesAtPrefixKey, formerReleasesKey, purgeIsDueKey } from "../../wire/stateKeys";

/** Time that runs still wait for the replicas, by the ID of the storage zone. */
const patienceOfRun = new WeakMap<RunMemory, Map<number, ReplicaPatience>>();

/** Key that notes for the run that a folder was imported: the run then deletes no file of it. */
export function importedInRun(id: string): string {
  return `imported ${id}`;
}

/** Names of inputs that the storage zone does not have. */
export const optionNames = storageFolder.args
  .map(({ name }) => name)
  .filter((name) => name !== "storageZoneId" && name !== "prefix");

/**
 * Synchronizes a folder of a storage zone with its declaration. With releases, all files are first sent to a separate folder. A later run that sends
 * files deletes old releases and former files at the prefix, because only then does an edge rule name the release.
 */
export class Delivery {
  /** Known files of this resource at the prefix. */
  readonly #files: Map<string, string>;
  /** Id of the declared release, if any. */
  readonly #release: string | undefined;
  #hasChanged = false;
  /** Releases that edge rules name, once the rules have been read. */
  #named: Promise<NamedReleases | undefined> | undefined;
  /** Whether former releases may still exist although the folder no longer has releases. */
  #hasFormer: boolean;

  /** @param prior the state, or the other properties of a new state; files in it count as sent */
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

  /** Runs the delivery. @returns the new state @throws {IncompleteError} with the state reached, once something may have changed */
  async run(): Promise<Properties> {
    const { checked } = this.context.memory;
    // The inputs may contain the path of the source on another machine.
    const inputs = { ...this.inputs, ...picked(checked.get(this.id) ?? {}, ["source"]) };
    const areKept = this.context.memory.once.has(keptInRun(this.id));
    const files = await checkedFiles(inputs, areKept);
    const target: ReleaseTarget = {
      reads: this.context.client.reads,
      zone: this.zone,
      storage: await openStorage(this.context.client.reads, this.zone),
      prefix: folderId(this.id).prefix,
      patience: this.#patience,
      tell: (message) => this.#tell(message),
    };
    const atPrefix = files.filter(({ path }) => isAtPrefix(this.inputs)(path));
    if (areKept) await this.#refuseChanged(target, { files, atPrefix, source: folderInputs(inputs).source });
    const sent = this.#release === undefined ? 0 : await this.#send(target, files);
    // If the state did not say that there is a release, pulumi destroy would leave it.
    this.#hasChanged = this.#release !== undefined && releaseIn(this.prior) === undefined;
    // Until the next release is sent, it is possible that no edge rule names a release yet and visitors get the files at the prefix.
    const isLater = sent > 0 && releaseIn(this.prior) !== undefined;
    const found = isLater ? await this.#namedReleases(target) : undefined;
    const mayDelete = this.#release === undefined || (await this.#isServed(target, found, atPrefix));
    const changed = await this.#deliver(target, atPrefix, mayDelete);
    // The rules are read again: a rollback may have changed one since they were read to find the previous release.
    const latest = found === undefined ? undefined : await namedOrUnknown(target, { before: found });
    if (latest !== undefined) await this.#deleteOld(target, latest);
    else if (this.#hasFormer && this.prior[formerReleasesKey] === true && changed > 0) await this.#deleteFormer(target);
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...this.#state(), ...(!areKept && { totalBytes }) };
  }

  /** Refuses to send files that `ignoreChanges` keeps, if the source has other content for them. Files that need not be sent can differ. */
  async #refuseChanged(
    target: ReleaseTarget,
    {
      files,
      atPrefix,
      source,
    }: Readonly<Record<"files" | "atPrefix", readonly SourceFile[]>> & { readonly source: string },
  ): Promise<void> {
    const changed = await changedInSource(files);
    if (changed.size === 0) return;
    const { storage, prefix } = target;
    const inRelease = this.#release === undefined ? [] : (await planRelease(target, this.#content(files))).uploads;
    const plan = await this.#plan(new FolderSync(storage, prefix), atPrefix, {});
    const missing = new Set(
      [...inRelease, ...plan.uploads].map(({ path }) => path).filter((path) => changed.has(path)),
    );
    if (missing.size === 0) return;
    throw new InvalidInputError(
      `Nothing was uploaded: ignoreChanges keeps the files of the last run, and the source ${source} no longer has their content: ${shortList([...missing].sort())}. Restore that content, or remove "files" from ignoreChanges`,
      "source",
    );
  }

  /** Returns the content of the declared release. */
  #content(files: readonly SourceFile[]): Pick<ReleaseToSend, "files" | "typeOf" | "isNamed" | "sent"> {
    const isNamed = releaseIn(this.prior) === this.#release;
    return {
      files,
      typeOf: typesBy(folderInputs(this.inputs).contentTypes),
      isNamed,
      ...(isNamed && { sent: filesIn(this.prior) }),
    };
  }

  /** Sends a release. If that fails, visitors still get the previous release, and the state is unchanged. @returns the number of sent files */
  async #send(target: ReleaseTarget, files: readonly SourceFile[]): Promise<number> {
    try {
      const release = {
        ...this.#content(files),
        isRootFile: isAtPrefix(this.inputs),
        previous: () => this.#previous(target),
      };
      const plan = await planRelease(target, release);
      if (plan.changedOutside.length > 0) this.#tell(warning(changedOutsideText(plan.changedOutside)));
      await withProgress(this.context, this.id, plan.uploads.length, (progress) =>
        sendRelease(target, { ...release, progress }, plan),
      );
      return plan.uploads.length;
    } catch (error) {
      if (error instanceof ReadOnlyError) throw error;
      const last = releaseIn(this.prior);
      const visitors = last === undefined ? "do not get it" : "still get the previous release";
      const what =
        last === this.#release
          ? `Release ${String(last)} is not as declared yet, and if it is live, visitors may miss files`
          : `Not all files of release ${String(this.#release)} are uploaded yet, so visitors ${visitors}`;
      const fact = `${what}; the next pulumi up uploads the rest`;
      if (last !== undefined || this.prior[formerReleasesKey] === true) {
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

  /** Returns the release that visitors get before this one. After a rollback, it differs from the one in the state. */
  async #previous(target: ReleaseTarget): Promise<string | undefined> {
    const lastRelease = releaseIn(this.prior);
    if (lastRelease === undefined) return undefined;
    const liveIds = (await this.#namedReleases(target))?.liveIds ?? new Set();
    return liveIds.size === 0 || liveIds.has(lastRelease)
      ? lastRelease
      : [...liveIds].find((id) => id !== this.#release);
  }

  /**
   * Whether visitors get releases everywhere, so that nobody needs the files at the prefix that are no longer declared. A deletion takes two looks,
   * because one list may show a former rule.
   */
  async #isServed(
    target: ReleaseTarget,
    found: NamedReleases | undefined,
    declared: readonly SourceFile[],
  ): Promise<boolean> {
    const paths = new Set(declared.map(({ path }) => path));
    const isServed = (one?: NamedReleases): boolean => one?.isServedByAll === true && one.named.size > 0;
    if (found === undefined || !isServed(found)) return false;
    const deletesNothing = [...this.#files.keys()].every((path) => paths.has(path) || !this.#isDeletable(path));
    return deletesNothing || isServed(await namedOrUnknown(target, { before: found }));
  }

  #namedReleases(target: ReleaseTarget): Promise<NamedReleases | undefined> {
    this.#named ??= namedOrUnknown(target, { lists: 1 });
    return this.#named;
  }

  async #deleteOld(target: ReleaseTarget, { named, mentions }: NamedReleases): Promise<void> {
    const { releases } = folderInputs(this.inputs);
    const keep = (releases === false ? undefined : releases?.keep) ?? defaultKeep;
    if (named.size === 0) {
      this.#tell(warning("no old release is deleted, because no edge rule names a release"));
      return;
    }
    const stays = new Set([this.#release ?? "", releaseIn(this.prior) ?? ""]);
    const leaves: Parameters<typeof deleteOutdated>[2] = async (delivered, isDelivered) => {
      const left = await stillDelivered(target, delivered, this.#files, isDelivered);
      for (const [path, checksum] of left) this.#files.set(path, checksum);
      return left.size > 0;
    };
    const { removed } = folderInputs(this.inputs);
    await deleteOutdated(target, { keep, mentions, stays }, removed === "keep" ? undefined : leaves);
  }

  /** Deletes all releases of a folder that no longer declares releases. */
  async #deleteFormer(target: ReleaseTarget): Promise<void> {
    const found = await namedOrUnknown(target);
    if (found === undefined) return;
    const { named, mentions } = found;
    if (named.size > 0) this.#tell(`releases that edge rules name are not deleted: ${[...named].join(", ")}`);
    const { areAllGone } = await deleteOutdated(target, { keep: 0, mentions, stays: new Set() });
    if (areAllGone) this.#hasFormer = false;
  }

  /** Synchronizes the files at the prefix. @returns the number of files that were sent or deleted */
  async #deliver(
    { storage, prefix }: ReleaseTarget,
    files: readonly SourceFile[],
    mayDelete: boolean,
  ): Promise<number> {
    const sync = new FolderSync(storage, prefix);
    const isDeleted = (path: string): boolean => mayDelete && this.#isDeletable(path);
    const releases = new Releases(storage, prefix);
    // After a rollback, they belong to a former release. A new release brings its own.
    const isReplaceable = async (path: string, checksum: string): Promise<boolean> =>
      this.#release !== undefined && releaseIn(this.prior) !== this.#release && releases.hasDelivered(path, checksum);
    let plan: Plan | undefined;
    let blocked: readonly Blocked[];
    try {
      plan = await this.#plan(sync, files, { isDeleted, isReplaceable });
      for (const { path, checksum } of plan.unchanged) this.#files.set(path, checksum);
      if (plan.changedOutside.length > 0) this.#tell(warning(changedOutsideText(plan.changedOutside)));
      blocked = await this.#carryOut(sync, plan);
    } catch (error) {
      if (!this.#hasChanged || error instanceof ReadOnlyError) throw error;
      if (plan !== undefined) await this.#lookAgain(sync, plan);
      // The state keeps the formerly declared types, so that files whose type has changed are sent again.
      const state = {
        ...without(this.#state(), ["contentTypes"]),
        ...picked(this.prior, ["contentTypes"]),
        ...(this.#caches.length > 0 && { [purgeIsDueKey]: true }),
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
    // Undeclared files leave the state if they were deleted, or are kept because of `removed: "keep"`. Those that a later run deletes stay in it.
    const declaredPaths = new Set(files.map(({ path }) => path));
    for (const path of [...this.#files.keys()]) {
      if (!declaredPaths.has(path) && (mayDelete || !this.#isDeletable(path))) this.#files.delete(path);
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
      sent: this.#files,
      isStale: (path) => before?.(path) !== now?.(path),
    });
  }

  async #carryOut(sync: FolderSync, plan: Plan): Promise<Blocked[]> {
    const { client, purges } = this.context;
    const { contentTypes } = folderInputs(this.inputs);
    const caches = this.#caches;
    this.#hasChanged ||= plan.uploads.length + plan.deletions.length > 0;
    const options: SyncOptions = {
      replicas: caches.length > 0 ? (this.zone.replicationRegions ?? []) : [],
      patience: this.#patience,
      tell: (message) => this.#tell(message),
      contentType: typesBy(contentTypes),
      mustPurge: this.prior[purgeIsDueKey] === true || this.#mayBeStale(plan),
      // Root files must be those of the release.
      ...(this.#release !== undefined && { exact: true as const }),
      done: (path, checksum) => {
        if (checksum === undefined) this.#files.delete(path);
        else this.#files.set(path, checksum);
      },
      ...(caches.length > 0 && {
        purge: async () => {
          this.#hasChanged = true;
          for (const cache of caches) await purges.now(cache);
        },
        purgeCommands: () =>
          Promise.all(caches.map(async (cache) => purgeCommand(await commandName(client.reads, cache)))),
      }),
    };
    return withProgress(this.context, this.id, plan.uploads.length, (progress) =>
      sync.carryOut(plan, { ...options, progress }),
    );
  }

  /** Whether a killed run may already have sent files, so that caches have their former content. A new release is not cached yet, except its root files. */
  #mayBeStale({ unchanged }: Plan): boolean {
    if (this.#release === undefined) return !isDeepStrictEqual(this.prior["files"], this.inputs["files"]);
    if (this.prior["files"] === undefined) return false;
    const sent = sentToPrefix(this.prior);
    return unchanged.some(({ path, checksum }) => sent.get(path) !== checksum);
  }

  /**
   * Lists the files again after a failure. A failed request may still have uploaded or deleted its file, and the state should contain exactly the
   * sent files that exist. Files that this run does not change stay in the state unchanged.
   */
  async #lookAgain(sync: FolderSync, { uploads, deletions }: Plan): Promise<void> {
    const sent = new Map(uploads.map(({ path, checksum }) => [path, checksum]));
    const before = new Map([...deletions, ...sent.keys()].map((path) => [path, this.#files.get(path) ?? ""]));
    const found = await sync.listKnown(before).catch(() => undefined);
    if (found === undefined) return;
    for (const [path, checksum] of before) {
      const live = found.files.get(path);
      const isOurs = checksum !== "" || live?.checksum === sent.get(path);
      if (live === undefined || !isOurs) this.#files.delete(path);
      else this.#files.set(path, live.checksum ?? checksum);
    }
  }

  /** Folders of one storage zone share the wait for its replicas. */
  get #patience(): ReplicaPatience {
    const { memory } = this.context;
    const zones = patienceOfRun.get(memory) ?? new Map<number, ReplicaPatience>();
    const patience = zones.get(this.zone.id) ?? replicaPatience();
    patienceOfRun.set(memory, zones.set(this.zone.id, patience));
    return patience;
  }

  get #caches(): readonly number[] {
    return folderInputs(this.inputs).purgePullZoneIds ?? [];
  }

  #tell(message: string): void {
    this.context.tell(about(`Storage folder ${this.id}: `, message));
  }

  #state(): Properties {
    const atPrefix = filesProperty(this.#files);
    const fields = {
      ...picked(this.inputs, ["storageZoneId", "prefix", "release", "releasePath", ...optionNames]),
      ...wholeRecord("StorageZone", this.zone),
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
