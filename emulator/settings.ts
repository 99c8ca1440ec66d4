import type { RateLimit } from "./rateLimiter";
import type { PartialStorageZone } from "./state/objects";

/** Access key that an emulator requires by default. */
export const defaultAccessKey = "emulator-access-key";

/** Settings for eventual consistency. Each is 0 by default. */
export interface Lag {
  /** Milliseconds after the creation of a zone for which GET of the zone responds with 404. */
  readonly getMs?: number | undefined;
  /** Number of GETs of a new zone that are answered with 404. */
  readonly getRequests?: number | undefined;
  /** Milliseconds after which the list shows a new zone, or omits a deleted zone. */
  readonly listMs?: number | undefined;
}

/** DNS answers by domain: the hosts of its nameservers, an empty list if it does not exist, null for no answer. */
export type DnsAnswers = Readonly<Record<string, readonly string[] | null>>;

/** Options for the behaviour of the emulator. By default it follows the recorded behaviour of the public service, and is strict, consistent and fast. */
export interface BehaviourOptions {
  /** Port of the API. @default 0: a free port */
  readonly port?: number;
  /** Port of the storage host, which serves files. @default 0: a free port */
  readonly storagePort?: number;
  /** Address to listen on. @default "127.0.0.1" */
  readonly host?: string;
  /** Key that requests must send in the header AccessKey. @default "emulator-access-key" */
  readonly accessKey?: string;
  /** Delay of each response, in milliseconds. @default 0 */
  readonly latencyMs?: number;
  /** Random seed for passwords, request ids, log entries and the occurrence of faults. @default 1 */
  readonly randomSeed?: number;
  /** Whether to follow only the contract, without the recorded behaviour of the public service. @default false */
  readonly contract?: boolean;
  /** Whether names of storage zones, and of pull zones, are unique across the service, regardless of case (assumption). @default true */
  readonly uniqueNames?: boolean;
  /** Milliseconds for which the name of a deleted storage zone stays taken. @default 0 */
  readonly deletedNamesMs?: number;
  /** Names of zones of other accounts, in addition to those in the seed. @default none */
  readonly takenNames?: readonly string[];
  /** Hostnames of pull zones of other accounts. @default none */
  readonly takenHostnames?: readonly string[];
  /** Hostnames that can get a free certificate because their DNS records point to the CDN; `*` for all. @default none */
  readonly pointedHostnames?: readonly string[];
  /** Domains that are not delegated to their DNS zones, so that certificates ignore the records of these zones; `*` for all. @default none */
  readonly undelegatedDomains?: readonly string[];
  /** Whether a request for a free certificate is answered with 200 although none is issued. @default false */
  readonly withholdCertificates?: boolean;
  /** Region codes accepted in addition to the known ones, for main and replication regions. @default none */
  readonly extraRegions?: readonly string[];
  /**
   * Whether to enforce two rules of the public service: names of storage zones have 4 to 64 characters of `a-z0-9-`, and tier 1 is only in DE.
   * @default true, except with `contract`
   */
  readonly publicRules?: boolean;
  /** Whether GET of a deleted storage zone responds with 200 and `Deleted: true` instead of 404 (assumption). @default false */
  readonly softDelete?: boolean;
  /** Milliseconds for which `ReplicationChangeInProgress` is true after a replica was added. @default 0 */
  readonly replicationMs?: number;
  /** Whether `ReplicationRegions` omits the replica during that time (assumption). @default false */
  readonly lateReplicas?: boolean;
  /** Milliseconds after which the replicas have an uploaded file. @default 0 */
  readonly fileReplicationMs?: number;
  /**
   * The edges of the CDN, each with a cache of its own. An edge uses the pull zone and the settings of the storage zone as they were `delayMs`
   * milliseconds ago; a purge reaches all edges at once. @default one edge without a delay
   */
  readonly edges?: readonly { readonly delayMs: number }[];
  /** Milliseconds after an upload for which deletions of the file have no effect although they are answered with 200. @default 0 */
  readonly lostDeletionMs?: number;
  /** Eventual consistency of every new zone; a `lag` fault applies it only to some. @default none */
  readonly lag?: Lag;
  /** Whether pull zones use the 13 publicly known field names instead of the contract's. @default true; false with `contract` */
  readonly publicNames?: boolean;
  /** Whether decimal and double fields have a decimal point, as in `0.0`. @default the value of `publicNames` */
  readonly decimalPoint?: boolean;
  /** Fields, under their wire names, that the service sets on a new storage zone. @default none */
  readonly serverDefaults?: PartialStorageZone;
  /** Operations whose response has no body: an update responds with 204 instead of 200. @default none */
  readonly emptyAnswers?: readonly ("updatePullZone" | "addOrUpdateEdgeRule" | "addDnsZone")[];
  /**
   * Rules for edge scripts for which nobody has recorded whether the service has them: a name must be unique; a script that a pull zone or a DNS
   * record refers to can't be deleted; publishing code that is already live creates no release. @default none
   */
  readonly edgeScriptRules?: readonly ("uniqueName" | "keptInUse" | "noUnchangedRelease")[];
  /** Operations that this service lacks, by their names in the journal. @default none */
  readonly unserved?: readonly string[];
  /** Status of the response to an unserved operation: as for an unknown method (405) or an unknown path (404). @default 405 */
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
  /**
   * Whether to refuse, with 501, every shape, number and name in a request that no source in docs/contract-and-assumptions.md recorded as
   * accepted. A list has the ids of rows that are accepted nevertheless. @default false
   */
  readonly onlyRecorded?: boolean | readonly string[];
  /** Returns the current time in milliseconds. Timers still use the real clock. @default Date.now */
  readonly now?: () => number;
}

/** Options with their defaults. */
export type EmulatorSettings = Required<BehaviourOptions>;
