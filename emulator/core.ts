import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { AuditLog } from "./audit";
import type { DataFolder } from "./data";
import { ActiveFaults } from "./faults/decide";
import { parseFaultRules } from "./faults/rules";
import type { FaultRule } from "./faults/fault";
import { dnssecRoutes } from "./dns/dnssec";
import { dnsServiceRoutes } from "./dns/services";
import type { Answer } from "./http";
import { failed, Listener } from "./http";
import { AccessLogs } from "./logs/store";
import { settingsOf } from "./profiles";
import type { Source } from "./sources";
import { withSources } from "./sources";
import type { BehaviourOptions, EmulatorSettings } from "./settings";
import { Random } from "./random";
import type { RateLimit } from "./rateLimiter";
import { RateLimiter } from "./rateLimiter";
import type { Route, Service } from "./router";
import { Router } from "./router";
import { accessLogRoutes } from "./routes/accessLogs";
import { auditRoutes } from "./routes/audit";
import { edgeScriptRoutes } from "./routes/edgeScripts";
import { routesOfKinds } from "./routes/ofKinds";
import { listRoutes } from "./routes/read";
import { otherShieldRoutes } from "./shield/otherPlans";
import type { Seed } from "./seed";
import { parseSeed } from "./seed";
import { kindNames, stateOf } from "./state/kinds";
import type { Store } from "./state/store";

/** Options of an emulator. By default, it responds as the public service was recorded to. */
export interface EmulatorOptions extends BehaviourOptions {
  readonly seed?: Seed;
  /** Answers 429 with Retry-After beyond this number of requests in a sliding window. @default no limit */
  readonly rateLimit?: RateLimit;
  /** @default none */
  readonly faults?: readonly FaultRule[];
  /**
   * A folder that keeps the objects, their files, purges and pointed hostnames for the next emulator. It must be new, empty, or written by an
   * emulator; one emulator at a time can use it. The seed is only for a folder without a state.
   *
   * @default the state is lost when the emulator ends
   */
  readonly data?: string;
  /** Called for each request once it has ended, with or without a response, except for control requests. @default none */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** The parts of one emulator, shared by the requests, the control path and the handle. */
export interface Core extends Service {
  readonly router: Router;
  readonly listener: Listener;
  /** The address of the storage host. */
  readonly storageListener: Listener;
  readonly faults: ActiveFaults;
  readonly journal: Journal;
  readonly rateLimiter: RateLimiter;
  /** The value of the header Emulator-Control that opens the control path. */
  readonly controlToken: string;
  /** Aborted when the emulator closes, so that nothing keeps waiting. */
  readonly closing: AbortController;
  /** Restores the state, faults, journal, rate limits, request ids and access key to what they were at the start. */
  readonly reset: () => void;
  readonly onRequest: (entry: JournalEntry) => void;
  accessKey: string;
  readonly requestIds: Random;
  /** Requests under way. */
  inFlight: number;
  /** Keeps the state for the next emulator. Set once, at the start. @default the state is lost when the emulator ends */
  data: DataFolder | undefined;
}

/** Every operation that the emulator serves. */
export const routes: readonly Route[] = [
  ...listRoutes,
  ...routesOfKinds,
  ...otherShieldRoutes,
  ...accessLogRoutes,
  ...dnssecRoutes,
  ...dnsServiceRoutes,
  ...auditRoutes,
];

/** @throws {TypeError} if the seed or the fault rules are malformed, or an unserved operation is unknown */
export function coreOf(options: EmulatorOptions): Core {
  const seed = parseSeed(options.seed ?? {});
  const given = settingsOf(options);
  const settings = { ...given, takenNames: [...given.takenNames, ...(seed.takenNames ?? [])] };
  const unknown = settings.unserved.find((name) => !routes.some(({ operation }) => operation === name));
  if (unknown !== undefined) throw new TypeError(`unserved must have names of operations, but got: '${unknown}'`);
  const rules = parseFaultRules(options.faults ?? []);
  // No limit of listeners, because every waiting request adds one.
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const core: Core = {
    ...stateOf(settings),
    accessLogs: new AccessLogs(settings),
    audit: new AuditLog(settings.now),
    logRateLimiter: new RateLimiter(settings.logRateLimit, settings.now),
    purges: [],
    pointedHostnames: new Set(),
    undelegatedDomains: new Set(),
    dnsAnswers: {},
    router: new Router(servedRoutes(settings)),
    listener: new Listener(settings.host),
    storageListener: new Listener(settings.host),
    faults: new ActiveFaults(rules, settings.randomSeed),
    journal: new Journal(),
    rateLimiter: new RateLimiter(options.rateLimit, settings.now),
    controlToken: randomBytes(16).toString("hex"),
    closing,
    onRequest: options.onRequest ?? (() => undefined),
    accessKey: settings.accessKey,
    // Request ids have a sequence of their own: they are shown in the journal, and must not repeat digits of the passwords.
    requestIds: new Random(~settings.randomSeed),
    inFlight: 0,
    data: undefined,
    reset: () => {
      core.faults.reset();
      core.journal.clear();
      core.rateLimiter.reset();
      core.logRateLimiter.reset();
      core.requestIds.reset();
      core.accessKey = settings.accessKey;
      restore(core, seed);
    },
  };
  restore(core, seed);
  return core;
}

/** Replaces the state with that of the seed. @throws {TypeError} if two objects of a kind share an id */
function restore(service: Service, seed: Seed): void {
  const { accessLogs, pullZones, settings } = service;
  for (const name of kindNames) {
    const store: Store = service[name];
    store.reset();
    for (const fields of seed[name] ?? []) store.add(fields);
  }
  accessLogs.reset();
  service.audit.clear();
  service.purges.length = 0;
  service.pointedHostnames = lowerCase(settings.pointedHostnames);
  service.undelegatedDomains = lowerCase(settings.undelegatedDomains);
  service.dnsAnswers = {};
  if (settings.logEntries > 0 && pullZones.list().length === 0) pullZones.add({ EnableLogging: true });
  for (const entry of seed.accessLogs ?? []) accessLogs.add(Number(entry.pullZoneId), entry);
}

/** Returns hostnames or domains in lower case, because they are case-insensitive. */
export function lowerCase(hostnames: readonly string[]): ReadonlySet<string> {
  return new Set(hostnames.map((hostname) => hostname.toLowerCase()));
}

/** Edge scripts and Shield are newer than the contract, so with the option `contract` their paths are unknown. */
function servedRoutes(settings: EmulatorSettings): Route[] {
  const isNewer = (route: Route): boolean => edgeScriptRoutes.includes(route) || route.path.startsWith("/shield/");
  const known = settings.contract ? routes.filter((route) => !isNewer(route)) : routes;
  return known.map((route) => servedRoute(route, settings));
}

/** An operation that is not served answers as an unknown path or method. */
function servedRoute(route: Route, { unserved, unservedStatus }: EmulatorSettings): Route {
  if (!unserved.includes(route.operation)) return route;
  return {
    ...route,
    handle: () => failed("assumed", unservedStatus, undefined, unservedStatus === 405 ? { allow: "" } : {}),
  };
}

/** A request in the journal, without header values and body values. */
export interface JournalEntry {
  /** The number of the request, from 1, in the order of arrival. */
  readonly seq: number;
  readonly method: string;
  /** The path without the query. The access key is replaced by `[hidden]`. */
  readonly path: string;
  /** Query parameters; the access key and values that look like a credential are replaced. Repeated ones are joined by commas. */
  readonly query: Readonly<Record<string, string>>;
  /** The operation of the path, if there is one. */
  readonly operation: string | undefined;
  /** What the response rests on: the source of the operation and of each deviation, or of the refusal. Empty if a fault prevented it. */
  readonly sources: readonly Source[];
  /** The names of the top-level fields of a JSON body. */
  readonly bodyFields: readonly string[];
  /** Time of arrival: ISO 8601, UTC. */
  readonly when: string;
  /** The number of requests being served at arrival, this one included. */
  readonly inFlight: number;
  /** The id of the request, which is also in the header `CDN-RequestId` of the response. */
  readonly requestId: string;
  /** The status answered; undefined while the request is under way and where no answer was sent. */
  readonly status: number | undefined;
  /** How many times the operation was carried out: 0 if a fault prevented it, 2 if it was delivered twice. */
  readonly applied: number;
  /** The kinds of the faults that occurred. */
  readonly faults: readonly string[];
  /** The rules that caused these faults, as indexes into the list of rules. */
  readonly faultRules: readonly number[];
  /** The time from arrival to the end of the response, in milliseconds; undefined while under way. */
  readonly durationMs: number | undefined;
}

/** An entry while the server fills it in. */
export type OpenEntry = { -readonly [Name in keyof JournalEntry]: JournalEntry[Name] };

/** The maximum number of entries. Older ones are dropped, so that an emulator can run for days. */
const maxEntries = 100_000;

/** The requests that an emulator has received. */
export class Journal {
  readonly entries: OpenEntry[] = [];
  #seq = 0;

