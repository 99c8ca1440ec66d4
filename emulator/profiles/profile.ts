import type { Answer, Refusal } from "../http";
import type { BehaviourOptions } from "../settings";
import type { DnsProfile } from "./dns";
import type {
  DnsZone,
  EdgeRule,
  Hostname,
  LogEntry,
  PartialDnsZone,
  PartialPullZone,
  PullZone,
  StorageZone,
} from "../state/objects";

/** Which operation shows an object: one that adds it, one that reads it alone, a list in one piece, or a page of one. */
export type View = "added" | "one" | "list" | "page";

/** Access logs. */
export interface LogProfile {
  /** The answer to a wrong access key, or to none. */
  unauthorized(hasKey: boolean): Answer;
  /** The answer for a pull zone that is not there. */
  readonly unknownZone: Answer;
  /** An entry as a query shows it. @param isAnonymous whether the log keeps no address at all */
  entry(entry: LogEntry, isAnonymous: boolean): object;
}

/** Certificates of hostnames. */
export interface CertificateProfile {
  /** Where a hostname does not point to the CDN. @param cname where it should point */
  notPointing(hostname: string, cname: string): Refusal;
  /** Where plain HTTP is to be redirected, and the hostname has no certificate. @default that is allowed */
  readonly needed?: Refusal;
  /** Whether a wildcard hostname of another pull zone keeps a hostname from getting a certificate; the request is answered with 200. */
  readonly wildcardsShadow: boolean;
}

/** Where the recorded service and the contract alone differ. */
export interface Profile {
  /** The defaults of options that differ. */
  readonly options: BehaviourOptions;
  /** The codes that are accepted as main region and as replica. */
  readonly mainRegions: readonly string[];
  readonly replicationRegions: readonly string[];
  /** The answer to a missing or wrong access key. */
  readonly unauthorized: Answer;
  /** The answer for an id that is not there. @param wasThere whether it was once */
  notFound(noun: "storageZone" | "pullZone" | "dnsZone" | "dnsRecord" | "edgeScript", wasThere: boolean): Answer;
  /** The error of a main region that the service does not have. */
  refusedRegion(region: string): Refusal;
  /** An address of an origin as it is stored. */
  originUrl(url: string): string;
  /** What a listing has as `ReplicatedZones` of a file without replicas. */
  readonly noReplicas: "" | null;
  /** The answer to a request to empty the cache of a pull zone that is not there. @default {@link notFound} */
  readonly unknownPurge?: Answer;
  /** What the service makes of a declared main region. */
  mainRegion(region: string, tier: number | undefined): string;
  /** A storage zone as an operation shows it. */
  storageZone(zone: StorageZone, view: View): object;
  /** The fields of a new pull zone that are not simply empty. */
  newPullZone(given: PartialPullZone): PartialPullZone;
  /** A pull zone as every operation shows it. */
  pullZone(zone: PullZone): object;
  /** What a request makes of a pull zone. @param given its settings @throws {Refusal} */
  pullZoneSettings(given: PartialPullZone, before?: PullZone): PartialPullZone;
  /** A new system hostname has these. */
  readonly systemHostname: Partial<Hostname>;
  readonly certificates: CertificateProfile;
  /** The fields of a new DNS zone that are not simply empty. */
  readonly newDnsZone: PartialDnsZone;
  /** Records, acceleration and what the service does with DNS zones. */
  readonly dns: DnsProfile;
  /** A DNS zone as an operation shows it. */
  dnsZone(zone: DnsZone, view: View): object;
  /** Whether a purge with `exactPath` leaves alone what is below an address. */
  takesExactPath(zone: PullZone): boolean;
  /** The answer to a purge of an address beyond the limit. */
  purgeLimited(waitSeconds: number): Answer;
  readonly logs: LogProfile;
  /** The `OrderIndex` of a new rule that is sent without one. */
  edgeRulePlace(others: readonly EdgeRule[]): number;
  /** The rule as it is stored. @throws {Refusal} */
  edgeRule(rule: EdgeRule, others: readonly EdgeRule[]): EdgeRule;
}
