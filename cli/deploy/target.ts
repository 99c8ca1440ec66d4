import type { CdnClient } from "../../provider/api/client";
import type { OwnedSettings } from "../../provider/api/settings";
import { readSetting } from "../../provider/api/settings";
import { commandOwner } from "../../provider/api/settingsOwner";
import { settingSpecs } from "../../provider/api/settingSpecs";
import { StorageFiles } from "../../provider/api/storageFiles";
import type { Selection } from "../../provider/files/globs";
import { purgeMoved } from "../../provider/files/pointers";
import type { Source } from "../../provider/files/source";
import type { Purges } from "../../provider/run/purges";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { idOfZone, readZone } from "../accountZones";
import { clientWith, purgesWith } from "../client";
import type { CommandIo } from "../command";
import { UsageError } from "../command";
import { storageOf } from "../releases/site";
import { refuseReadOnlyStack, stackSettings, writableSettings } from "../stack";
import type { MadeZone } from "./create";
import { checkCreate, createSite } from "./create";
import type { DeployProgress } from "./progress";

export interface DeployOptions {
  readonly prefix?: string;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly delete?: true;
  readonly allowEmpty?: true;
  readonly purge?: readonly string[];
  readonly release?: true;
  readonly keep?: number;
  readonly rootFile?: readonly string[];
  readonly message?: string;
  readonly create?: true;
  readonly dryRun?: true;
  readonly format: "text" | "json";
  readonly host?: string;
  readonly region?: string;
}

/** A storage zone to deploy to, and the caches to empty after the upload. */
export interface Target {
  readonly files: StorageFiles;
  readonly caches: readonly Cache[];
  /** Keys and passwords with which the target is accessed. */
  readonly secrets: readonly (string | null | undefined)[];
  /** The account; undefined if only a zone's password is given. */
  readonly account?: Account;
  /** The zones that `--create` has made or, in a dry run, would make. */
  readonly made?: readonly MadeZone[];
}

/** The target of a dry run whose storage zone does not exist yet. */
export type AbsentTarget = Omit<Target, "files" | "account"> & { readonly files: undefined };

/** The account of a deployment, which has the edge rules. */
export interface Account {
  readonly client: CdnClient;
  readonly purges: Purges;
  readonly zone: LinkedStorageZone;
}

/** A pull zone whose cache is emptied. */
export interface Cache {
  readonly id: number;
  /** The id or name, as it was given. */
  readonly pullZone: string;
  /** Whether this run has made it, so that it has no visitors yet. */
  readonly isNew?: boolean;
}

/** The source and the target of a deployment. */
export interface Deployment {
  readonly folder: string;
  readonly source: Source;
  readonly selection: Selection;
  readonly prefix: string;
  readonly target: Target;
  readonly options: DeployOptions;
  readonly begun: number;
  readonly progress: DeployProgress;
}

/**
 * Returns the target.
 *
 * @param page path of the page for missing files; "" for none
 * @throws {UsageError} for options that can't be combined
 */
