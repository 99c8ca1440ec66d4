import type { CdnClient } from "../../provider/api/client";
import { painter } from "../../drift/report/paint";
import type { AccessLogsArgs } from "../../provider/api/accessLogs/args";
import { defaultPageSize, logLimits } from "../../provider/api/accessLogs/args";
import { readWindow } from "../../provider/api/accessLogs/window";
import type { CommandIo } from "../command";
import { ProgressLine, wantsColor } from "../command";
import { openClient } from "../client";
import { follow } from "./follow";
import { type Format, printerOf, safeJson } from "./formats";
import { Output } from "./output";
import { Summarizer, summaryText } from "./summary";

/** What to print, and how. */
export interface PrintOptions {
  readonly format: Format;
  readonly summary: boolean;
  readonly showSecrets: boolean;
  readonly limit: number;
  readonly follow: boolean;
}

/** Prints the access log of a pull zone, or a summary of it, while it is read. */
export async function printLogs(args: AccessLogsArgs, options: PrintOptions, io: CommandIo): Promise<void> {
  const output = new Output(io.stdout);
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  if (options.follow) process.once("SIGINT", interrupt);
  const signal = AbortSignal.any([output.closed, interrupted.signal]);
  try {
    await print(await openClient(io), args, options, { output, signal }, io);
  } catch (error) {
    await output.flush();
    // After an abort, by Ctrl-C or because nothing can be written, an error is only its consequence.
    if (!signal.aborted) throw error;
  } finally {
    process.off("SIGINT", interrupt);
  }
  // Ends by the signal, as `tail -f` does, so that a shell or script sees it.
  if (interrupted.signal.aborted) process.kill(process.pid, "SIGINT");
}

async function print(
  client: CdnClient,
  args: AccessLogsArgs,
  options: PrintOptions,
  { output, signal }: { readonly output: Output; readonly signal: AbortSignal },
  io: CommandIo,
): Promise<void> {
  const { format, summary, showSecrets, limit } = options;
  const window = windowText(args);
  const paint = painter(wantsColor(io));
  const printer = printerOf(format, showSecrets, paint);
  const summarizer = new Summarizer();
  const progress = new ProgressLine(io.stderr);
  const isProgressShown = summary || io.stdout.isTTY !== true;
  const onOutage = ({ message }: Error): void => {
    progress.clear();
    io.stderr.write(`pulumi-cdn-zones logs: ${message}\nTrying again.\n`);
  };
  const entries = options.follow
    ? follow(client, args, { signal, onOutage })
    : client.accessLogs(args, { signal, pageSize: pageSizeFor(args, options) });
  let count = 0;
  if (options.follow) progress.show(() => "Waiting for entries; Ctrl-C ends");
  try {
    for await (const entry of entries) {
      if (count === 0 && options.follow) progress.clear();
      if (summary) summarizer.add(entry);
      else await output.write(count === 0 ? printer.begin + printer.entry(entry) : printer.entry(entry));
      count += 1;
      if (isProgressShown && count % 100 === 0) progress.show(() => `Entries read: ${count.toLocaleString("en-US")}`);
      if (count >= limit) break;
    }
  } finally {
    progress.clear();
  }
  if (count === 0) io.stderr.write(`No entries match ${window}.\n`);
  if (!summary) await output.write(count === 0 && format !== "table" ? printer.begin + printer.end() : printer.end());
  else if (format !== "table") await output.write(`${safeJson(summarizer.summary())}\n`);
  else if (count > 0) await output.write(summaryText(summarizer.summary(), window, paint));
  await output.flush();
}

/** "between 2026-01-30T12:00:00Z and 2026-01-31T12:00:00Z": the window that was searched. */
function windowText(args: AccessLogsArgs): string {
  const now = Date.now();
  const { from, to = now } = readWindow(args, now, []);
  const times = [from ?? to - logLimits.defaultWindowMs, to].map((at) => `${new Date(at).toISOString().slice(0, 19)}Z`);
  return `between ${times.join(" and ")}`;
}

/** No larger than the limit, unless filters may match few entries of each page. */
function pageSizeFor({ country, search }: AccessLogsArgs, { limit }: PrintOptions): number {
  const isThinned = country !== undefined || search !== undefined;
  return Math.min(defaultPageSize, isThinned ? Math.max(1_000, limit) : limit);
}
