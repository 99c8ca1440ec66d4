import { appendFile, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { detectDrift } from "../../drift/detect";
import { defaultIgnoreFile, parseIgnoreFile } from "../../drift/ignore/file";
import type { IgnoreRule } from "../../drift/ignore/rules";
import type { DriftReport } from "../../drift/model";
import { renderReport, type ReportFormat } from "../../drift/report/render";
import type { CommandIo } from "../command";
import { CommandError, messageOf, ProgressLine, wantsColor } from "../command";
import { noStack, stackConfig } from "../stack";
import { readStates } from "../state";

/** The arguments of `drift`. */
export interface DriftArguments {
  /** Files of states, `-` for standard input; empty for the selected stack of the current project. */
  readonly state: readonly string[];
  readonly unmanaged?: true;
  readonly volatile?: true;
  readonly driftExitCode: number;
  readonly report: readonly WantedReport[];
  /** By default the usual file, if there is one. */
  readonly ignoreFile?: string;
}

/** A report and the file it is written to; `-` is standard output. */
export interface WantedReport {
  readonly format: ReportFormat;
  readonly file: string;
}

/**
 * Checks stacks for drift and writes the reports.
 *
 * @returns the exit code
 */
export async function checkDrift(wanted: DriftArguments, io: CommandIo): Promise<number> {
  const ignore = await readRules(wanted.ignoreFile, io);
  const states = await readStates(wanted.state, io);
  // Several states may be of several accounts, whose keys only variables tell apart.
  const [only] = states.length === 1 ? states : [];
  const isGiven = wanted.state.length > 0;
  const { values, problem } = only === undefined ? noStack : await stackConfig(io, isGiven ? only.state : undefined);
  const progress = new ProgressLine(io.stderr);
  const report = await detectDrift({
    states,
    ignore,
    env: io.env,
    config: (key) => values[key],
    unmanaged: wanted.unmanaged === true,
    volatile: wanted.volatile === true,
    onProgress: ({ done, total }) => progress.show(() => `Reading zones: ${String(done)} of ${String(total)}`),
  }).finally(() => progress.clear());
  for (const { format, file } of reportsOf(wanted)) {
    if (file === "-") io.stdout.write(renderReport(format, report, { color: wantsColor(io) }));
    else await write(file, renderReport(format, report), io);
  }
  if (report.verdict === "incomplete" && problem !== undefined) io.stderr.write(`${problem}\n`);
  const codes: Record<DriftReport["verdict"], number> = { clean: 0, drift: wanted.driftExitCode, incomplete: 1 };
  return codes[report.verdict];
}

/** A given file must exist; the default one need not. */
async function readRules(file: string | undefined, io: CommandIo): Promise<IgnoreRule[]> {
  const name = file ?? defaultIgnoreFile;
  let text: string;
  try {
    text = await readFile(resolve(io.cwd(), name), "utf8");
  } catch (error) {
    if (file === undefined && (error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new CommandError(`${name} can't be read: ${messageOf(error)}`);
  }
  return parseIgnoreFile(text, name);
}

/** Always includes a report on standard output, so that a log shows more than an exit code. */
function reportsOf({ report }: DriftArguments): readonly WantedReport[] {
  return report.some(({ file }) => file === "-") ? report : [{ format: "text", file: "-" }, ...report];
}

async function write(file: string, text: string, io: CommandIo): Promise<void> {
  try {
    // Other steps may have written to the job's summary before.
    if (file === io.env["GITHUB_STEP_SUMMARY"]) await appendFile(file, text);
    else await writeFile(resolve(io.cwd(), file), text);
  } catch (error) {
    throw new CommandError(`The report ${file} can't be written: ${messageOf(error)}`);
  }
}
