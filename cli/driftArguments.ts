import { parseArgs } from "node:util";
import type { ReportFormat } from "../drift/report/render";
import { reportFormats } from "../drift/report/render";
import { UsageError } from "./command";

/** A report and the file it is written to; `-` is standard output. */
export interface WantedReport {
  readonly format: ReportFormat;
  readonly file: string;
}

/** What `drift` was asked for. */
export interface DriftArguments {
  /** Files of states, `-` for standard input; empty where the current project's is to be exported. */
  readonly states: readonly string[];
  readonly unmanaged: boolean;
  readonly volatile: boolean;
  /** The exit code of drift. */
  readonly driftExitCode: number;
  readonly reports: readonly WantedReport[];
  /** Undefined where the file is only taken if there is one. */
  readonly ignoreFile: string | undefined;
}

/** @throws {UsageError} */
export function driftArguments(argv: readonly string[]): DriftArguments | "help" {
  const values = parsed(argv);
  if (values.help === true) return "help";
  const states = values.state ?? [];
  if (states.filter((file) => file === "-").length > 1) throw new UsageError("--state - can be given once only");
  return {
    states,
    unmanaged: values.unmanaged === true,
    volatile: values.volatile === true,
    driftExitCode: exitCode(values["drift-exit-code"]),
    reports: reportsOf(values.report ?? []),
    ignoreFile: values["ignore-file"],
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        state: { type: "string", multiple: true },
        unmanaged: { type: "boolean" },
        volatile: { type: "boolean" },
        "drift-exit-code": { type: "string" },
        report: { type: "string", multiple: true },
        "ignore-file": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function exitCode(text: string | undefined): number {
  if (text === undefined) return 2;
  const code = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (code === 1) throw new UsageError("--drift-exit-code can't be 1, which says that the check itself failed");
  if (!(code <= 255)) throw new UsageError(`--drift-exit-code must be 0 or 2 to 255, but got: ${JSON.stringify(text)}`);
  return code;
}

/** Formats that other text would spoil. */
const alone: ReadonlySet<ReportFormat> = new Set(["json", "junit", "html"]);

function reportsOf(words: readonly string[]): WantedReport[] {
  const reports = words.map((word) => {
    const [, name = "", file = ""] = /^([^=]*)=([^]+)$/.exec(word) ?? [];
    const format = reportFormats.find((known) => known === name);
    if (format !== undefined) return { format, file };
    throw new UsageError(
      `--report must be FORMAT=FILE with FORMAT one of ${reportFormats.join(", ")}, but got: ${JSON.stringify(word)}`,
    );
  });
  const printed = reports.filter(({ file }) => file === "-");
  const spoilt = printed.length > 1 ? printed.find(({ format }) => alone.has(format)) : undefined;
  if (spoilt !== undefined)
    throw new UsageError(`a ${spoilt.format} report on standard output must be the only one there`);
  // A log without a word would leave its reader with nothing but an exit code.
  return printed.length > 0 ? reports : [{ format: "text", file: "-" }, ...reports];
}
