import type { Hostname } from "./hostname";

/** Identity and state of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneIdentity {
  /** Unique ID. */
  id: number;
  /** Name. */
  name?: string;
  /** URL the files are fetched from. */
  originUrl?: string;
  /** True unless resource limits were reached or the owning account ran out of funds. */
  enabled: boolean;
  /** Suspension flag. */
  suspended: boolean;
  /** 0 = Premium, 1 = Volume. */
  type: number;
  /** Type of the origin. Assumption: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone; other integers may come. */
  originType: number;
  /** ID of the owner. */
  userId?: string;
  /** CNAME domain used to set up custom hostnames. */
  cnameDomain?: string;
  /** Hostnames linked to the zone. */
  hostnames: Hostname[];
  /** Linked storage zone. */
  storageZoneId: number;
  /** Linked edge script. */
  edgeScriptId: number;
  /** Request phase in which the script runs. Assumption: 0 Cache, 1 LoadBalancer; other integers may come. */
  edgeScriptExecutionPhase: number;
  /** Linked middleware script. */
  middlewareScriptId?: number;
  /** Linked container application. */
  containerAppId?: string;
  /** Linked container endpoint. */
  containerEndpointId?: string;
  /** Linked video library. */
  videoLibraryId: number;
  /** DNS record tied to the zone. */
  dnsRecordId: number;
  /** DNS zone tied to the zone. */
  dnsZoneId: number;
  /** Cached DNS record value. Volatile: moves by itself, never drift. */
  dnsRecordValue?: string;
  /** Short preview value of the origin connection link. */
  originLinkValue?: string;
  /** Cache version counter. Volatile: moves by itself, never drift. */
  cacheVersion: number;
}
