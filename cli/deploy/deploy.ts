import { resolve } from "node:path";
import type { OwnedSettings } from "../../provider/api/settings";
import { readSetting } from "../../provider/api/settings";
import { commandOwner } from "../../provider/api/settingsOwner";
import { settingSpecs } from "../../provider/api/settingSpecs";
import { StorageFiles } from "../../provider/api/storageFiles";
import { prefixOf } from "../../provider/files/names";
import { Selection } from "../../provider/files/globs";
import type { Source } from "../../provider/files/source";
import { readSource, unmatchedNotice } from "../../provider/files/source";
import type { Blocked, Plan } from "../../provider/files/plan";
import { blockedText, shortList } from "../../provider/files/plan";
import { FolderSync } from "../../provider/files/sync";
import { printable } from "../../drift/terminal/text";
import { defaultKeep, planRelease, sendRelease } from "../../provider/lifecycle/storageFolder/releases";
import { idOfZone, readZone } from "../accountZones";
import { clientWith, waitingTo } from "../client";
import type { CommandIo } from "../command";
import { CommandError, print, sizeText, tell, UsageError } from "../command";
import { storageOf } from "../releases/site";
import { stackSettings } from "../stack";
import { DeployProgress } from "./progress";
import type { Account, Cache } from "./release";
import { deleteOldReleases, pointTo } from "./release";

export interface DeployOptions {
  readonly prefix?: string;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly delete?: true;
  readonly allowEmpty?: true;
  readonly purge?: readonly string[];
  readonly release?: true;
  readonly keep?: number;
  readonly dryRun?: true;
  readonly format: "text" | "json";
  readonly host?: string;
  readonly region?: string;
}

/** A storage zone to deploy to, and what happens after the upload. */
interface Target {
  readonly files: StorageFiles;
  readonly caches: readonly Cache[];
  /** Undefined with a zone's password alone. */
  readonly account?: Account;
}

/** Uploads a folder to a storage zone, purges, and deletes what the source lacks. */
export async function deploy(folder: string, zone: string, options: DeployOptions, io: CommandIo): Promise<void> {
  const begun = performance.now();
  if (options.keep !== undefined && options.release !== true) throw new UsageError("--keep needs --release");
  if (options.release === true && options.delete === true) {
    throw new UsageError("--release can't be used with --delete: old releases go by themselves, see --keep");
  }
  const prefix = prefixOf(options.prefix ?? "", "--prefix");
  const selection = new Selection(options);
  const source = await readSource(resolve(io.cwd(), folder), selection, prefix);
  for (const notice of source.notices) tell(io, notice);
  if (source.files.length === 0 && !(options.delete && options.allowEmpty)) {
    const advice = options.delete ? ": --delete would delete everything. If that is meant, add --allow-empty" : "";
    throw new UsageError(`The source ${folder} has no files${advice}`);
  }
  const target = await targetOf(zone, options, io);
  const progress = new DeployProgress(`listing the files of ${zone}`, io);
  try {
    const deployment = { folder, source, selection, prefix, target, options, begun, progress };
    await (options.release === true ? deployRelease(deployment, io) : deployFiles(deployment, io));
  } finally {
    progress.end();
  }
}

/** What is deployed, and where to. */
interface Deployment {
  readonly folder: string;
  readonly source: Source;
  readonly selection: Selection;
  readonly prefix: string;
  readonly target: Target;
  readonly options: DeployOptions;
  readonly begun: number;
  readonly progress: DeployProgress;
}

