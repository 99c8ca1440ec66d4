import { edgeRuleActionTypes } from "../../provider/wire/edgeRuleConstants";
import type { Answer } from "../http";
import type { Service } from "../router";
import type { EdgeRuleAction, PullZone } from "../state/objects";
import type { Stored } from "../state/store";
import { contentOf } from "../storage/host";
import type { Asked } from "./rules";
import { actionsFor, expanded, extensionOf } from "./rules";
import { runsForEach, throughScripts } from "./script";

/** The response to a visitor. The header `cdn-cache` is HIT or MISS; a redirect has none. */
export interface Visit {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The cache of a pull zone, by URL. A purge raises the zone's `CacheVersion`. */
interface Cache {
  readonly version: number;
  readonly entries: Map<string, { readonly answer: Answer; readonly until: number }>;
}

/** The state that the edge uses. */
export type Edge = Pick<Service, "edgeScripts" | "files" | "pullZones" | "settings" | "storageZones">;

/** The caches of each pull zone, by the index of the edge. */
const caches = new WeakMap<Stored<PullZone>, Map<number, Cache>>();

/**
 * Returns the response of a pull zone at a path, under its first hostname.
 *
 * @param path below the pull zone, percent-encoded, optionally with a query
 * @param at index of the edge in the option `edges`
 */
export function visit(edge: Edge, pullZoneId: number, path: string, at = 0): Visit {
  const pullZone = edge.pullZones.stored(pullZoneId);
  if (pullZone === undefined) return { status: 404 };
  const [name = "", ...search] = path.replace(/^\/?/, "/").split("?");
  const hostname = hostnameOf(pullZone.object);
  return answerVisit(edge, pullZone, { method: "GET", hostname, path: name, query: search.join("?"), headers: {} }, at);
}

/** Returns the hostname of a pull zone: the first custom one, else that of the service. */
export function hostnameOf({ Hostnames, Name }: PullZone): string {
  const known = (Hostnames ?? []).filter(({ Value }) => !Value.startsWith("*"));
  return (known.find(({ IsSystemHostname }) => !IsSystemHostname) ?? known[0])?.Value ?? Name ?? "";
}

/**
 * Responds as an edge. Rules that redirect or block apply first. Other responses come from the cache. On a
 * miss, the edge reads the replicas of the storage zone and applies the rules. So if a file is not replicated when the cache is purged, its
 * old content is cached again, and a changed rule takes effect with the next purge. An edge with a delay learns of a change late, and caches the
 * former responses again if the purge comes before.
 *
 * @param at index of the edge
 */
export function answerVisit(edge: Edge, pullZone: Stored<PullZone>, asked: Asked, at = 0): Answer {
  const delayMs = edge.settings.edges[at]?.delayMs;
  if (delayMs === undefined) throw new RangeError(`There is no edge ${String(at)}: see the option edges.`);
  const zone = edge.pullZones.before(pullZone, delayMs);
  const actions = actionsFor(zone.EdgeRules, asked);
  const early = actions.map((action) => earlyAnswer(action, asked)).find((answer) => answer !== undefined);
  if (early !== undefined) return changed(zone, asked, early).answer;
  const { IgnoreQueryStrings } = zone;
  const { CacheVersion: version } = pullZone.object;
  const ofEdges = caches.get(pullZone) ?? new Map<number, Cache>();
  let cache = ofEdges.get(at);
  if (cache?.version !== version) caches.set(pullZone, ofEdges.set(at, (cache = { version, entries: new Map() })));
  const key = IgnoreQueryStrings ? asked.path : `${asked.path}?${asked.query}`;
  const now = edge.settings.now();
  const { entries } = cache;
  const cached = (make: () => Answer): Answer => {
    const entry = entries.get(key);
    if (entry !== undefined && now < entry.until) return withHeaders(entry.answer, { "cdn-cache": "HIT" });
    const found = make();
    const { answer, edgeSeconds } = changed(zone, asked, found);
    // Recorded: errors, such as the 404 of a storage zone, are not cached.
    const isKept = found.status < 400 || zone.CacheErrorResponses;
    if (edgeSeconds > 0 && isKept) entries.set(key, { answer, until: now + edgeSeconds * 1000 });
    return withHeaders(answer, { "cdn-cache": "MISS" });
  };
  const origin = (): Answer => fromOrigin(edge, zone, actions, asked, delayMs);
  return runsForEach(zone)
    ? throughScripts(edge, zone, () => cached(origin))
    : cached(() => throughScripts(edge, zone, origin));
}

/** Returns the response of an action that ends a request before the cache is used. */
function earlyAnswer({ ActionType, ActionParameter1, ActionParameter2 }: EdgeRuleAction, asked: Asked) {
  if (ActionType === edgeRuleActionTypes.BlockRequest) return { status: 403 };
  if (ActionType !== edgeRuleActionTypes.Redirect) return undefined;
  return { status: Number(ActionParameter2) || 302, headers: { location: expanded(ActionParameter1, asked) } };
}

const otherOrigin: Answer = {
  status: 502,
  headers: { "content-type": "text/plain" },
  body: "The emulator fetches only from its own storage zones, not from other origins.\n",
};

/** Recorded: pages for missing files at the root of a storage zone, also if a rule selects another folder. The image needs the absence of the page. */
const errorPages = ["bunnycdn_errors/404.html", "bunnycdn_errors/404.png"];

/** Returns the response of the origin: the pull zone's storage zone, or that of a rule, which prepends its folder to the path. */
function fromOrigin(
  { files, storageZones }: Edge,
  zone: PullZone,
  actions: readonly EdgeRuleAction[],
  asked: Asked,
  delayMs: number,
) {
  const { OriginStorage, OriginUrl } = edgeRuleActionTypes;
  const rule = actions.find(({ ActionType }) => ActionType === OriginStorage || ActionType === OriginUrl);
  if (rule?.ActionType === OriginUrl) return otherOrigin;
  const storage = storageZones.stored(rule === undefined ? zone.StorageZoneId : Number(rule.ActionParameter1));
  if (storage === undefined || storage.object.Deleted) return otherOrigin;
  const { Custom404FilePath, Rewrite404To200 } = storageZones.before(storage, delayMs);
  const replicated = (name: string) => files.of(storage).replicated(name.replace(/^\/+/, ""));
  const folder = (rule?.ActionParameter3 ?? "").replace(/\/+$/, "");
  let name: string;
  try {
    name = folder + decodeURIComponent(asked.path).replace(/\/$/, "/index.html");
  } catch {
    return { status: 400 };
  }
  // Recorded: a rule's storage zone also serves the index of a folder whose trailing slash is missing.
  const file = replicated(name) ?? (rule === undefined ? undefined : replicated(`${name}/index.html`));
  if (file !== undefined) return contentOf(file);
  const pages = [Custom404FilePath ?? "", ...errorPages];
  const instead = pages.map(replicated).find((page) => page !== undefined);
  const isPage = extensionOf(asked.path) === undefined;
  return {
    ...(instead === undefined ? {} : contentOf(instead)),
    status: Rewrite404To200 && isPage ? 200 : 404,
  };
}

/** Applies the settings and rules of a pull zone to a response, and determines how long the edge caches it. */
function changed(zone: PullZone, asked: Asked, found: Answer): { answer: Answer; edgeSeconds: number } {
  const actions = actionsFor(zone.EdgeRules, asked, found);
  const cacheTime = actions.find(({ ActionType }) => ActionType === edgeRuleActionTypes.OverrideCacheTime);
  const edgeSeconds = seconds(Number(cacheTime?.ActionParameter1 ?? zone.CacheControlMaxAgeOverride), storageSeconds);
  const headers: Record<string, string | undefined> = { ...found.headers };
  const browserSeconds = seconds(zone.CacheControlPublicMaxAgeOverride, edgeSeconds);
  if (found.status === 200) headers["cache-control"] = `public, max-age=${String(browserSeconds)}`;
  if (found.status === 404) headers["cache-control"] = "no-cache";
  if (isShared(zone, asked)) headers["access-control-allow-origin"] = "*";
  let { status } = found;
  for (const { ActionType, ActionParameter1, ActionParameter2 } of actions) {
    switch (ActionType ?? -1) {
      case edgeRuleActionTypes.SetResponseHeader:
        headers[(ActionParameter1 ?? "").toLowerCase()] = expanded(ActionParameter2, asked);
        break;
      case edgeRuleActionTypes.OverrideCacheTimePublic:
      case edgeRuleActionTypes.OverrideBrowserCacheTime:
        headers["cache-control"] = `public, max-age=${ActionParameter1 ?? ""}`;
        break;
      case edgeRuleActionTypes.OverrideBrowserCacheResponseHeader:
        headers["cache-control"] = ActionParameter1 ?? "";
        break;
      case edgeRuleActionTypes.RemoveBrowserCacheResponseHeader:
        headers["cache-control"] = undefined;
        break;
      case edgeRuleActionTypes.ForceDownload:
        headers["content-disposition"] = "attachment";
        break;
      case edgeRuleActionTypes.SetStatusCode:
        status = Number(ActionParameter1);
        break;
      default:
        break;
    }
  }
  return { answer: withHeaders({ ...found, status }, headers), edgeSeconds };
}

/** Recorded: the cache time of files if the pull zone sets none, in seconds. */
const storageSeconds = 25_600_000;

/** Returns a cache time of a pull zone, where -1 means that none is set. */
function seconds(set: number, otherwise: number): number {
  return set < 0 ? otherwise : set;
}

/** Whether pages of other sites may read the response. */
function isShared(zone: PullZone, { path }: Asked): boolean {
  const extension = extensionOf(path);
  const shared = zone.AccessControlOriginHeaderExtensions ?? [];
  return zone.EnableAccessControlOriginHeader && extension !== undefined && shared.includes(extension);
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string | undefined>>): Answer {
  const all = Object.entries({ ...answer.headers, ...headers });
  const set = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...answer, headers: Object.fromEntries(set) };
}
