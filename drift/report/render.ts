import { printableLines } from "../../terminal/text";
import type { DriftReport } from "../model";
import type { RenderOptions } from "./outline";

export type { RenderOptions } from "./outline";

export const reportFormats = ["text", "json", "markdown", "junit", "github", "html"] as const;

/** A format of a report. */
export type ReportFormat = (typeof reportFormats)[number];

/**
 * Renders a report. No format contains a secret.
 *
 * - `text` for people, `json` for programs ({@link driftReportSchema} describes it);
 * - `markdown` for a pull request or a step summary, `github` for annotations in a log of GitHub Actions;
 * - `junit` for test reports, `html` for a browser, as a single file.
 */
export function renderReport(format: ReportFormat, report: DriftReport, options: RenderOptions = {}): string {
  return renderers[format]()(report, options);
}

/** The renderers, each loaded on demand. */
const renderers: Readonly<Record<ReportFormat, () => (report: DriftReport, options: RenderOptions) => string>> = {
  text: () => (require("./text") as typeof import("./text")).renderText,
  json: () => (report) => `${printableLines(JSON.stringify(report, undefined, 2))}\n`,
  markdown: () => (require("./markdown") as typeof import("./markdown")).renderMarkdown,
  junit: () => (require("./junit") as typeof import("./junit")).renderJunit,
  github: () => (require("./github") as typeof import("./github")).renderGithub,
  html: () => (require("./html") as typeof import("./html")).renderHtml,
};
