export { detectDrift, type DriftOptions, type Progress, type StateSource } from "./detect";
export { DriftError, IgnoreFileError, StateError } from "./errors";
export { parseIgnoreFile } from "./ignore/file";
export type { IgnoreRule } from "./ignore/rules";
export { renderReport, reportFormats, type RenderOptions, type ReportFormat } from "./report/render";
export {
  driftReportSchema,
  type DifferenceClass,
  type DriftReport,
  type Ignored,
  type NextStep,
  type PropertyDifference,
  type ResourceReport,
  type ResourceStatus,
  type RuleReport,
  type StackReport,
  type Summary,
  type UnmanagedZone,
  type Verdict,
} from "./model";
