import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { pullZoneAccess, storageZoneAccess } from "./access";
import type { PullZoneAccess, StorageZoneAccess } from "./access";
import type { Core } from "./core";
import { serve } from "./exchange";
import { FaultDeck } from "./faults/deck";
import { parseFaultRules } from "./faults/rule";
import type { FaultRule } from "./types/faultRule";
import { servedRouter } from "./http/dispatch";
import { Front } from "./http/front";
import { RateLimiter } from "./http/rateLimiter";
import { Journal } from "./journal";
import type { JournalEntry } from "./journal";
import { settingsOf } from "./options";
import type { EmulatorOptions, Settings } from "./options";
import { Random } from "./random";
import type { AccessLogAccess } from "./logs/access";
import { accessLogAccess } from "./logs/access";
import { routes } from "./routes";
import { parseSeed } from "./seed";
import { serviceOf } from "./service";

/** A running stand-in for the service. */
export interface Emulator {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** The access key that is asked for at present. */
  readonly accessKey: string;
  /** For the header Emulator-Control, which opens the control path `/__emulator__/`. Another with each start. */
  readonly controlToken: string;
  readonly storageZones: StorageZoneAccess;
  readonly pullZones: PullZoneAccess;
  readonly accessLogs: AccessLogAccess;
  /** The requests so far, oldest first. Live: it grows with them. */
  readonly journal: readonly JournalEntry[];
  /** Empties the journal; the sequence begins anew. */
  clearJournal(): void;
  /** Replaces the fault rules, none to end all faults; their counts begin anew. */
  setFaults(rules: readonly FaultRule[]): void;
  /** Asks for another access key from now on, as after a rotation. */
  setAccessKey(accessKey: string): void;
  /** Goes back to the start: seed, faults of the options, empty journal and rate limit, first access key. */
  reset(): void;
  /** Hangs up on everyone and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for the service on a port of its own, with a state of its own.
 *
 * @throws {TypeError} where the seed or the fault rules are malformed
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const core = coreOf(options);
  await core.front.open(core.settings.port);
  return handleOf(core);
}

function coreOf(options: EmulatorOptions): Core {
  const settings = settingsOf(options);
  const seed = parseSeed(options.seed ?? {});
  const rules = parseFaultRules(options.faults ?? []);
  const closing = new AbortController();
  // Each request that waits listens.
  setMaxListeners(0, closing.signal);
  const core: Core = {
    settings,
    router: servedRouter(routes, settings),
    front: new Front(settings.host, (request, response) => {
      // What ends a request early (a client that hung up, an emulator that closes) leaves nobody to tell.
      serve(core, request, response).catch(() => response.destroy());
    }),
    faults: new FaultDeck(rules, settings.randomSeed),
    journal: new Journal(),
    rateLimiter: options.rateLimit === undefined ? undefined : new RateLimiter(options.rateLimit, settings.now),
    controlToken: randomBytes(16).toString("hex"),
    closing,
    accessKey: settings.accessKey,
    service: serviceOf(settings, seed),
    requestIds: requestIdsOf(settings),
    inFlight: 0,
    reset: () => {
      core.service = serviceOf(settings, seed);
      core.faults.set(rules);
      core.journal.clear();
      core.rateLimiter?.reset();
      core.accessKey = settings.accessKey;
      core.requestIds = requestIdsOf(settings);
    },
  };
  return core;
}

/** A sequence of its own: request ids are shown in the journal, and must not repeat what the minted passwords say. */
function requestIdsOf({ randomSeed }: Settings): Random {
  return new Random(~randomSeed);
}

function handleOf(core: Core): Emulator {
  return {
    url: core.front.url,
    port: core.front.port,
    get accessKey() {
      return core.accessKey;
    },
    controlToken: core.controlToken,
    storageZones: storageZoneAccess(core),
    pullZones: pullZoneAccess(core),
    accessLogs: accessLogAccess(core),
    journal: core.journal.entries,
    clearJournal: () => core.journal.clear(),
    setFaults: (rules) => core.faults.set(parseFaultRules(rules)),
    setAccessKey: (accessKey) => {
      core.accessKey = accessKey;
    },
    reset: core.reset,
    close: async () => {
      core.closing.abort();
      await core.front.close();
    },
  };
}
