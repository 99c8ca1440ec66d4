import { defaultPageSize } from "../provider/api/accessLogs/limits";
import { CdnClient } from "../provider/api/client";
import { CdnError, InvalidInputError } from "../provider/api/errors";
import type { AccessLogEntry } from "../provider/types/accessLog";
import type { CommandIo } from "./command";
import { UsageError } from "./command";
import type { LogsCommandLine } from "./logs/arguments";
import { inOptions, parseLogsArguments } from "./logs/arguments";
import { printerOf } from "./logs/formats";
import { help } from "./logs/help";
import { Output } from "./logs/output";
import { Progress } from "./logs/progress";
import { Summarizer } from "./logs/summary";
import { safeJson } from "./logs/safeText";
import { summaryText } from "./logs/summaryText";
import { stackSettings } from "./stack";

/** Prints the access log of a pull zone, or a summary of it, while it is read. */
export async function runLogs(argv: readonly string[], io: CommandIo): Promise<number> {
  const output = new Output(io.stdout);
  try {
    const line = parseLogsArguments(argv);
    if (line === "help") await output.write(help);
    else await print(line, io, output);
    await output.flush();
  } catch (error) {
    // Whoever reads has had enough, as `head` does: that is no failure.
    if (output.closed.aborted) return ended(output, io);
    if (error instanceof UsageError) {
      io.stderr.write(`pulumi-cdn-zones logs: ${error.message}\n\n${help}`);
      return 2;
    }
    if (!(error instanceof CdnError)) throw error;
    await output.flush();
    io.stderr.write(`pulumi-cdn-zones logs: ${inOptions(error.message)}\n`);
    return error instanceof InvalidInputError && error.evidence === undefined ? 2 : 1;
  }
  return ended(output, io);
}

async function print(line: LogsCommandLine, io: CommandIo, output: Output): Promise<void> {
  const client = new CdnClient(await stackSettings(io));
  const entries = client.accessLogs(line.args, { signal: output.closed, pageSize: pageSizeFor(line) });
  const progress = new Progress(io.stderr, io.stdout.isTTY === true && !line.summary);
  try {
    if (line.summary) await printSummary(line, upTo(line.limit, entries), output, progress);
    else await printEntries(line, upTo(line.limit, entries), output, progress);
  } finally {
    progress.end();
  }
}

async function printEntries(
  { format, showSecrets }: LogsCommandLine,
  entries: AsyncIterable<AccessLogEntry>,
  output: Output,
  progress: Progress,
): Promise<void> {
  const printer = printerOf(format, showSecrets);
  let begun = false;
  for await (const entry of entries) {
    await output.write(begun ? printer.entry(entry) : printer.begin + printer.entry(entry));
    begun = true;
    progress.step();
  }
  await output.write(begun ? printer.end() : printer.begin + printer.end());
}

async function printSummary(
  { format }: LogsCommandLine,
  entries: AsyncIterable<AccessLogEntry>,
  output: Output,
  progress: Progress,
): Promise<void> {
  const summarizer = new Summarizer();
  for await (const entry of entries) {
    summarizer.add(entry);
    progress.step();
  }
  const summary = summarizer.summary();
  await output.write(format === "table" ? summaryText(summary) : `${safeJson(summary)}\n`);
}

async function* upTo<T>(most: number, values: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const value of values) {
    yield value;
    if (++count >= most) return;
  }
}

/** No more than is wanted, but enough where filters may leave little of a page. */
function pageSizeFor({ limit, args }: LogsCommandLine): number {
  const thinned = args.country !== undefined || args.search !== undefined;
  return Math.min(defaultPageSize, thinned ? Math.max(1_000, limit) : limit);
}

function ended({ failure }: Output, io: CommandIo): number {
  if (failure === undefined) return 0;
  io.stderr.write(`pulumi-cdn-zones logs: the output can't be written: ${failure.message}\n`);
  return 1;
}