/** Uploads the files that differ, purges, and deletes what the source lacks. */
async function deployFiles(
  { folder, source, selection, prefix, target, options, begun, progress }: Deployment,
  io: CommandIo,
): Promise<void> {
  const { account, caches } = target;
  const sync = new FolderSync(target.files, prefix);
  const plan = await sync.plan(
    source.files,
    options.delete && { deletesUnknown: true, isDeleted: (path) => !selection.isExcluded(path) },
  );
  for (const notice of unmatchedNotice(folder, selection.unmatched)) tell(io, notice);
  if (plan.unusable.length > 0) {
    tell(io, `Left alone in the zone, as no request can name them: ${shortList(plan.unusable)}`);
  }
  let { blocked }: { blocked: readonly Blocked[] } = plan;
  if (!options.dryRun) {
    progress.planned(plan);
    try {
      // Also if nothing is sent: the run before may have failed when everything was.
      blocked = await sync.carryOut(plan, {
        replicas: caches.length > 0 ? (account?.zone.replicationRegions ?? []) : [],
        ...(account && caches.length > 0 && { purge: () => purgeAll(account, caches, progress, io) }),
        mustPurge: true,
        progress,
        tell: (message) => tell(io, message),
      });
    } catch (error) {
      progress.end();
      const done = `${String(progress.uploaded)} of ${String(plan.uploads.length)} files are uploaded, ${String(progress.deleted)} deleted`;
      const purges = caches.length === 0 ? "" : ", and empties the caches";
      tell(io, `${done}. The next run sends only what is missing${purges}`);
      throw error;
    }
  }
  progress.end();
  const seconds = (performance.now() - begun) / 1000;
  const result = { plan, dryRun: options.dryRun ?? false, caches, seconds };
  print(io, options.format === "json" ? jsonOf(result) : textOf(result));
  if (blocked.length > 0) throw new CommandError(blockedText(blocked));
}

async function targetOf(
  zone: string,
  { purge: pullZones = [], host, region }: DeployOptions,
  io: CommandIo,
): Promise<Target> {
  const password = io.env["CDN_STORAGE_PASSWORD"] ?? "";
  if (password !== "") {
    if (pullZones.length > 0) throw new UsageError("--purge needs the access key: unset CDN_STORAGE_PASSWORD");
    const hostname = host ?? (region === undefined ? undefined : hostOf(region));
    if (hostname === undefined) throw new UsageError("CDN_STORAGE_PASSWORD needs --host or --region, too");
    const advice = "Check CDN_STORAGE_PASSWORD, and --host or --region";
    const access = { zone, hostname, password, advice };
    return { files: new StorageFiles(settingsWithoutAccount(io), access), caches: [] };
  }
  if (host !== undefined || region !== undefined) {
    throw new UsageError("--host and --region are for CDN_STORAGE_PASSWORD: without it the account says the host");
  }
  const settings = await stackSettings(io);
  const client = clientWith(settings, io);
  const read = await readZone(client, "StorageZone", zone);
  const caches: Cache[] = [];
  for (const pullZone of pullZones) caches.push({ id: await idOfZone(client, "PullZone", pullZone), pullZone });
  return { files: storageOf(settings, read), caches, account: { client, zone: read } };
}

/** Empties caches one after the other. */
async function purgeAll(
  { client }: Account,
  caches: readonly Cache[],
  progress: DeployProgress,
  io: CommandIo,
): Promise<void> {
  for (const { id, pullZone } of caches) {
    progress.phase = `purging ${pullZone}`;
    await client.purgePullZone(id, undefined, waitingTo(io, "purges the cache"));
  }
}

/** Uploads a release, lets the edge rules name it, and deletes old ones. */
async function deployRelease(
  { source: { files }, prefix, target, options, begun, progress }: Deployment,
  io: CommandIo,
): Promise<void> {
  const { files: storage, account, caches } = target;
  const { keep = defaultKeep, dryRun, format } = options;
  const toSend = { files, typeOf: () => undefined, isRootFile: () => false };
  const plan = await planRelease({ storage, prefix }, toSend);
  const { id: release } = plan;
  const say = (message: string): void => tell(io, message);
  let deleted = 0;
  if (!dryRun) {
    progress.planned(plan);
    try {
      const zone = account?.zone ?? { replicationRegions: [] };
      await sendRelease({ zone, storage, prefix, tell: say }, { ...toSend, progress }, plan);
    } catch (error) {
      progress.end();
      say(`Visitors get what they got before. The next run sends only what is missing of release ${release}`);
      throw error;
    }
    if (account !== undefined) {
      const purge = (): Promise<void> => purgeAll(account, caches, progress, io);
      if (caches.length > 0) {
        progress.phase = `moving ${caches.map(({ pullZone }) => pullZone).join(", ")} to release ${release}`;
      }
      const before = caches.length === 0 ? [] : await pointTo(account, { prefix, release, caches, purge });
      const stays = new Set([release, ...before]);
      progress.phase = "deleting old releases";
      if (plan.uploads.length > 0) deleted = await deleteOldReleases(account, storage, { prefix, keep, stays }, say);
    }
  }
  progress.end();
  const seconds = (performance.now() - begun) / 1000;
  const result = { plan, dryRun: dryRun ?? false, caches, seconds, release, deletedReleases: deleted };
  print(io, format === "json" ? jsonOf(result) : textOf(result));
}

