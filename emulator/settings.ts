import type { RateLimit } from "./rateLimiter";
import type { PartialStorageZone } from "./state/objects";

/** The access key that an emulator requires by default. */
export const defaultAccessKey = "emulator-access-key";

/** Eventual consistency; each is 0 by default. */
export interface Lag {
  /** Milliseconds after its creation for which GET of a new zone answers 404. */
  readonly getMs?: number | undefined;
  /** Number of GETs of a new zone that answer 404. */
  readonly getRequests?: number | undefined;
  /** Milliseconds after which the list shows a new zone, or omits a deleted one. */
  readonly listMs?: number | undefined;
}

/** How the emulator behaves. By default it answers as the public service was recorded to, and is strict, consistent and fast. */
export interface BehaviourOptions {
  /** @default 0, which takes a free port */
  readonly port?: number;
  /** The port of the storage host, which serves files. @default 0, which takes a free port */
  readonly storagePort?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** The key that requests must carry in the header AccessKey. @default "emulator-access-key" */
  readonly accessKey?: string;
  /** Delay of each response, in milliseconds. @default 0 */
  readonly latencyMs?: number;
  /** Seed of everything that looks random: passwords, request ids, log entries, and when a fault occurs. @default 1 */
  readonly randomSeed?: number;
  /** Answers as the contract alone, without what the public service was recorded to do. @default false */
  readonly contract?: boolean;
  /** Whether names of storage zones, and of pull zones, are unique across the service, regardless of case (assumption). @default true */
  readonly uniqueNames?: boolean;
  /** Milliseconds for which the name of a deleted storage zone stays taken. @default 0 */
  readonly deletedNamesMs?: number;
  /** Names that belong to other accounts; added to those of the seed. @default none */
  readonly takenNames?: readonly string[];
  /** Hostnames that pull zones of other accounts have. @default none */
  readonly takenHostnames?: readonly string[];
  /** Hostnames whose DNS records point to the CDN, so that they can have a free certificate; `*` for all. @default none */
  readonly pointedHostnames?: readonly string[];
  /** Domains that their registrars have not delegated: records of their DNS zones lead no hostname here; `*` for all. @default none */
  readonly undelegatedDomains?: readonly string[];
  /** A request for a free certificate answers 200 although none is issued. @default false */
  readonly withholdCertificates?: boolean;
  /** Region codes accepted in addition to the known ones, for main and replication regions. @default none */
  readonly extraRegions?: readonly string[];
  /** Enforces two rules of the public service: names have 4 to 64 characters of `a-z0-9-`, and tier 1 is only in DE. @default false */
  readonly publicRules?: boolean;
  /** GET of a deleted storage zone answers 200 with `Deleted: true` instead of 404 (assumption). @default false */
  readonly softDelete?: boolean;
  /** Milliseconds for which `ReplicationChangeInProgress` is true after a replica was added. @default 0 */
  readonly replicationMs?: number;
  /** Whether `ReplicationRegions` omits the replica during that time (assumption). @default false */
  readonly lateReplicas?: boolean;
  /** Milliseconds after which the replicas have an uploaded file. @default 0 */
  readonly fileReplicationMs?: number;
  /** Milliseconds after its upload for which a file stays although its deletion is answered with 200. @default 0 */
  readonly lostDeletionMs?: number;
  /** Eventual consistency of every new zone; a `lag` fault applies it to some. @default none */
  readonly lag?: Lag;
  /** Pull zones have the 13 publicly known field names instead of the contract's. @default true, with `contract` false */
  readonly publicNames?: boolean;
  /** Decimal and double fields are written with a decimal point, `0.0`, as the public service does. @default publicNames */
  readonly decimalPoint?: boolean;
  /** Fields, under their wire names, that the service sets on a new storage zone. @default none */
  readonly serverDefaults?: PartialStorageZone;
  /** Operations that answer without a body: an update with 204 instead of 200. @default none */
  readonly emptyAnswers?: readonly ("updatePullZone" | "addOrUpdateEdgeRule" | "addDnsZone")[];
  /** Operations that this service does not have, as docs/emulator.md names them. @default none */
  readonly unserved?: readonly string[];
  /** How an unserved operation is answered: as an unknown method (405) or an unknown path (404). @default 405 */
  readonly unservedStatus?: 404 | 405;
  /**
   * Number of access log entries of each pull zone with `EnableLogging`, generated from the random seed over the 23 hours
   * before the start. If the seed has no pull zone, one with the id 1 and `EnableLogging` is added. @default 0
   */
  readonly logEntries?: number;
  /** Rate limit of access log queries for each pull zone (assumption); "none" for no limit. @default 30 in 10 seconds */
  readonly logRateLimit?: RateLimit | "none";
  /**
   * Whether the log filters `country` and `search` apply to the entries of a page, so that a page can be short or empty
   * although more follow (assumption). @default true
   */
  readonly logPostFilter?: boolean;
  /** The current time in milliseconds. Timers still run by the real clock. @default Date.now */
  readonly now?: () => number;
}

/** Options with their defaults. */
export type EmulatorSettings = Required<BehaviourOptions>;
