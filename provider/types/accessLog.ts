// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** One page of entries. */
export interface AccessLogPage extends ExtraFields {
  /** Entries in the requested order; null on the wire is an empty list. */
  data: AccessLogEntry[];
  /** Position of the page. */
  pagination: AccessLogPagination;
  /** Query as the service applied it. */
  query: AccessLogQuery;
}

/** One request in a pull zone's access log. Any field may be absent. */
export interface AccessLogEntry extends ExtraFields {
  /** When the request was served: ISO 8601, UTC. */
  timestamp?: string;
  /** ID of the pull zone. */
  pullZoneId?: number;
  /** ID of the request: a UUID or 32 hexadecimal digits. */
  requestId?: string;
  /** Cache status, such as HIT, MISS or EXPIRED. Other values are possible. */
  cacheStatus?: string;
  /** HTTP status of the response. */
  statusCode?: number;
  /** Number of bytes sent, presumably with headers. */
  bytesSent?: number;
  /** Edge location that responded, also called server zone. */
  edgeLocation?: string;
  /** `http` or `https`. */
  scheme?: string;
  /** Requested hostname. */
  host?: string;
  /** Requested path. At the public service it includes the query. */
  path?: string;
  /** Requested URL. */
  url?: string;
  /** IP address of the client, possibly anonymized; zeros or absent if the log keeps no addresses. */
  remoteIp?: string;
  /** Country of the client, as an ISO 3166 alpha-2 code. */
  countryCode?: string;
  /** The request's User-Agent header. */
  userAgent?: string;
  /** The request's Referer header. */
  referer?: string;
  /** Number of bytes of the body that were sent. */
  bodyBytesSent?: number;
  /** The response's Content-Range header. */
  contentRange?: string;
  /** The request's Authorization header. Secret. */
  authorizationHeader?: string;
  /** JA4 fingerprint of the client's TLS handshake. */
  ja4Fingerprint?: string;
  /** Number of the client's autonomous system. */
  asn?: number;
  /** Organization of the client's autonomous system. */
  asnOrganization?: string;
}

/** Position of the entries among all matching entries. */
export interface AccessLogPagination extends ExtraFields {
  /** Number of skipped matching entries. */
  offset: number;
  /** Maximum number of entries. */
  limit: number;
  /** Number of returned entries. */
  returned: number;
  /** Whether more entries may follow. */
  hasMore: boolean;
}

/** Query as the service applied it, with the service's defaults. */
export interface AccessLogQuery extends ExtraFields {
  /** ID of the pull zone. */
  pullZoneId: number;
  /** Start of the window, inclusive: ISO 8601, UTC. */
  from: string;
  /** End of the window, exclusive: ISO 8601, UTC. */
  to: string;
  /** Order by timestamp: `asc` or `desc`. */
  order: string;
}
