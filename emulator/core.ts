import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ActiveFaults } from "./faults/decide";
import { parseFaultRules } from "./faults/rules";
import { empty } from "./http";
import { Journal } from "./journal";
import { Listener } from "./listener";
import { AccessLogs } from "./logs/store";
import type { EmulatorOptions } from "./options";
import type { EmulatorSettings } from "./settings";
import { settingsOf } from "./settings";
import { Random } from "./random";
import { RateLimiter } from "./rateLimiter";
import type { Route, Service } from "./router";
import { Router } from "./router";
import { accessLogRoutes } from "./routes/accessLogs";
import { edgeRuleRoutes } from "./routes/edgeRules";
import { hostnameRoutes } from "./routes/hostnames";
import { pullZoneRoutes } from "./routes/pullZones";
import { listRoutes } from "./routes/read";
import { storageZoneRoutes } from "./routes/storageZones";
import type { Seed } from "./seed";
import { parseSeed } from "./seed";
import { kindNames, stateOf } from "./state/kinds";
import type { Store } from "./state/store";

/** The parts of one emulator, shared by the requests, the control path and the handle. */
export interface Core extends Service {
  readonly router: Router;
  readonly listener: Listener;
  readonly faults: ActiveFaults;
  readonly journal: Journal;
  readonly rateLimiter: RateLimiter;
  /** The value of the header Emulator-Control that opens the control path. */
  readonly controlToken: string;
  /** Aborted when the emulator closes, so that nothing keeps waiting. */
  readonly closing: AbortController;
  /** Restores the state, faults, journal, rate limits, request ids and access key to what they were at the start. */
  readonly reset: () => void;
  accessKey: string;
  readonly requestIds: Random;
  /** Requests under way. */
  inFlight: number;
}

/** Every operation that the emulator serves. */
export const routes: readonly Route[] = [
  ...listRoutes,
  ...storageZoneRoutes,
  ...pullZoneRoutes,
  ...hostnameRoutes,
  ...edgeRuleRoutes,
  ...accessLogRoutes,
];

/** @throws {TypeError} if the seed or the fault rules are malformed, or an unserved operation is unknown */
export function coreOf(
  options: EmulatorOptions,
  serve: (core: Core, request: IncomingMessage, response: ServerResponse) => void,
): Core {
  const seed = parseSeed(options.seed ?? {});
  const given = settingsOf(options);
  const settings = { ...given, takenNames: [...given.takenNames, ...(seed.takenNames ?? [])] };
  const unknown = settings.unserved.find((name) => !routes.some(({ operation }) => operation === name));
  if (unknown !== undefined) throw new TypeError(`unserved must have names of operations, but got: '${unknown}'`);
  const rules = parseFaultRules(options.faults ?? []);
  // Every request that waits adds a listener.
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const core: Core = {
    ...stateOf(settings),
    accessLogs: new AccessLogs(settings),
    logRateLimiter: new RateLimiter(settings.logRateLimit, settings.now),
    purges: [],
    pointedHostnames: new Set(),
    router: new Router(routes.map((route) => servedRoute(route, settings))),
    listener: new Listener(settings.host, (request, response) => serve(core, request, response)),
    faults: new ActiveFaults(rules, settings.randomSeed),
    journal: new Journal(),
    rateLimiter: new RateLimiter(options.rateLimit, settings.now),
    controlToken: randomBytes(16).toString("hex"),
    closing,
    accessKey: settings.accessKey,
    // A sequence of its own: request ids are shown in the journal, and must not repeat digits of the passwords.
    requestIds: new Random(~settings.randomSeed),
    inFlight: 0,
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

/** Replaces the state by the seed's. @throws {TypeError} if two objects of a kind share an id */
function restore(service: Service, seed: Seed): void {
  const { accessLogs, pullZones, settings } = service;
  for (const name of kindNames) {
    const store: Store = service[name];
    store.reset();
    for (const fields of seed[name] ?? []) store.add(fields);
  }
  accessLogs.reset();
  service.purges.length = 0;
  service.pointedHostnames = lowerCase(settings.pointedHostnames);
  if (settings.logEntries > 0 && pullZones.list().length === 0) pullZones.add({ EnableLogging: true });
  for (const entry of seed.accessLogs ?? []) accessLogs.add(Number(entry.pullZoneId), entry);
}

/** Hostnames are the same in any case. */
export function lowerCase(hostnames: readonly string[]): ReadonlySet<string> {
  return new Set(hostnames.map((hostname) => hostname.toLowerCase()));
}

/** An operation that is not served answers as an unknown path or method. */
function servedRoute(route: Route, { unserved, unservedStatus }: EmulatorSettings): Route {
  if (!unserved.includes(route.operation)) return route;
  return { ...route, handle: () => empty(unservedStatus, unservedStatus === 405 ? { allow: "" } : {}) };
}
