import reportSchema from "../docs/drift-report.schema.json";

export { detectDrift, type DriftOptions, type Progress, type StateSource } from "./detect";
export { DriftError, IgnoreFileError, StateError } from "./errors";
export { parseDriftFile, parseIgnoreFile, type DriftFile } from "./ignore/file";
export type { IgnoreRule } from "./ignore/rules";
export type { AccountRule } from "./live/accounts";
export { renderReport, reportFormats, type RenderOptions, type ReportFormat } from "./report/render";
export type {
  DifferenceClass,
  Change,
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

/** JSON Schema (draft 7) of the `json` report, version 1. It refuses unknown fields, so a later release adds a field only behind an option. */
export const driftReportSchema: object = reportSchema;