/** How to reach a storage host without an account. */
function settingsWithoutAccount({ env }: CommandIo): OwnedSettings {
  const owner = commandOwner();
  const source = { config: () => undefined, env, owner };
  return {
    // It only decides whether the storage host may be on this machine, without https.
    baseUrl: env["CDN_BASE_URL"]?.trim() ? readSetting<string>(settingSpecs.baseUrl, source) : "https://localhost",
    accessKey: "",
    timeoutSeconds: readSetting<number>(settingSpecs.timeoutSeconds, source),
    maxRetries: readSetting<number>(settingSpecs.maxRetries, source),
    extraRegions: [],
    allowInsecure: false,
    owner,
  };
}

/** bunny.net's storage host in a region. */
function hostOf(region: string): string {
  const code = region.toLowerCase();
  return code === "de" ? "storage.bunnycdn.com" : `${code}.storage.bunnycdn.com`;
}

interface Result {
  /** The release, if it was one. */
  readonly release?: string;
  readonly deletedReleases?: number;
  readonly plan: Plan;
  readonly dryRun: boolean;
  readonly caches: readonly Cache[];
  readonly seconds: number;
}

/** `12 uploaded, 3 deleted, 840 unchanged, 4.1 MB in 2.2 s, purged acme-web`, in a dry run after the files. */
function textOf({ plan, dryRun, caches, seconds, release, deletedReleases = 0 }: Result): string {
  const about = release === undefined ? "" : `release ${release}: `;
  const old = deletedReleases === 0 ? "" : `, ${String(deletedReleases)} old releases deleted`;
  const counts = `${String(plan.uploads.length)} uploaded, ${String(plan.deletions.length)} deleted, ${String(plan.unchanged.length)} unchanged`;
  const size = sizeText(bytesOf(plan));
  const purged = caches.length === 0 ? "" : `, purged ${caches.map(({ pullZone }) => printable(pullZone)).join(", ")}`;
  if (!dryRun) return `${about}${counts}, ${size} in ${seconds.toFixed(1)} s${purged}${old}\n`;
  const files = [
    ...plan.uploads.map(({ path }) => [path, plan.added.has(path) ? "+" : "~"] as const),
    ...plan.deletions.map((path) => [path, "-"] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = files.map(([path, sign]) => `${sign} ${printable(path)}`);
  return [...lines, `Would be ${about}${counts}, ${size}${purged}`].map((line) => `${line}\n`).join("");
}

function jsonOf({ plan, dryRun, caches, seconds, release, deletedReleases }: Result): string {
  const uploads = plan.uploads.map(({ path }) => path).sort();
  const report = {
    dryRun,
    ...(release === undefined ? {} : { release, deletedReleases }),
    added: uploads.filter((path) => plan.added.has(path)),
    changed: uploads.filter((path) => !plan.added.has(path)),
    deleted: plan.deletions,
    unchanged: plan.unchanged.length,
    bytes: bytesOf(plan),
    purged: caches.map(({ id }) => id),
    seconds: Number(seconds.toFixed(3)),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function bytesOf({ uploads }: Plan): number {
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0);
}