  open(
    start: Pick<JournalEntry, "method" | "path" | "query" | "bodyFields" | "when" | "inFlight" | "requestId">,
  ): OpenEntry {
    const result = { operation: undefined, sources: [], status: undefined, applied: 0, durationMs: undefined };
    const entry: OpenEntry = { seq: ++this.#seq, ...start, ...result, faults: [], faultRules: [] };
    this.entries.push(entry);
    if (this.entries.length > maxEntries) this.entries.splice(0, maxEntries / 10);
    return entry;
  }

  clear(): void {
    this.entries.length = 0;
    this.#seq = 0;
  }
}

/** Carries out an operation. The journal and a header name the sources of its response. */
export function sourced(entry: OpenEntry, operation: () => Answer): Answer {
  const { answer, sources } = withSources(operation);
  entry.sources = sources;
  return answer;
}

/** The parts of a request that the journal records. */
interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parsed body. */
  readonly body?: unknown;
}

/** Counts a request as under way until it has ended. @returns a function that opens its journal entry once it is read */
export function arrived(core: Core, response: ServerResponse): (request: Recorded) => OpenEntry {
  const begun = performance.now();
  const when = new Date(core.settings.now()).toISOString();
  const inFlight = (core.inFlight += 1);
  response.once("close", () => (core.inFlight -= 1));
  return ({ method, ...request }) => {
    const requestId = core.requestIds.hex(32);
    const entry = core.journal.open({ method, ...shownRequest(request, core.accessKey), when, inFlight, requestId });
    response.once("close", () => {
      entry.durationMs = performance.now() - begun;
      core.onRequest(entry);
    });
    return entry;
  };
}

/** Returns the fields of a request that the journal shows. */
function shownRequest(
  { path, query, body }: Omit<Recorded, "method">,
  accessKey: string,
): Pick<JournalEntry, "path" | "query" | "bodyFields"> {
  const hide = (text: string): string =>
    accessKey === "" ? text : text.replaceAll(accessKey, hidden).replaceAll(encodeURIComponent(accessKey), hidden);
  const shown = [...new Set(query.keys())].map((name) => {
    const isCredential = /key|token|password|secret/i.test(name);
    return [hide(name), isCredential ? hidden : hide(query.getAll(name).join(","))] as const;
  });
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return { path: hide(path), query: Object.fromEntries(shown), bodyFields: fields.map(hide) };
}

const hidden = "[hidden]";
