import type { AuditLog } from "./audit";
import type { Answer, Incoming, Refusal } from "./http";
import type { AccessLogs } from "./logs/store";
import type { Parameters } from "./parameters";
import type { DnsAnswers, Lag } from "./settings";
import type { RateLimiter } from "./rateLimiter";
import type { Source } from "./sources";
import type { State } from "./state/kinds";

/** The state and the settings of the service, which routes use. */
export interface Service extends State {
  readonly accessLogs: AccessLogs;
  readonly audit: AuditLog;
  /** The access logs by pull zone. */
  readonly logRateLimiter: RateLimiter;
  /** The purges of caches so far. */
  readonly purges: Purge[];
  /** Hostnames whose DNS records point to the CDN, in lower case; `*` for all. */
  pointedHostnames: ReadonlySet<string>;
  /** Domains whose registrars name other nameservers, in lower case; `*` for all. */
  undelegatedDomains: ReadonlySet<string>;
  /** Answers of the resolver that differ from the zones, by domain in lower case. */
  dnsAnswers: DnsAnswers;
}

/** A purge of the cache of a pull zone. */
export interface Purge {
  readonly pullZoneId: number;
  /** The tag, if only responses with it were purged. */
  readonly cacheTag?: string;
  /** The URL, if only it was purged; with a trailing `*`, all URLs with that prefix. */
  readonly url?: string;
}

/** A request that is read, routed and authorized. */
export interface ServiceRequest {
  readonly path: Parameters;
  readonly query: Parameters;
  readonly contentType: string | undefined;
  /** The body as it was received; empty if there was none. */
  readonly body: string;
  /** The time for which the object that this request creates stays invisible. */
  readonly lag: Lag;
}

/** One operation of the service. */
export interface Route {
  /** The name of the operation in the journal and in {@link EmulatorOptions.unserved}. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path with parameters, as in `/storagezone/:id`. */
  readonly path: string;
  /** What the operation rests on: its path, its body and its usual response. */
  readonly source: Source;
  /** Whether a GET changes something. @default false */
  readonly changes?: true;
  /** The response to a wrong or missing access key. @default {@link Profile.unauthorized} */
  readonly unauthorized?: (service: Service, hasKey: boolean) => Answer;
  /** Whether another header admits a request without the access key. @default false */
  readonly admits?: (service: Service, headers: Incoming["headers"], path: URLSearchParams) => boolean;
  /** The maximum size of a body. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** Returns the response to an invalid parameter. @default 400 */
  readonly refuse?: (parameter: string, message: string) => Refusal;
  readonly handle: (service: Service, request: ServiceRequest) => Answer;
}

/** Returns the route of an operation. */
export function route(
  source: Source,
  operation: string,
  method: Route["method"],
  path: string,
  handle: Route["handle"],
): Route {
  return { source, operation, method, path, handle };
}

/** The result of routing: a route, a path without that method, or nothing. */
export type Match = { readonly route: Route; readonly path: URLSearchParams } | { readonly allow: string } | undefined;

/** Finds the route of a method and a path. Paths are compared exactly: case and a trailing slash count. */
export class Router {
  readonly #routes: readonly { readonly route: Route; readonly pattern: RegExp }[];

  constructor(routes: readonly Route[]) {
    // Paths without parameters come first: `/pullzone/loadFreeCertificate` is not the zone with that id.
    const isOpen = ({ path }: Route): boolean => path.includes(":");
    const sorted = [...routes].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)));
    this.#routes = sorted.map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
    }));
  }

  match(method: string, path: string): Match {
    const found = this.#routes.flatMap(({ route, pattern }) => {
      const match = pattern.exec(path);
      return match === null ? [] : [{ route, path: new URLSearchParams(match.groups) }];
    });
    if (found.length === 0) return undefined;
    const allow = found.map(({ route }) => route.method).join(", ");
    return found.find(({ route }) => route.method === method) ?? { allow };
  }
}
