export { startEmulator } from "./server";
export type { AccessLogAccess, Emulator } from "./server";
export { defaultAccessKey } from "./settings";
export type { EmulatorOptions } from "./core";
export type { DnsAnswers, Lag } from "./settings";
export type { FileAccess, FileInfo } from "./storage/access";
export type { Visit } from "./edge/visit";
export { parseFaultRules } from "./faults/rules";
export type { Fault, FaultRule } from "./faults/fault";
export type { RateLimit } from "./rateLimiter";
export type { JournalEntry } from "./core";
export type { Purge } from "./router";
export { parseSeed } from "./seed";
export type { Seed } from "./seed";
export type * from "./typesOfKinds";
export type {
  EdgeRule,
  EdgeRuleAction,
  EdgeRuleTrigger,
  EdgeScriptRelease,
  EdgeScriptSecret,
  EdgeScriptVariable,
  Hostname,
  LogEntry,
  OptimizerClass,
  PartialLogEntry,
} from "./state/objects";
