export {
  accessLogs,
  getAccessLogs,
  getAccessLogsOutput,
  type AccessLogsSourceOptions,
  type GetAccessLogsOutputArgs,
  type GetAccessLogsOutputOptions,
} from "./getAccessLogs";
export type {
  AccessLogFilters,
  AccessLogsArgs,
  GetAccessLogsArgs,
  GetAccessLogsResult,
  LogStatus,
  LogTime,
  RequestRate,
} from "./api/accessLogs/args";
export type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "./types/accessLog";
export { getPullZone, getPullZoneOutput, type GetPullZoneArgs, type GetPullZoneOutputArgs } from "./getPullZone";
export {
  getStorageZone,
  getStorageZoneOutput,
  type GetStorageZoneArgs,
  type GetStorageZoneOutputArgs,
} from "./getStorageZone";
export {
  getStorageZones,
  getStorageZonesOutput,
  type GetStorageZonesArgs,
  type GetStorageZonesOutputArgs,
  type GetStorageZonesResult,
} from "./getStorageZones";
export type { DataSourceOptions, DataSourceOutputOptions } from "./dataSource";
export { StorageZoneType, ZoneTier } from "./enums";
export { Provider, type ProviderArgs } from "./provider";
export { PullZone, type PullZoneGetArgs, type PullZoneState, type PullZoneVolatile } from "./pullZone";
export { StorageZone, type PullZoneLink, type StorageZoneArgs, type StorageZoneState } from "./storageZone";
export type {
  EdgeRule,
  EdgeRuleAction,
  EdgeRuleTrigger,
  GetPullZoneResult,
  Hostname,
  ImageBlueprint,
  OptimizerClass,
} from "./types/pullZone";
export type { GetStorageZoneResult } from "./types/storageZone";
