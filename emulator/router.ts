import type { AuditLog } from "./audit";
import type { DnsAnswers } from "./dns/delegation";
import { badRequest } from "./http";
import type { Answer, Incoming, Refusal } from "./http";
import type { AccessLogs } from "./logs/store";
import type { Lag } from "./settings";
import type { RateLimiter } from "./rateLimiter";
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

/** The parameters of a path or a query. An empty parameter counts as absent, and a repeated parameter is refused. */
export class Parameters {
  constructor(
    private readonly values: URLSearchParams,
    private readonly refuse: (parameter: string, message: string) => Refusal = badRequest,
  ) {}

  text(name: string): string | undefined {
    const values = this.values.getAll(name);
    if (values.length > 1) throw this.refuse(name, `The parameter ${name} was given ${String(values.length)} times.`);
    return values[0] === "" ? undefined : values[0];
  }

  /** Returns the values of a parameter that may be repeated. */
  all(name: string): string[] {
    return this.values.getAll(name);
  }

  /** Returns a text that matches a pattern. @param expected describes the pattern in the error */
  matching(name: string, pattern: RegExp, expected: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || pattern.test(text)) return text;
    throw this.refuse(name, `${name} must be ${expected}, but got: '${text}'`);
  }

  boolean(name: string, absent = false): boolean {
    const text = this.matching(name, /^(true|false)$/i, "true or false");
    return text === undefined ? absent : text.toLowerCase() === "true";
  }

  integer(name: string, min: number, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw this.refuse(name, `${name} must be an integer from ${String(min)} to ${String(max)}, but got: '${text}'`);
  }

  /** Returns an id. An id that is not an int64 is a bad request, not a 404, so that a client does not mistake its own error for a deletion. */
  id(name: string): number {
    const text = this.matching(name, /^-?\d{1,19}$/, "an int64") ?? "";
    if (BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return Number(text);
    throw this.refuse(name, `${name} must be an int64, but got: '${text}'`);
  }
}

/** One operation of the service. */
export interface Route {
  /** The name of the operation in the journal and in {@link EmulatorOptions.unserved}. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path with parameters, as in `/storagezone/:id`. */
  readonly path: string;
  /** Whether the contract lacks the operation. */
  readonly assumed?: true;
  /** Whether a GET changes something. @default false */
  readonly changes?: true;
  /** The response to a wrong or missing access key. @default {@link Profile.unauthorized} */
  readonly unauthorized?: (service: Service, hasKey: boolean) => Answer;
  /** Whether another header admits a request without the access key. @default false */
  readonly admits?: (service: Service, headers: Incoming["headers"], path: URLSearchParams) => boolean;
  /** The maximum size of a body. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** Returns the response to an invalid parameter. @default {@link badRequest} */
  readonly refuse?: (parameter: string, message: string) => Refusal;
  readonly handle: (service: Service, request: ServiceRequest) => Answer;
}

/** Returns the route of an operation that the contract lacks. */
export function assumed(operation: string, method: Route["method"], path: string, handle: Route["handle"]): Route {
  return { operation, method, path, assumed: true, handle };
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