export async function targetOf(
  zone: string,
  page: string,
  options: DeployOptions,
  io: CommandIo,
): Promise<Target | AbsentTarget> {
  const { purge: pullZones = [], host, region, dryRun, create } = options;
  const webName = create === true ? checkCreate(zone, options, io) : undefined;
  const password = io.env["CDN_STORAGE_PASSWORD"] ?? "";
  const what = `deploy to storage zone ${zone}`;
  if (password !== "") {
    if (pullZones.length > 0) throw new UsageError("--purge needs the access key: unset CDN_STORAGE_PASSWORD");
    const hostname = host ?? (region === undefined ? undefined : hostOf(region));
    if (hostname === undefined) throw new UsageError("CDN_STORAGE_PASSWORD needs --host or --region");
    const advice = "Check CDN_STORAGE_PASSWORD, and --host or --region";
    const access = { zone, hostname, password, advice };
    if (dryRun !== true) await refuseReadOnlyStack(what, io);
    return { files: new StorageFiles(settingsWithoutAccount(io), access), caches: [], secrets: [password] };
  }
  if (host !== undefined || (region !== undefined && create !== true)) {
    const others = create === true ? "--host needs" : "--host and --region need";
    throw new UsageError(`${others} CDN_STORAGE_PASSWORD: without it, the host comes from the account`);
  }
  const settings = await (dryRun === true ? stackSettings(io) : writableSettings(what, io));
  const client = clientWith(settings, io);
  const purges = purgesWith(client, settings, io);
  const site =
    webName === undefined
      ? undefined
      : await createSite({ client, settings, purges }, { zone, pullZone: webName, page }, options, io);
  if (site !== undefined && site.storageZone === undefined) {
    return { files: undefined, caches: [], secrets: [settings.accessKey], made: site.made };
  }
  const read = await readZone(client, "StorageZone", site === undefined ? zone : String(site.storageZone));
  const isNew = site?.made.some(({ kind }) => kind === "PullZone") === true;
  const caches: Cache[] =
    site?.pullZone === undefined ? [] : [{ id: site.pullZone, pullZone: site.pullZoneName, isNew }];
  for (const pullZone of site === undefined ? pullZones : []) {
    const id = await idOfZone(client, "PullZone", pullZone);
    // A pull zone that is given by name and by id gets one rule.
    if (!caches.some((cache) => cache.id === id)) caches.push({ id, pullZone });
  }
  return {
    files: storageOf(client, settings, read),
    caches,
    secrets: [settings.accessKey, read.password, read.readOnlyPassword],
    account: { client, purges, zone: read },
    ...(site !== undefined && { made: site.made }),
  };
}

/** Empties caches one after the other. @throws the first failure, after the other caches were emptied */
export async function purgeAll(
  { purges }: Account,
  caches: readonly Cache[],
  progress: Pick<DeployProgress, "phase">,
): Promise<void> {
  await purges.nowAll(idsOf(caches), purging(caches, progress));
}

/** Empties caches after a change of their rules: at once, and again when every edge has the rules. @throws as {@link purgeAll} */
export async function purgeEverywhere(
  { purges }: Account,
  caches: readonly Cache[],
  progress: Pick<DeployProgress, "phase">,
): Promise<void> {
  await purgeMoved(purges, idsOf(caches), purging(caches, progress));
  await Promise.all(idsOf(caches).map((id) => purges.again(id, (text) => (progress.phase = text))));
}

function idsOf(caches: readonly Cache[]): number[] {
  return caches.map(({ id }) => id);
}

/** Returns a function that shows which cache is emptied. */
function purging(caches: readonly Cache[], progress: Pick<DeployProgress, "phase">): (id: number) => void {
  const names = new Map(caches.map(({ id, pullZone }) => [id, pullZone]));
  return (id) => (progress.phase = `purging ${names.get(id) ?? String(id)}`);
}

/** Returns the client settings for a storage host without an account. */
function settingsWithoutAccount({ env }: CommandIo): OwnedSettings {
  const owner = commandOwner();
  const source = { config: () => undefined, env, owner };
  return {
    // The base URL only decides whether the storage host may be on this machine, without https.
    baseUrl: env["CDN_BASE_URL"]?.trim() ? readSetting<string>(settingSpecs.baseUrl, source) : "https://localhost",
    accessKey: "",
    timeoutSeconds: readSetting<number>(settingSpecs.timeoutSeconds, source),
    maxRetries: readSetting<number>(settingSpecs.maxRetries, source),
    extraRegions: [],
    allowInsecure: false,
    owner,
  };
}

/** Returns bunny.net's storage host in a region. */
function hostOf(region: string): string {
  const code = region.toLowerCase();
  return code === "de" ? "storage.bunnycdn.com" : `${code}.storage.bunnycdn.com`;
}
