import { appendFile, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { detectDrift, type StateSource } from "../../drift/detect";
import type { DriftFile } from "../../drift/ignore/file";
import { defaultIgnoreFile, parseDriftFile } from "../../drift/ignore/file";
import type { DriftReport } from "../../drift/model";
import { renderReport, type ReportFormat } from "../../drift/report/render";
import type { CommandIo } from "../command";
import { CommandError, print, reasonOf, ProgressLine, wantsColor, warn } from "../command";
import { printAnnotations } from "../print";
import { currentProject, noStack, stackConfig, type StackConfig } from "../stack";
import { allStates, stateFiles, type StateFile } from "../state";

/** The arguments of `drift`. */
export interface DriftArguments {
  /** State files, folders and globs; `-` is standard input. If empty, the selected stack of the current project is checked. */
  readonly state: readonly string[];
  readonly allStacks?: true;
  readonly shard?: Shard;
  readonly unmanaged?: true;
  readonly who?: true;
  readonly volatile?: true;
  /** @default `strict` of the ignore file, otherwise false */
  readonly strict?: boolean;
  readonly driftExitCode: number;
  readonly report: readonly WantedReport[];
  /** @default `.cdn-drift.yaml`, if it exists */
  readonly ignoreFile?: string;
}

/** A job of several that share the stacks. */
export interface Shard {
  /** The number of the job, from 1. */
  readonly number: number;
  readonly of: number;
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
  const { rules, accounts, strict = false } = await readDriftFile(wanted.ignoreFile, io);
  const { states, config } = await statesOf(wanted, io);
  const project = currentProject(io);
  const progress = new ProgressLine(io.stderr);
  const checked = await detectDrift({
    states,
    ...(project === undefined ? {} : { project }),
    ignore: rules,
    accounts,
    env: io.env,
    config: (key) => config.values[key],
    unmanaged: wanted.unmanaged === true,
    who: wanted.who === true,
    volatile: wanted.volatile === true,
    strict: wanted.strict ?? strict,
    onProgress: ({ done, total }) => progress.show(() => `Reading resources: ${String(done)} of ${String(total)}`),
  }).finally(() => progress.clear());
  const report = wanted.shard === undefined ? checked : withUnmatchedUnknown(checked);
  if (report.verdict === "incomplete" && config.problem !== undefined) warn(io, config.problem);
  for (const { format, file } of reportsOf(wanted)) {
    if (file === "-") printReport(format, renderReport(format, report, { color: wantsColor(io), project }), io);
    else await write(file, renderReport(format, report, { project }), io);
  }
  const codes: Record<DriftReport["verdict"], number> = { clean: 0, drift: wanted.driftExitCode, incomplete: 1 };
  return codes[report.verdict];
}

function printReport(format: ReportFormat, text: string, io: CommandIo): void {
  if (format === "github") printAnnotations(io, text);
  else print(io, text);
}

/** Returns the states to check, and the configuration of their stack. */
async function statesOf(
  { state, allStacks, shard }: DriftArguments,
  io: CommandIo,
): Promise<{ readonly states: StateSource[]; readonly config: StackConfig }> {
  const all = allStacks === true ? await allStates(io) : await stateFiles(state, io);
  const files = shard === undefined ? all : partOf(all, shard);
  if (allStacks === true || all.length > 1) {
    // Several stacks may belong to several accounts, so their keys come from variables only.
    return { states: files.map(({ read, ...source }) => ({ ...source, state: read })), config: noStack };
  }
  // A single state is read here, so that the command fails if it can't be read. The configuration of its stack may have the key.
  const states = await Promise.all(files.map(async ({ read, ...source }) => ({ ...source, state: await read() })));
  return { states, config: await stackConfig(io, state.length > 0 ? states[0]?.state : undefined) };
}

/** Returns the stacks of one job. The jobs together check every stack once, and their shares differ by at most one. */
function partOf(all: readonly StateFile[], { number, of }: Shard): StateFile[] {
  const sorted = [...all].sort((a, b) => (a.origin < b.origin ? -1 : 1));
  return sorted.filter((_, index) => index % of === number - 1);
}

/** Reports unmatched ignore rules as unknown, because they may match in the stacks of another job. */
function withUnmatchedUnknown(report: DriftReport): DriftReport {
  const ignoreRules = report.ignoreRules.map((rule) =>
    rule.status === "unmatched" ? { ...rule, status: "unknown" as const } : rule,
  );
  return { ...report, ignoreRules };
}

/** Reads the drift file. A file given by --ignore-file must exist; the default file need not. */
async function readDriftFile(file: string | undefined, io: CommandIo): Promise<DriftFile> {
  const name = file ?? defaultIgnoreFile;
  let text: string;
  try {
    text = await readFile(resolve(io.cwd(), name), "utf8");
  } catch (error) {
    if (file === undefined && (error as NodeJS.ErrnoException).code === "ENOENT") return { rules: [], accounts: [] };
    throw new CommandError(`${name} can't be read: ${reasonOf(error)}`);
  }
  return parseDriftFile(text, name);
}

/** Adds a text report on standard output if none was asked for, so that a log shows more than an exit code. */
function reportsOf({ report }: DriftArguments): readonly WantedReport[] {
  return report.some(({ file }) => file === "-") ? report : [{ format: "text", file: "-" }, ...report];
}

async function write(file: string, text: string, io: CommandIo): Promise<void> {
  try {
    // The report is appended, because earlier steps of the job may have written to the summary.
    if (file === io.env["GITHUB_STEP_SUMMARY"]) await appendFile(file, text);
    else await writeFile(resolve(io.cwd(), file), text);
  } catch (error) {
    throw new CommandError(`The report ${file} can't be written: ${reasonOf(error)}`);
  }
}
