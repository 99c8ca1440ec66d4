import type { IncomingMessage } from "node:http";
import { controlPrefix } from "../control";
import type { Answer } from "../http";
import type { PullZone } from "../state/objects";
import { registration } from "../state/pullZones";
import type { Stored } from "../state/store";
import type { Edge } from "./visit";
import { answerVisit, hostnameOf } from "./visit";

/** The site of a Host header. */
interface Site {
  readonly pullZone: Stored<PullZone>;
  /** The hostname under which the public service would serve the request. */
  readonly hostname: string;
  /** The part of the header after the name, such as `.localhost:8080`. */
  readonly suffix: string;
}

/**
 * Responds to a visitor of a site. The Host header is a hostname of a pull zone, or its name or hostname followed by `.localhost`. Under such an
 * address, a page of the site can't reach the API.
 *
 * @returns undefined for a request to the API
 */
export function answerVisitor(edge: Edge, { method = "GET", url = "/", headers }: IncomingMessage): Answer | undefined {
  const { host = "" } = headers;
  const site = edge.settings.contract ? undefined : siteOf(edge, host);
  if (site === undefined) return isLost(edge, host, url, headers) ? noSite(host) : undefined;
  if (method !== "GET" && method !== "HEAD") return { status: 405, headers: { allow: "GET, HEAD" } };
  const { pullZone, hostname } = site;
  const [path = "", ...search] = url.split("?");
  const answer = answerVisit(edge, pullZone, { method, hostname, path, query: search.join("?"), headers });
  const { location } = answer.headers ?? {};
  if (location === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, location: reachable(edge, site, host, location) } };
}

/** Whether a request is for a site that does not exist. Clients can also reach the API under a name such as `api.localhost`. */
function isLost({ settings }: Edge, host: string, url: string, { accesskey }: IncomingMessage["headers"]): boolean {
  const isNamed = /[^.]\.localhost\.?(:\d*)?$/i.test(host);
  return isNamed && !settings.contract && accesskey === undefined && !url.startsWith(controlPrefix);
}

function noSite(host: string): Answer {
  const body = `There is no site ${host}: no pull zone has the name or hostname before .localhost.\n`;
  return { status: 404, headers: { "content-type": "text/plain" }, body };
}

/** The names of the API, with any port. They are compared first, so that requests to the API stay fast. */
const apiHost = /^(localhost|127(\.\d{1,3}){3}|\[[\da-f:]+\])?(:\d*)?$/i;

function siteOf({ pullZones }: Edge, host: string): Site | undefined {
  if (apiHost.test(host)) return undefined;
  const [, name = "", local, port = ""] = /^(.*?)(\.localhost)?\.?(:\d*)?$/i.exec(host.toLowerCase()) ?? [];
  const suffix = `${local ?? ""}${port}`;
  const named =
    local === undefined ? undefined : pullZones.all().find(({ object }) => object.Name?.toLowerCase() === name);
  if (named !== undefined) return { pullZone: named, hostname: hostnameOf(named.object), suffix };
  const pullZone = registration(pullZones, name)?.pullZone;
  return pullZone && { pullZone, hostname: name, suffix };
}

/** Returns an address as this visitor reaches it: sites are served here without TLS, under a name and port of this machine. */
function reachable({ pullZones }: Edge, { hostname, suffix }: Site, host: string, location: string): string {
  const [, target = "", rest = ""] = /^https?:\/\/([^/?#:]+)(.*)$/is.exec(location) ?? [];
  if (target.toLowerCase() === hostname) return `http://${host}${rest}`;
  return registration(pullZones, target) === undefined ? location : `http://${target}${suffix}${rest}`;
}
