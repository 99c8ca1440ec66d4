import type { AccessLogEntry, AccessLogPage, AccessLogPagination, AccessLogQuery } from "../types/accessLog";
import { table } from "./fields";

/** The contract writes these fields in camelCase. */
export const accessLogEntryTable = table<AccessLogEntry>(
  {
    object: "access log entry",
    type: "AccessLogEntry",
    doc: "One request in a pull zone's access log. Any field may be absent.",
  },
  {
    timestamp: { type: "date-time?", doc: "When the request was served: ISO 8601, UTC." },
    pullZoneId: { type: "int64?", doc: "ID of the pull zone." },
    requestId: {
      type: "string?",
      assumes: "second format",
      doc: "ID of the request: a UUID or 32 hexadecimal digits.",
    },
    cacheStatus: { type: "string?", doc: "Cache status, such as HIT, MISS or EXPIRED. Other values are possible." },
    statusCode: { type: "int32?", doc: "HTTP status of the response." },
    bytesSent: { type: "int64?", doc: "Bytes sent, headers presumably included." },
    edgeLocation: { type: "string?", doc: "Edge location that answered, also called server zone." },
    scheme: { type: "string?", doc: "`http` or `https`." },
    host: { type: "string?", doc: "Requested hostname." },
    path: { type: "string?", doc: "Requested path. The public service has the query in it." },
    url: { type: "string?", doc: "Requested URL." },
    remoteIp: {
      type: "string?",
      doc: "IP address of the client, possibly anonymized: all zeros, or absent, if the log keeps none.",
    },
    countryCode: { type: "string?", doc: "Country of the client: ISO 3166 alpha-2." },
    userAgent: { type: "string?", doc: "The request's User-Agent header." },
    referer: { type: "string?", doc: "The request's Referer header." },
    bodyBytesSent: { type: "int64?", doc: "Bytes of the body sent." },
    contentRange: { type: "string?", doc: "The Content-Range header. Searched only for zones with extended logging." },
    authorizationHeader: { type: "string?", secret: true, doc: "The request's Authorization header." },
    ja4Fingerprint: { type: "string?", doc: "JA4 fingerprint of the client's TLS handshake." },
    asn: { type: "int64?", doc: "Number of the client's autonomous system." },
    asnOrganization: { type: "string?", doc: "Organization of the client's autonomous system." },
  },
);

export const accessLogPaginationTable = table<AccessLogPagination>(
  {
    object: "access log pagination",
    type: "AccessLogPagination",
    doc: "The position of the entries among all that match.",
  },
  {
    offset: { type: "int64", small: true, essential: true, doc: "Number of matching entries that were skipped." },
    limit: { type: "int32", doc: "Maximum number of entries." },
    returned: { type: "int64", small: true, doc: "Number of entries returned." },
    hasMore: { type: "boolean", essential: true, doc: "Whether more may follow." },
  },
);

export const accessLogQueryTable = table<AccessLogQuery>(
  {
    object: "access log query",
    type: "AccessLogQuery",
    doc: "The query as the service applied it, with its defaults.",
  },
  {
    pullZoneId: { type: "int64", doc: "ID of the pull zone." },
    from: { type: "date-time", essential: true, doc: "Start of the window, inclusive: ISO 8601, UTC." },
    to: { type: "date-time", essential: true, doc: "End of the window, exclusive: ISO 8601, UTC." },
    order: { type: "string", doc: "Order by timestamp: `asc` or `desc`." },
  },
);

export const accessLogPageTable = table<AccessLogPage>(
  { object: "access log page", type: "AccessLogPage", doc: "One page of entries." },
  {
    data: {
      type: "object[]?",
      of: accessLogEntryTable,
      essential: true,
      doc: "The entries in the requested order; null on the wire is an empty list.",
    },
    pagination: { type: "object", of: accessLogPaginationTable, essential: true, doc: "The position of the page." },
    query: { type: "object", of: accessLogQueryTable, essential: true, doc: "The query as applied." },
  },
);

/** Assumption: the contract does not show the name of the free-text parameter. */
export const searchParameter = "search";
