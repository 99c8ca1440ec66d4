import type { DriftReport } from "./model";
import type { RenderOptions } from "./renderOptions";

export const reportFormats = ["text", "json", "markdown", "junit", "github", "html"] as const;

/** A form in which a report is written. */
export type ReportFormat = (typeof reportFormats)[number];

/**
 * Writes a report. No format holds a secret.
 *
 * - `text` for people, `json` for programs ({@link driftReportSchema} describes it);
 * - `markdown` for a pull request or a step summary, `github` for annotations in a log of GitHub Actions;
 * - `junit` for test reports; `html`, one file without any other, for a browser.
 */
export function renderReport(format: ReportFormat, report: DriftReport, options: RenderOptions = {}): string {
  return renderers[format]()(report, options);
}

type Render = (report: DriftReport, options: RenderOptions) => string;

/** Each is loaded when it is asked for. */
const renderers: Readonly<Record<ReportFormat, () => Render>> = {
  text: () => (require("./text") as typeof import("./text")).renderText,
  json: () => (require("./json") as typeof import("./json")).renderJson,
  markdown: () => (require("./markdown") as typeof import("./markdown")).renderMarkdown,
  junit: () => (require("./junit") as typeof import("./junit")).renderJunit,
  github: () => (require("./github") as typeof import("./github")).renderGithub,
  html: () => (require("./html") as typeof import("./html")).renderHtml,
};
