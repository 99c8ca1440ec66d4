export {
  accessLogs,
  getAccessLogs,
  getAccessLogsOutput,
  type AccessLogsSourceOptions,
  type GetAccessLogsOutputArgs,
  type GetAccessLogsOutputOptions,
} from "./functions/getAccessLogs";
export type {
  AccessLogFilters,
  AccessLogsArgs,
  GetAccessLogsArgs,
  GetDnsZoneArgs,
  GetEdgeScriptArgs,
  GetPullZoneArgs,
  GetStorageZoneArgs,
} from "./types/functions";
export type { LogStatus, LogTime } from "./types/logArguments";
export type { GetAccessLogsResult, RequestRate } from "./api/accessLogs/args";
export type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "./types/accessLog";
export {
  getDnsZone,
  getDnsZoneOutput,
  getDnsZones,
  getDnsZonesOutput,
  type GetDnsZoneOutputArgs,
  type GetDnsZonesArgs,
  type GetDnsZonesOutputArgs,
  type GetDnsZonesResult,
} from "./functions/dnsZones";
export {
  getEdgeScript,
  getEdgeScriptOutput,
  getEdgeScripts,
  getEdgeScriptsOutput,
  type GetEdgeScriptOutputArgs,
  type GetEdgeScriptsArgs,
  type GetEdgeScriptsOutputArgs,
  type GetEdgeScriptsResult,
} from "./functions/edgeScripts";
export {
  getPullZone,
  getPullZoneOutput,
  getPullZones,
  getPullZonesOutput,
  getStorageZone,
  getStorageZoneOutput,
  getStorageZones,
  getStorageZonesOutput,
  type GetPullZoneOutputArgs,
  type GetPullZonesArgs,
  type GetPullZonesOutputArgs,
  type GetPullZonesResult,
  type GetStorageZoneOutputArgs,
  type GetStorageZonesArgs,
  type GetStorageZonesOutputArgs,
  type GetStorageZonesResult,
} from "./functions/zones";
export type { DataSourceOptions, DataSourceOutputOptions } from "./functions/dataSource";
export { Provider, type ProviderArgs } from "./resources/provider";
export * from "./resources";
export { Website } from "./website";
export type { WebsiteArgs, WebsiteCache, WebsiteRedirect } from "./types/website";
export type { ArgsTransform, WebsiteTransform } from "./types/websiteTransform";
export {
  EdgeRuleActionType,
  EdgeRuleMatching,
  EdgeRuleTriggerType,
  ShieldCounterKey,
  ShieldDdosSensitivity,
  ShieldLimitAction,
  ShieldListAction,
  ShieldListType,
  ShieldOperator,
  ShieldPlan,
  ShieldTransformation,
  ShieldVariable,
  ShieldWafMode,
  StorageZoneType,
  ZoneTier,
  type MainRegion,
  type PullZoneLink,
  type ReplicationRegion,
} from "./resources/values";
export type { DnsZoneRecord } from "./types/dnsRecord";
export type { DnsZoneVolatile, GetDnsZoneResult } from "./types/dnsZone";
export type { EdgeScriptVariable, FoundEdgeScript, GetEdgeScriptResult, LinkedPullZone } from "./types/edgeScript";
export type {
  EdgeRule,
  EdgeRuleAction,
  EdgeRuleTrigger,
  GetPullZoneResult,
  Hostname,
  ImageBlueprint,
  OptimizerClass,
  PullZoneVolatile,
} from "./types/pullZone";
export type { EdgeRuleExtraAction } from "./types/pullZoneEdgeRule";
export type { GetStorageZoneResult, StorageZoneVolatile } from "./types/storageZone";
