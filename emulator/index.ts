export { startEmulator } from "./start";
export type { AccessLogAccess, Emulator, PullZoneAccess, StorageZoneAccess } from "./start";
export { defaultAccessKey } from "./settings";
export type { EmulatorOptions } from "./options";
export type { Lag } from "./settings";
export { parseFaultRules } from "./faults/rules";
export type { Fault, FaultRule } from "./faults/rules";
export type { RateLimit } from "./rateLimiter";
export type { JournalEntry } from "./journal";
export type { Purge } from "./router";
export { parseSeed } from "./seed";
export type { Seed } from "./seed";
export type {
  EdgeRule,
  EdgeRuleAction,
  EdgeRuleTrigger,
  Hostname,
  LogEntry,
  OptimizerClass,
  PartialLogEntry,
  PartialPullZone,
  PartialStorageZone,
  PullZone,
  StorageZone,
} from "./state/objects";
