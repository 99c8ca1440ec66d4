import type { AccessLogEntry, AccessLogPage, AccessLogPagination, AccessLogQuery } from "../types/accessLog";
import { table } from "./fields";

/** An entry of an access log. The contract writes these fields in camelCase. */
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
      assumes: "hexadecimal format",
      doc: "ID of the request: a UUID or 32 hexadecimal digits.",
    },
    cacheStatus: { type: "string?", doc: "Cache status, such as HIT, MISS or EXPIRED. Other values are possible." },
    statusCode: { type: "int32?", doc: "HTTP status of the response." },
    bytesSent: { type: "int64?", doc: "Number of bytes sent, presumably with headers." },
    edgeLocation: { type: "string?", doc: "Edge location that responded, also called server zone." },
    scheme: { type: "string?", doc: "`http` or `https`." },
    host: { type: "string?", doc: "Requested hostname." },
    path: { type: "string?", doc: "Requested path. At the public service it includes the query." },
    url: { type: "string?", doc: "Requested URL." },
    remoteIp: {
      type: "string?",
      doc: "IP address of the client, possibly anonymized; zeros or absent if the log keeps no addresses.",
    },
    countryCode: { type: "string?", doc: "Country of the client, as an ISO 3166 alpha-2 code." },
    userAgent: { type: "string?", doc: "The request's User-Agent header." },
    referer: { type: "string?", doc: "The request's Referer header." },
    bodyBytesSent: { type: "int64?", doc: "Number of bytes of the body that were sent." },
    contentRange: {
      type: "string?",
      doc: "The response's Content-Range header.",
    },
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
    doc: "Position of the entries among all matching entries.",
  },
  {
    offset: { type: "int64", small: true, essential: true, doc: "Number of skipped matching entries." },
    limit: { type: "int32", doc: "Maximum number of entries." },
    returned: { type: "int64", small: true, doc: "Number of returned entries." },
    hasMore: { type: "boolean", essential: true, doc: "Whether more entries may follow." },
  },
);

export const accessLogQueryTable = table<AccessLogQuery>(
  {
    object: "access log query",
    type: "AccessLogQuery",
    doc: "Query as the service applied it, with the service's defaults.",
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
      doc: "Entries in the requested order; null on the wire is an empty list.",
    },
    pagination: { type: "object", of: accessLogPaginationTable, essential: true, doc: "Position of the page." },
    query: { type: "object", of: accessLogQueryTable, essential: true, doc: "Query as the service applied it." },
  },
);

/** Name of the free-text parameter. Assumption: the contract does not give it. */
export const searchParameter = "search";
