import type { DriftReport } from "./model";

/** The report for programs, as the published schema describes it. */
export function renderJson(report: DriftReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
