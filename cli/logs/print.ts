import type { AccessLogsArgs } from "../../provider/api/accessLogs/args";
import { defaultPageSize } from "../../provider/api/accessLogs/args";
import { CdnClient } from "../../provider/api/client";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import type { CommandIo } from "../command";
import { CommandError, ProgressLine } from "../command";
import { stackSettings } from "../stack";
import { type Format, printerOf, safeJson } from "./formats";
import { Output } from "./output";
import { Summarizer, summaryText } from "./summary";

/** What to print, and how. */
export interface PrintOptions {
  readonly format: Format;
  readonly summary: boolean;
  readonly showSecrets: boolean;
  readonly limit: number;
}

/** Prints the access log of a pull zone, or a summary of it, while it is read. */
export async function printLogs(args: AccessLogsArgs, options: PrintOptions, io: CommandIo): Promise<void> {
  const output = new Output(io.stdout);
  try {
    const client = new CdnClient(await stackSettings(io));
    const entries = client.accessLogs(args, { signal: output.closed, pageSize: pageSizeFor(args, options) });
    await print(entries, options, output, io);
  } catch (error) {
    await output.flush();
    // The reader has closed the pipe, as `head` does: that is no failure.
    if (!output.closed.aborted) throw error;
  }
  if (output.failure !== undefined) throw new CommandError(`the output can't be written: ${output.failure.message}`);
}

async function print(
  entries: AsyncIterable<AccessLogEntry>,
  { format, summary, showSecrets, limit }: PrintOptions,
  output: Output,
  io: CommandIo,
): Promise<void> {
  const printer = printerOf(format, showSecrets);
  const summarizer = new Summarizer();
  const progress = new ProgressLine(io.stderr);
  const isProgressShown = summary || io.stdout.isTTY !== true;
  let count = 0;
  try {
    for await (const entry of entries) {
      if (summary) summarizer.add(entry);
      else await output.write(count === 0 ? printer.begin + printer.entry(entry) : printer.entry(entry));
      count += 1;
      if (isProgressShown && count % 100 === 0) progress.show(() => `Entries read: ${count.toLocaleString("en-US")}`);
      if (count >= limit) break;
    }
  } finally {
    progress.clear();
  }
  if (!summary) await output.write(count === 0 ? printer.begin + printer.end() : printer.end());
  else if (format === "table") await output.write(summaryText(summarizer.summary()));
  else await output.write(`${safeJson(summarizer.summary())}\n`);
  await output.flush();
}

/** No larger than the limit, unless filters may match few entries of each page. */
function pageSizeFor({ country, search }: AccessLogsArgs, { limit }: PrintOptions): number {
  const isThinned = country !== undefined || search !== undefined;
  return Math.min(defaultPageSize, isThinned ? Math.max(1_000, limit) : limit);
}
