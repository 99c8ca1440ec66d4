// Generated from provider/wire/functions.ts by `npm run generate`.

import type { LogStatus, LogTime } from "./logArguments";

/** Storage zone to get, by id or by name. */
export interface GetStorageZoneArgs {
  /** ID of the zone, a positive integer. */
  id?: number | string;
  /** The exact name of the zone. */
  name?: string;
}

/** Storage zones to get. */
export interface ListStorageZonesArgs {
  /** Search term. The service decides which fields are searched. */
  search?: string | null;
  /** Whether to include deleted zones. @default false */
  includeDeleted?: boolean;
}

/** Pull zone to get, by id or by name, and how. */
export interface GetPullZoneArgs {
  /** ID of the zone, a positive integer. */
  id?: number | string;
  /** The exact name of the zone. */
  name?: string;
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: boolean;
}

/** Pull zones to get. */
export interface ListPullZonesArgs {
  /** Search term. The service decides which fields are searched. */
  search?: string | null;
}

/** DNS zone to get, by id or by domain. */
export interface GetDnsZoneArgs {
  /** ID of the zone, a positive integer. */
  id?: number | string;
  /** The exact domain of the zone, in any case. */
  domain?: string;
}

/** DNS zones to get. */
export interface ListDnsZonesArgs {
  /** Search term. The service decides which fields are searched. */
  search?: string | null;
}

/** Edge script to get, by id or by name. */
export interface GetEdgeScriptArgs {
  /** ID of the edge script, a positive integer. */
  edgeScriptId?: number | string;
  /** The exact name of the script. If several scripts have it, the id is required. */
  name?: string;
}

/** Edge scripts to get. */
export interface ListEdgeScriptsArgs {
  /** Search term. The service decides which fields are searched. */
  search?: string | null;
}

/** Filters. An omitted filter matches all entries; a list matches any of its elements. */
export interface AccessLogFilters {
  /** Start of the window, inclusive, at most 3 days ago: a date or time, UTC by default, such as `"2026-01-31"`, `"2026-01-31T12:00"` or `"2026-01-31T12:00:30+01:00"`, or a duration before now, such as `"2h"`, `"1d12h"` or `"90s"`. A start close to the limit is moved to one minute after the limit. @default 24 hours before `to` */
  from?: LogTime;
  /** End of the window, exclusive, at most 3 days after `from`, in the same formats. A time in the future means now. @default now */
  to?: LogTime;
  /** Status codes from 100 to 599 or classes from 1xx to 5xx: `"404"`, `"5xx"`, `"404,5xx"` or `["404", "5xx"]`. */
  status?: LogStatus | readonly LogStatus[];
  /** Cache statuses, case-insensitive: `["HIT", "MISS"]`. Other values are possible. */
  cacheStatus?: string | readonly string[];
  /** Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`. */
  country?: string | readonly string[];
  /** Edge location, exactly as in the entries. */
  edgeLocation?: string;
  /** IPv4 or IPv6 address of the client. If the log drops the last octet, the filter matches the /24 or /64 network; without addresses, it has no effect. */
  remoteIp?: string;
  /** Part of the host and path, case-insensitive. */
  urlContains?: string;
  /** Part of the User-Agent header, case-insensitive. */
  userAgentContains?: string;
  /** Part of the Referer header, case-insensitive. */
  refererContains?: string;
  /** At most 16 words of at most 128 characters, as a list or in one string. An entry matches if it contains any of the words, in any case. If no returned entry contains any of them, the query fails. */
  search?: string | readonly string[];
  /** ID of one request: a UUID or 32 hexadecimal digits. */
  requestId?: string;
  /** Whether to include requests from the edge to the origin shield. @default false */
  includeOriginShield?: boolean;
}

/** Pull zone, filters and order of the entries to read. */
export interface AccessLogsArgs extends AccessLogFilters {
  /** ID of the pull zone, a positive integer. */
  pullZoneId: number | string;
  /** Order by timestamp; `desc` begins with the newest. @default `"desc"` */
  order?: "asc" | "desc";
  /** Number of matching entries to skip. @default 0 */
  offset?: number;
}

/** {@link AccessLogsArgs} with a limit. */
export interface GetAccessLogsArgs extends AccessLogsArgs {
  /** Maximum number of entries: an integer from 1 to 10000. @default 100 */
  limit?: number;
}
