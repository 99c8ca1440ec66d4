import type { Given } from "./given";

/** An access log entry under its wire names. */
export interface LogEntry extends Record<string, unknown> {
  timestamp: string | null;
  pullZoneId: number | null;
  requestId: string | null;
  cacheStatus: string | null;
  statusCode: number | null;
  bytesSent: number | null;
  edgeLocation: string | null;
  scheme: string | null;
  host: string | null;
  path: string | null;
  url: string | null;
  remoteIp: string | null;
  countryCode: string | null;
  userAgent: string | null;
  referer: string | null;
  bodyBytesSent: number | null;
  contentRange: string | null;
  authorizationHeader: string | null;
  ja4Fingerprint: string | null;
  asn: number | null;
  asnOrganization: string | null;
}

/** What is given of an entry; the rest is null, or follows from what is given. */
export type PartialLogEntry = Given<LogEntry> & {
  /** A request from the edge to the origin shield: shown only where such are asked for. @default false */
  readonly originShield?: boolean;
};
