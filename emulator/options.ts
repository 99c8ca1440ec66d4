import type { FaultRule } from "./faults/rules";
import type { RateLimit } from "./rateLimiter";
import type { Seed } from "./seed";
import type { PartialStorageZone } from "./state/objects";

/** The access key that an emulator requires by default. */
export const defaultAccessKey = "emulator-access-key";

/** Eventual consistency; each is 0 by default. */
export interface Lag {
  /** For so many milliseconds after its creation, GET of a new zone answers 404. */
  readonly getMs?: number | undefined;
  /** So many GETs of a new zone answer 404. */
  readonly getRequests?: number | undefined;
  /** So many milliseconds later the list shows a new zone, or drops a deleted one. */
  readonly listMs?: number | undefined;
}

/** How the stand-in for the service behaves. By default it is strict, consistent and prompt. */
export interface EmulatorOptions {
  /** @default 0, which takes a free port */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** The key that requests must carry in the header AccessKey. @default "emulator-access-key" */
  readonly accessKey?: string;
  readonly seed?: Seed;
  /** Milliseconds by which each answer is delayed. @default 0 */
  readonly latencyMs?: number;
  /** Answers 429 with Retry-After beyond this number of requests in a sliding window. @default no limit */
  readonly rateLimit?: RateLimit;
  /** @default none */
  readonly faults?: readonly FaultRule[];
  /** Seed of everything that looks random: passwords, request ids, log entries, and when a fault occurs. @default 1 */
  readonly randomSeed?: number;
  /** Storage zone names are unique across the whole service, in any case (assumption). @default true */
  readonly uniqueNames?: boolean;
  /** Names that belong to other accounts; added to those of the seed. @default none */
  readonly takenNames?: readonly string[];
  /** Regions accepted besides those of the contract, as main region and as replica. @default none */
  readonly extraRegions?: readonly string[];
  /** Enforces two public rules that the contract lacks: names of 4 to 64 of `a-z0-9-`, and tier 1 only in DE. @default false */
  readonly publicRules?: boolean;
  /** GET of a deleted storage zone answers 200 with `Deleted: true` instead of 404 (assumption). @default false */
  readonly softDelete?: boolean;
  /** Milliseconds for which ReplicationChangeInProgress stays true after a replica was added. @default 0 */
  readonly replicationMs?: number;
  /** During that time ReplicationRegions does not show the replica (assumption). @default false */
  readonly lateReplicas?: boolean;
  /** Eventual consistency of every new zone; a rule with a `lag` fault applies it to some. @default none */
  readonly lag?: Lag;
  /** Pull zones are answered under the 13 publicly known names instead of the contract's. @default false */
  readonly publicNames?: boolean;
  /** Decimal and double fields are written with a decimal point, `0.0`, as the public service does. @default publicNames */
  readonly decimalPoint?: boolean;
  /** Fields, under their wire names, that the service itself sets on a new storage zone. @default none */
  readonly serverDefaults?: PartialStorageZone;
  /** Operations that this service does not have. @default none */
  readonly unserved?: readonly ("updateStorageZone" | "deleteStorageZone" | (string & {}))[];
  /** How an unserved operation is answered: as an unknown method (405) or an unknown path (404). @default 405 */
  readonly unservedStatus?: 404 | 405;
  /**
   * Access log entries of each pull zone, generated from the random seed over the 23 hours before the start. With entries and
   * no pull zone in the seed, there is one: number 1, with logging enabled. @default 0
   */
  readonly logEntries?: number;
  /** What access logs allow each pull zone (assumption); "none" allows everything. @default 30 in 10 seconds */
  readonly logRateLimit?: RateLimit | "none";
  /**
   * The log filters country and search apply to the entries of a page, so that a page can be short or empty although more
   * follow (assumption). @default true
   */
  readonly logPostFilter?: boolean;
  /** The current time in milliseconds. Timers still run by the real clock. @default Date.now */
  readonly now?: () => number;
}

/** Options with their defaults. */
export type Settings = Required<Omit<EmulatorOptions, "seed" | "rateLimit" | "faults">>;

const defaults: Omit<Settings, "decimalPoint"> = {
  port: 0,
  host: "127.0.0.1",
  accessKey: defaultAccessKey,
  latencyMs: 0,
  randomSeed: 1,
  uniqueNames: true,
  takenNames: [],
  extraRegions: [],
  publicRules: false,
  softDelete: false,
  replicationMs: 0,
  lateReplicas: false,
  lag: {},
  publicNames: false,
  serverDefaults: {},
  unserved: [],
  unservedStatus: 405,
  logEntries: 0,
  logRateLimit: { requests: 30, perSeconds: 10 },
  logPostFilter: true,
  now: Date.now,
};

export function settingsOf(options: EmulatorOptions): Settings {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as EmulatorOptions;
  return { ...defaults, decimalPoint: given.publicNames ?? false, ...given };
}
