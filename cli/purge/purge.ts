import type { CdnClient } from "../../provider/api/client";
import { hasNoOperation, NotFoundError, UnsupportedError } from "../../provider/api/errors";
import { absoluteUrl } from "../../provider/api/input";
import { zoneId } from "../../provider/api/ids";
import { unsupportedError } from "../../provider/lifecycle/requests";
import { idOfZone, isId, missingZoneError } from "../accountZones";
import { clientWith, waitingTo } from "../client";
import type { CommandIo } from "../command";
import { CommandError, print, tell, UsageError } from "../command";
import { confirm, isInteractive } from "../confirm";
import { writableSettings } from "../stack";

export interface PurgeOptions {
  readonly tag?: string;
  /** URLs to remove, instead of a zone. */
  readonly url?: readonly string[];
  /** Whether to skip the confirmation. */
  readonly yes?: true;
  readonly format: "text" | "json";
}

/** Purges a pull zone, given by id or name, or URLs. */
export async function purge(zone: string | undefined, options: PurgeOptions, io: CommandIo): Promise<void> {
  const { tag, url: urls } = options;
  // An empty tag, for example from a variable that is not set, would empty the whole cache.
  if (tag === "") throw new UsageError("--tag must not be empty; omit it to purge everything");
  if ((zone === undefined) === (urls === undefined)) throw new UsageError("give either a pull zone or --url");
  if (urls !== undefined && tag !== undefined)
    throw new UsageError("--tag needs a pull zone: it can't be used with --url");
  urls?.forEach(absoluteUrl);
  if (zone !== undefined && isId(zone)) zoneId("pull zone", zone);
  const what = zone === undefined ? "purge URLs" : `purge the cache of pull zone ${zone}`;
  const client = clientWith(await writableSettings(what, io), io);
  const folders = urls === undefined ? [] : await foldersIn(client, urls);
  if (urls !== undefined) {
    await tellFolders(folders, options.yes === true, io);
    await purgeUrls(client, urls, io);
  }
  const id = zone === undefined ? undefined : await purgeZone(client, zone, tag, io);
  const said = id === undefined ? { urls } : { pullZoneId: id, ...(tag === undefined ? {} : { tag }) };
  const part = tag === undefined ? "all of it" : `responses with the tag ${JSON.stringify(tag)}`;
  const name = zone === undefined || isId(zone) ? "" : ` (${zone})`;
  const lines =
    id === undefined
      ? (urls ?? []).map((url) => `Purged ${url}${folders.includes(url) ? " and everything below it" : ""}`)
      : [`Purged the cache of pull zone ${String(id)}${name}: ${part}`];
  const text = options.format === "json" ? JSON.stringify(said, undefined, 2) : lines.join("\n");
  print(io, `${text}\n`);
}

/**
 * Returns the URLs with a trailing slash whose purge includes everything below them. Only a pull zone that does not ignore query strings
 * purges such a URL by itself.
 */
async function foldersIn(client: CdnClient, urls: readonly string[]): Promise<string[]> {
  const folders = urls.filter((url) => url.endsWith("/"));
  if (folders.length === 0) return [];
  const zones = await client.reads.list("PullZone").catch((error: unknown) => {
    if (error instanceof UnsupportedError) return [];
    throw error;
  });
  return folders.filter((url) => {
    const { hostname } = new URL(url);
    const zone = zones.find(({ hostnames }) => hostnames.some(({ value }) => value.toLowerCase() === hostname));
    return zone?.ignoreQueryStrings === true;
  });
}

/** Prints the URLs whose purge includes everything below them, and asks for confirmation on a terminal. */
async function tellFolders(folders: readonly string[], yes: boolean, io: CommandIo): Promise<void> {
  if (folders.length === 0) return;
  const what = `Everything below these URLs is also purged, because the pull zone has ignoreQueryStrings: ${folders.join(", ")}`;
  if (yes || !isInteractive(io)) tell(io, what);
  else await confirm(what, "nothing was purged", io);
}

async function purgeZone(client: CdnClient, zone: string, tag: string | undefined, io: CommandIo): Promise<number> {
  const id = await idOfZone(client, "PullZone", zone);
  try {
    await client.purgePullZone(id, tag, waitingTo(io, "purges the cache"));
  } catch (error) {
    const advice = `The cache of pull zone ${String(id)} was not purged, because this service has no operation for that`;
    const unsupported = await unsupportedError(client, "PullZone", String(id), error, advice);
    if (unsupported !== undefined) throw unsupported;
    if (error instanceof NotFoundError) throw missingZoneError("PullZone", String(id));
    throw error;
  }
  return id;
}

async function purgeUrls(client: CdnClient, urls: readonly string[], io: CommandIo): Promise<void> {
  for (const [index, url] of urls.entries()) {
    try {
      await client.purgeUrl(url, waitingTo(io, `purges ${url}`));
    } catch (error) {
      if (urls.length > 1) tell(io, `${String(index)} of ${String(urls.length)} URLs were purged`);
      if (!hasNoOperation(error)) throw error;
      throw new CommandError(
        error instanceof NotFoundError
          ? `${url} was not purged: no pull zone of this account has its hostname, or this service has no operation that purges URLs`
          : `${url} was not purged, because this service has no operation that purges URLs`,
      );
    }
  }
}
