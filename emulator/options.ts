import type { FaultRule } from "./types/faultRule";
import type { Lag } from "./lag";
import type { RateLimit } from "./http/rateLimiter";
import type { Seed } from "./seed";
import type { PartialStorageZone } from "./types/storageZone";

/** The access key that an emulator asks for unless told otherwise. */
export const defaultAccessKey = "emulator-access-key";

/** How the stand-in for the service behaves. Every option has a default; without any it is a strict, prompt service. */
export interface EmulatorOptions {
  /** @default 0, which takes a free port */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** The key that requests must carry in the header AccessKey. @default "emulator-access-key" */
  readonly accessKey?: string;
  readonly seed?: Seed;
  /** Milliseconds by which each answer is held back. @default 0 */
  readonly latencyMs?: number;
  /** Answers 429 with Retry-After past so many requests in a sliding window. @default no limit */
  readonly rateLimit?: RateLimit;
  /** @default none */
  readonly faults?: readonly FaultRule[];
  /** Seed of everything that looks random: minted passwords, request ids, and when a fault strikes. @default 1 */
  readonly randomSeed?: number;
  /** Storage zone names are unique across the whole service, whatever their case (assumption). @default true */
  readonly uniqueNames?: boolean;
  /** Names that belong to other accounts; added to those of the seed. @default none */
  readonly takenNames?: readonly string[];
  /** Milliseconds for which the name of a deleted zone stays taken (assumption). @default 0 */
  readonly nameHeldMs?: number;
  /** Regions accepted besides those of the contract, as main region and as replica. @default none */
  readonly extraRegions?: readonly string[];
  /** Enforces two public rules that the contract lacks: names of 4 to 64 of `a-z0-9-`, and tier 1 only in DE. @default false */
  readonly publicRules?: boolean;
  /** GET of a deleted storage zone answers 200 with `Deleted: true` in place of 404 (assumption). @default false */
  readonly softDelete?: boolean;
  /** Milliseconds for which ReplicationChangeInProgress stays true after a replica was added. @default 0 */
  readonly replicationMs?: number;
  /** For as long, ReplicationRegions does not show that replica (assumption). @default false */
  readonly lateReplicas?: boolean;
  /** Eventual consistency of every new zone; a rule's `lag` fault does it to some. @default none */
  readonly lag?: Partial<Lag>;
  /** Pull zones answer under the 13 publicly known names in place of the contract's. @default false */
  readonly publicNames?: boolean;
  /** Decimal and double fields are written with a decimal point, `0.0`, as the public service does. @default publicNames */
  readonly decimalPoint?: boolean;
  /** Fields, under their wire names, that the service itself fills into a new storage zone. @default none */
  readonly serverDefaults?: PartialStorageZone;
  /** Operations that this service does not have: their path answers as if the method were unknown. @default none */
  readonly unserved?: readonly ("updateStorageZone" | "deleteStorageZone" | (string & {}))[];
  /** What an unserved operation answers. @default 405 */
  readonly unservedStatus?: 404 | 405;
  /**
   * Access log entries that each pull zone begins with, made from the random seed, over the 23 hours before the start. Where
   * there are some and the seed names no pull zone, there is one: number 1, with logging enabled. @default 0
   */
  readonly logEntries?: number;
  /** What access logs allow each pull zone (assumption); "none" allows everything. @default 30 in 10 seconds */
  readonly logRateLimit?: RateLimit | "none";
  /**
   * The log filters country and search apply after a page was counted out, so that pages can be short or empty with more to
   * come (assumption). @default true
   */
  readonly logPostFilter?: boolean;
  /** The current time in milliseconds. Timers still run by the real clock. @default Date.now */
  readonly now?: () => number;
}

/** Options with their defaults filled in. */
export interface Settings extends Required<
  Omit<EmulatorOptions, "seed" | "rateLimit" | "faults" | "lag" | "serverDefaults">
> {
  readonly lag: Lag;
  readonly serverDefaults: PartialStorageZone;
}

export function settingsOf(options: EmulatorOptions): Settings {
  return {
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    accessKey: options.accessKey ?? defaultAccessKey,
    latencyMs: options.latencyMs ?? 0,
    randomSeed: options.randomSeed ?? 1,
    uniqueNames: options.uniqueNames ?? true,
    takenNames: options.takenNames ?? [],
    nameHeldMs: options.nameHeldMs ?? 0,
    extraRegions: options.extraRegions ?? [],
    publicRules: options.publicRules ?? false,
    softDelete: options.softDelete ?? false,
    replicationMs: options.replicationMs ?? 0,
    lateReplicas: options.lateReplicas ?? false,
    lag: { getMs: 0, getRequests: 0, listMs: 0, ...options.lag },
    publicNames: options.publicNames ?? false,
    decimalPoint: options.decimalPoint ?? options.publicNames ?? false,
    serverDefaults: options.serverDefaults ?? {},
    unserved: options.unserved ?? [],
    unservedStatus: options.unservedStatus ?? 405,
    logEntries: options.logEntries ?? 0,
    logRateLimit: options.logRateLimit ?? { requests: 30, perSeconds: 10 },
    logPostFilter: options.logPostFilter ?? true,
    now: options.now ?? Date.now,
  };
}
