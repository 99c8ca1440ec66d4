export { detectDrift } from "./detect";
export type { DriftOptions, Progress, StateSource } from "./options";
export { DriftError, IgnoreFileError, StateError } from "./errors";
export { parseIgnoreFile } from "./ignore/file";
export type { IgnoreRule } from "./ignore/rules";
export { driftReportSchema } from "./report/schema";
export { renderReport, reportFormats, type ReportFormat } from "./report/render";
export type { RenderOptions } from "./report/renderOptions";
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
} from "./report/model";
