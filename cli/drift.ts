import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { detectDrift } from "../drift/detect";
import { DriftError } from "../drift/errors";
import { defaultIgnoreFile, parseIgnoreFile } from "../drift/ignore/file";
import type { IgnoreRule } from "../drift/ignore/rules";
import type { Verdict } from "../drift/report/model";
import type { CommandIo } from "./command";
import { UsageError } from "./command";
import type { DriftArguments } from "./driftArguments";
import { driftArguments } from "./driftArguments";
import { help } from "./driftHelp";
import { progressLine } from "./driftProgress";
import { writeReports } from "./driftReports";
import type { StackConfig } from "./stack";
import { stackConfig } from "./stack";
import { readStates } from "./state";

/**
 * Checks stacks for drift.
 *
 * @returns 0 where all is clean, 2 (or what `--drift-exit-code` says) for drift, 1 for an error, wrong usage included, and
 * where something could not be read
 */
export async function runDrift(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    const wanted = driftArguments(argv);
    if (wanted === "help") {
      io.stdout.write(help);
      return 0;
    }
    return await check(wanted, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`pulumi-cdn-zones drift: ${error.message}\n\n${help}`);
      return 1;
    }
    if (!(error instanceof DriftError)) throw error;
    io.stderr.write(`pulumi-cdn-zones drift: ${error.message}\n`);
    return 1;
  }
}

async function check(wanted: DriftArguments, io: CommandIo): Promise<number> {
  const ignore = await readRules(wanted.ignoreFile, io);
  // A state that is given may be another stack's, which the current project's configuration is not for.
  const config: StackConfig = { values: {}, unread: "" };
  const [states, { values, unread }] = await Promise.all([
    readStates(wanted.states, io),
    wanted.states.length === 0 ? stackConfig(io) : config,
  ]);
  const progress = progressLine(io);
  const report = await detectDrift({
    states,
    ignore,
    env: io.env,
    config: (key) => values[key],
    unmanaged: wanted.unmanaged,
    volatile: wanted.volatile,
    onProgress: progress.show,
  }).finally(progress.end);
  await writeReports(report, wanted.reports, io);
  if (report.verdict === "incomplete" && unread) io.stderr.write(`pulumi-cdn-zones drift: ${unread}\n`);
  const codes: Record<Verdict, number> = { clean: 0, drift: wanted.driftExitCode, incomplete: 1 };
  return codes[report.verdict];
}

/** A file that was asked for must be there; the usual one need not. */
async function readRules(file: string | undefined, io: CommandIo): Promise<IgnoreRule[]> {
  const name = file ?? defaultIgnoreFile;
  let text: string;
  try {
    text = await readFile(resolve(io.cwd(), name), "utf8");
  } catch (error) {
    if (file === undefined && (error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new DriftError(
      `The file of ignore rules ${name} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return parseIgnoreFile(text, name);
}
