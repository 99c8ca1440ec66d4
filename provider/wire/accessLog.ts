import { table } from "./fields";

/**
 * One entry of a pull zone's access log. The contract writes its fields in camelCase and shows names and types only.
 * Assumption: any of them may be null or absent, so every one is declared so.
 */
export const accessLogEntryTable = table("access log entry", {
  timestamp: "date-time?",
  pullZoneId: "int64?",
  requestId: "string?",
  cacheStatus: "string?",
  statusCode: "int32?",
  bytesSent: "int64?",
  edgeLocation: "string?",
  scheme: "string?",
  host: "string?",
  path: "string?",
  url: "string?",
  remoteIp: "string?",
  countryCode: "string?",
  userAgent: "string?",
  referer: "string?",
  bodyBytesSent: "int64?",
  contentRange: "string?",
  authorizationHeader: { type: "string?", secret: true },
  ja4Fingerprint: "string?",
  asn: "int64?",
  asnOrganization: "string?",
});

/** Where a page stands among the entries that match. */
export const accessLogPaginationTable = table("access log pagination", {
  offset: { type: "int64", essential: true },
  limit: "int32",
  returned: "int64",
  hasMore: { type: "boolean", essential: true },
});

/** The query as the service applied it. */
export const accessLogQueryTable = table("access log query", {
  pullZoneId: "int64",
  from: { type: "date-time", essential: true },
  to: { type: "date-time", essential: true },
  order: "string",
});

/** The envelope: one page of entries, in the order asked for. */
export const accessLogPageTable = table("access log page", {
  data: { type: "object[]?", of: accessLogEntryTable, essential: true },
  pagination: { type: "object", of: accessLogPaginationTable, essential: true },
  query: { type: "object", of: accessLogQueryTable, essential: true },
});

/** Assumption: the contract does not show the name of the free-text parameter. It stands here and nowhere else. */
export const searchParameter = "search";
