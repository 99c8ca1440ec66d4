export { detectDrift, type DriftOptions, type Progress, type StateSource } from "./detect";
export { DriftError, IgnoreFileError, StateError } from "./errors";
export { parseDriftFile, parseIgnoreFile, type DriftFile } from "./ignore/file";
export type { IgnoreRule } from "./ignore/rules";
export type { AccountRule } from "./live/accounts";
export { renderReport, reportFormats, type RenderOptions, type ReportFormat } from "./report/render";
export { driftReportSchema } from "./schema";
export type {
  DifferenceClass,
  DriftReport,
  Ignored,
  NextStep,
  PropertyDifference,
  ResourceReport,
  ResourceStatus,
  RuleReport,
  StackReport,
  Summary,
  UnmanagedZone,
  Verdict,
} from "./model";
