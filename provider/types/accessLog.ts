// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** One page as the service answers it. Source: contract. */
export interface AccessLogPage extends ExtraFields {
  /** The entries in the order asked for; null on the wire is an empty list. */
  data: AccessLogEntry[];
  /** Where they stand. */
  pagination: AccessLogPagination;
  /** What was applied. */
  query: AccessLogQuery;
}

/** One request in a pull zone's access log. Source: contract, which shows names and types only; the descriptions, and that any field may be absent, are assumptions. */
export interface AccessLogEntry extends ExtraFields {
  /** When the request was served: ISO 8601, UTC. */
  timestamp?: string;
  /** ID of the pull zone. */
  pullZoneId?: number;
  /** ID of the request: a UUID or, by assumption, 32 hexadecimal digits. */
  requestId?: string;
  /** How the cache answered, such as HIT, MISS or EXPIRED. An open set. */
  cacheStatus?: string;
  /** HTTP status of the answer. */
  statusCode?: number;
  /** Bytes sent; by its name and beside `bodyBytesSent`, headers too. */
  bytesSent?: number;
  /** Edge location, also called server zone, that answered. */
  edgeLocation?: string;
  /** `http` or `https`. */
  scheme?: string;
  /** Hostname that was asked for. */
  host?: string;
  /** Path that was asked for. */
  path?: string;
  /** The whole URL that was asked for. */
  url?: string;
  /** Address of the client, as far as the zone's IP anonymization leaves it. */
  remoteIp?: string;
  /** Country of the client: ISO 3166 alpha-2. */
  countryCode?: string;
  /** The request's User-Agent header. */
  userAgent?: string;
  /** The request's Referer header. */
  referer?: string;
  /** Bytes of the body that were sent. */
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

/** The position of the entries among all that match. Source: contract. */
export interface AccessLogPagination extends ExtraFields {
  /** How many matching entries were skipped. */
  offset: number;
  /** How many entries were asked for at most. */
  limit: number;
  /** How many entries came. */
  returned: number;
  /** Whether more may follow. */
  hasMore: boolean;
}

/** The query as the service applied it, with what it filled in. Source: contract. */
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
