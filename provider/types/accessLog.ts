// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** One page of entries. */
export interface AccessLogPage extends ExtraFields {
  /** The entries in the requested order; null on the wire is an empty list. */
  data: AccessLogEntry[];
  /** The position of the page. */
  pagination: AccessLogPagination;
  /** The query as applied. */
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
  /** Bytes sent, headers presumably included. */
  bytesSent?: number;
  /** Edge location that answered, also called server zone. */
  edgeLocation?: string;
  /** `http` or `https`. */
  scheme?: string;
  /** Requested hostname. */
  host?: string;
  /** Requested path. The public service has the query in it. */
  path?: string;
  /** Requested URL. */
  url?: string;
  /** IP address of the client, possibly anonymized: all zeros, or absent, if the log keeps none. */
  remoteIp?: string;
  /** Country of the client: ISO 3166 alpha-2. */
  countryCode?: string;
  /** The request's User-Agent header. */
  userAgent?: string;
  /** The request's Referer header. */
  referer?: string;
  /** Bytes of the body sent. */
  bodyBytesSent?: number;
  /** The Content-Range header. Searched only for zones with extended logging. */
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

/** The position of the entries among all that match. */
export interface AccessLogPagination extends ExtraFields {
  /** Number of matching entries that were skipped. */
  offset: number;
  /** Maximum number of entries. */
  limit: number;
  /** Number of entries returned. */
  returned: number;
  /** Whether more may follow. */
  hasMore: boolean;
}

/** The query as the service applied it, with its defaults. */
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
