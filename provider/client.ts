import { CdnClient } from "./api/client";
import type { Settings } from "./types/settings";
import { readSettings } from "./api/settings";
import { optionsOwner } from "./api/settingsOwner";
import { settingSpecs } from "./api/settingSpecs";

/** Settings of a client: `baseUrl`, `accessKey` and optional ones. */
export type ClientOptions = Pick<Settings, "baseUrl" | "accessKey"> & Partial<Omit<Settings, "extraRegions">>;

/**
 * Creates an API client, for scripts.
 *
 * @example
 * ```ts
 * import { createClient } from "pulumi-cdn-zones/client";
 *
 * const client = createClient({ baseUrl: process.env.CDN_BASE_URL!, accessKey: process.env.CDN_ACCESS_KEY! });
 * for (const zone of await client.listStorageZones()) console.log(zone.id, zone.name);
 * ```
 *
 * Of the settings' variables, only `CDN_READ_ONLY` holds for scripts.
 *
 * @throws {ConfigurationError} naming every option that is missing or malformed
 */
export function createClient(options: ClientOptions): CdnClient {
  const given = new Map<string, unknown>(
    Object.values(settingSpecs).map((spec) => [spec.configKey, (options as Partial<Settings>)[spec.name]]),
  );
  const { variable } = settingSpecs.readOnly;
  const env = { [variable]: process.env[variable] };
  return new CdnClient(readSettings({ config: (key) => given.get(key), env, owner: optionsOwner }));
}

export {
  CdnClient,
  type CallOptions,
  type DnsRecordBody,
  type PatientOptions,
  type StorageZonePage,
} from "./api/client";
export type { DnsZoneRecord } from "./types/dnsRecord";
export type { DnsSecDetails, GetDnsZoneResult } from "./types/dnsZone";
export type { GetPullZoneResult } from "./types/pullZone";
export type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "./types/storageZone";
export type {
  AccessLogFilters,
  AccessLogsArgs,
  GetAccessLogsArgs,
  ListDnsZonesArgs,
  ListEdgeScriptsArgs,
  ListPullZonesArgs,
  ListStorageZonesArgs,
} from "./types/functions";
export type { LogStatus, LogTime } from "./types/logArguments";
export type { AccessLogsOptions, GetAccessLogsResult, RequestRate } from "./api/accessLogs/args";
export type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "./types/accessLog";
export {
  CdnError,
  ConfigurationError,
  ConflictError,
  InvalidInputError,
  LoggingDisabledError,
  NotFoundError,
  RateLimitedError,
  ReadOnlyError,
  ServiceError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
  type RequestInfo,
  type ServiceEvidence,
  type ServiceSaid,
} from "./api/errors";
export type { Settings } from "./types/settings";
