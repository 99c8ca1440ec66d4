import { empty } from "../http";
import type { Service } from "../router";
import type { PullZone, StorageZone } from "../state/objects";
import type { Stored } from "../state/store";
import type { ZoneFiles } from "./files";
import { contentOf } from "./host";

/** What a visitor gets. */
export interface Visit {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What the cache of a pull zone has. A purge raises the zone's `CacheVersion`. */
interface Cache {
  readonly version: number;
  readonly answers: Map<string, Visit>;
}

const caches = new WeakMap<Stored<PullZone>, Cache>();

/**
 * What a visitor of a pull zone gets: what its cache has, otherwise what the replicas of its storage zone have, which then is cached, also
 * if it is 404. Edge rules are not applied. So a file that is not replicated yet when a purge comes is cached as it was.
 *
 * @param path below the pull zone, percent-encoded
 */
export function visit({ files, pullZones, storageZones }: Service, pullZoneId: number, path: string): Visit {
  const pullZone = pullZones.stored(pullZoneId);
  const storageZone = storageZones.stored(pullZone?.object.StorageZoneId ?? 0);
  if (pullZone === undefined || storageZone === undefined || storageZone.object.Deleted) return empty(404);
  const version = pullZone.object.CacheVersion;
  let cache = caches.get(pullZone);
  if (cache?.version !== version) caches.set(pullZone, (cache = { version, answers: new Map() }));
  const name = decodeURIComponent(path.replace(/^\//, "")).replace(/(^|\/)$/, "$1index.html");
  const answer = cache.answers.get(name) ?? answerOf(files.of(storageZone), storageZone.object, name);
  cache.answers.set(name, answer);
  return answer;
}

/** A file, or what the storage zone has for those that are missing. */
function answerOf(files: ZoneFiles, { Custom404FilePath, Rewrite404To200 }: StorageZone, name: string): Visit {
  const file = files.replicated(name);
  if (file !== undefined) return contentOf(file);
  const instead = files.replicated((Custom404FilePath ?? "").replace(/^\//, ""));
  return { ...(instead === undefined ? empty(404) : contentOf(instead)), status: Rewrite404To200 ? 200 : 404 };
}
