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

/** The operation that shows an object: one that adds it, one that reads it, a complete list, or a page of a list. */
export type View = "added" | "one" | "list" | "page";

/** Behaviour of access logs. */
export interface LogProfile {
  /** The response to a wrong or missing access key. */
  unauthorized(hasKey: boolean): Answer;
  /** The response for an unknown pull zone. */
  readonly unknownZone: Answer;
  /** Returns an entry as a query shows it. @param isAnonymous whether the log keeps no address at all */
  entry(entry: LogEntry, isAnonymous: boolean): object;
}

/** Behaviour of certificates of hostnames. */
export interface CertificateProfile {
  /** The refusal if a hostname does not point to the CDN. @param cname where it should point */
  notPointing(hostname: string, cname: string): Refusal;
  /** The refusal to redirect plain HTTP for a hostname without a certificate. @default the redirect is allowed */
  readonly needed?: Refusal;
  /** Whether a wildcard hostname of another pull zone prevents a certificate, although the request is answered with 200. */
  readonly wildcardsShadow: boolean;
}

/** Behaviour that differs between the recorded service and the contract. */
export interface Profile {
  /** The defaults of options that depend on the profile. */
  readonly options: BehaviourOptions;
  /** The codes that are accepted as a main region and as a replica. */
  readonly mainRegions: readonly string[];
  readonly replicationRegions: readonly string[];
  /** The response to a missing or wrong access key. */
  readonly unauthorized: Answer;
  /** The response for an unknown id. @param object name of the object in its table @param wasThere whether the object existed before */
  notFound(object: string, wasThere: boolean): Answer;
  /** The refusal of an unknown main region. */
  refusedRegion(region: string): Refusal;
  /** Returns the fields of an origin as they are stored. @param of its address, or the name of its storage zone, if the account has that */
  origin(of: { readonly url: string } | { readonly storageZone: string | undefined }): PartialPullZone;
  /** `ReplicatedZones` of a file without replicas in a listing. */
  readonly noReplicas: "" | null;
  /** The response to a purge of an unknown pull zone. @default {@link notFound} */
  readonly unknownPurge?: Answer;
  /** Returns the main region that the service stores for a declared one. */
  mainRegion(region: string, tier: number | undefined): string;
  /** Returns a storage zone as an operation shows it. */
  storageZone(zone: StorageZone, view: View): object;
  /** The non-empty fields of a new pull zone. */
  newPullZone(given: PartialPullZone): PartialPullZone;
  /** Returns further fields of a pull zone that an operation adds. */
  addedPullZone(this: void): PartialPullZone;
  /** Returns the settings that a request stores in a pull zone. @param given the settings in the request @throws {Refusal} */
  pullZoneSettings(given: PartialPullZone, before?: PullZone): PartialPullZone;
  /** The fields of a new system hostname. */
  readonly systemHostname: Partial<Hostname>;
  readonly certificates: CertificateProfile;
  /** The non-empty fields of a new DNS zone. */
  readonly newDnsZone: PartialDnsZone;
  /** Behaviour of DNS zones and records. */
  readonly dns: DnsProfile;
  /** Returns a DNS zone as an operation shows it. */
  dnsZone(zone: DnsZone, view: View): object;
  /** Whether a purge with `exactPath` excludes everything below a URL. */
  takesExactPath(zone: PullZone): boolean;
  /** The response to a purge of a URL beyond the limit. */
  purgeLimited(waitSeconds: number): Answer;
  readonly logs: LogProfile;
  /** The `OrderIndex` of a new rule that has none. */
  edgeRulePlace(others: readonly EdgeRule[]): number;
  /** Returns a rule as it is stored. @param before the rule that it updates @throws {Refusal} */
  edgeRule(rule: EdgeRule, others: readonly EdgeRule[], before?: EdgeRule): EdgeRule;
  /** Checks a new hostname. @param own the hostnames of the pull zone, without its system hostname @throws {Refusal} */
  newHostname(own: readonly Hostname[]): void;
}
