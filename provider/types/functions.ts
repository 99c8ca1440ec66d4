// Generated from provider/wire/functions.ts by `npm run generate`.

import type { LogStatus, LogTime } from "./logArguments";

/** Which storage zone to get: by id or by name. */
export interface GetStorageZoneArgs {
  /** ID of the zone: a positive integer, as a number or string. */
  id?: number | string;
  /** The exact name of the zone. */
  name?: string;
}

/** Which storage zones to get. */
export interface ListStorageZonesArgs {
  /** A search term; the service decides which fields are searched. @default all zones */
  search?: string | null;
  /** Whether to include deleted zones. @default false */
  includeDeleted?: boolean;
}

/** Which pull zone to get, by id or by name, and how. */
export interface GetPullZoneArgs {
  /** ID of the zone: a positive integer, as a number or string. */
  id?: number | string;
  /** The exact name of the zone. */
  name?: string;
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: boolean;
}

/** Which pull zones to get. */
export interface ListPullZonesArgs {
  /** A search term; the service decides which fields are searched. @default all zones */
  search?: string | null;
}

/** Which DNS zone to get: by id or by domain. */
export interface GetDnsZoneArgs {
  /** ID of the zone: a positive integer, as a number or string. */
  id?: number | string;
  /** The exact domain of the zone, in any case. */
  domain?: string;
}

/** Which DNS zones to get. */
export interface ListDnsZonesArgs {
  /** A search term; the service decides which fields are searched. @default all zones */
  search?: string | null;
}

/** Filters. An omitted one matches all entries; a list matches any of its elements. */
export interface AccessLogFilters {
  /** Start of the window, inclusive, at most 3 days ago: `"2026-01-31"`, `"2026-01-31T12:00"` (UTC), `"2026-01-31T12:00:30+01:00"`, or a time ago in days, hours, minutes and seconds, `"2h"`, `"1d12h"`, `"90s"`. Near the limit, one minute after it is used, because entries expire meanwhile. @default 24 hours before `to` */
  from?: LogTime;
  /** End of the window, exclusive, at most 3 days after `from`; formats as for `from`. A time in the future means now. @default now */
  to?: LogTime;
  /** Status codes from 100 to 599 and classes from 1xx to 5xx, as a number, a string or a list: `"404"`, `"5xx"`, `"404,5xx"`, `[404, "5xx"]`. */
  status?: LogStatus | readonly LogStatus[];
  /** Cache statuses, case-insensitive: `["HIT", "MISS"]`. Other values are possible. */
  cacheStatus?: string | readonly string[];
  /** Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`. */
  country?: string | readonly string[];
  /** Edge location, matched exactly, as entries have it. */
  edgeLocation?: string;
  /** IPv4 or IPv6 address of the client. If the zone drops the last octet, it matches the /24 or /64 network; if the zone drops addresses altogether, it has no effect. */
  remoteIp?: string;
  /** Part of host and path, case-insensitive. */
  urlContains?: string;
  /** Part of the User-Agent header, case-insensitive. */
  userAgentContains?: string;
  /** Part of the Referer header, case-insensitive. */
  refererContains?: string;
  /** Free text: at most 16 words of at most 128 characters, as a list or in one string. An entry matches if any word occurs in its texts, case-insensitive. If no returned entry contains any of them, the query fails: the service seems to have another name for the parameter. */
  search?: string | readonly string[];
  /** ID of a request: a UUID or 32 hexadecimal digits. */
  requestId?: string;
  /** Whether to include requests from the edge to the origin shield. @default false */
  includeOriginShield?: boolean;
}

/** Which entries of which pull zone, in what order. */
export interface AccessLogsArgs extends AccessLogFilters {
  /** ID of the pull zone: a positive integer, as a number or string. */
  pullZoneId: number | string;
  /** Order by timestamp. @default "desc", the newest first */
  order?: "asc" | "desc";
  /** Number of matching entries to skip. @default 0 */
  offset?: number;
}

/** {@link AccessLogsArgs} with a limit. */
export interface GetAccessLogsArgs extends AccessLogsArgs {
  /** Maximum number of entries: an integer from 1 to 10000. @default 100 */
  limit?: number;
}
