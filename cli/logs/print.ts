import { painter } from "../../terminal/text";
import type { AccessLogsArgs } from "../../provider/types/functions";
import { logLimits } from "../../provider/api/accessLogs/args";
import { checkedQuery } from "../../provider/api/accessLogs/check";
import { readWindow } from "../../provider/api/accessLogs/window";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import type { CdnClient } from "../../provider/api/client";
import type { CommandIo } from "../command";
import { ProgressLine, tell, wantsColor, warn } from "../command";
import { isId, zoneNamed } from "../accountZones";
import { openClient } from "../client";
import { follow } from "./follow";
import { type Format, printerOf } from "./formats";
import { Output } from "./output";
import { summaryPrinter } from "./summary";

/** Options of `logs`. */
export interface PrintOptions {
  readonly format: Format;
  readonly summary: boolean;
  readonly showSecrets: boolean;
  readonly limit: number;
  /** Whether the limit is a default: if it omits entries, standard error says so. */
  readonly isLimited: boolean;
  readonly follow: boolean;
}

/** Prints the access log of a pull zone, or a summary of it, while it is read. */
export async function printLogs(args: AccessLogsArgs, options: PrintOptions, io: CommandIo): Promise<void> {
  const output = new Output(io.stdout, wantsColor(io));
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  if (options.follow) process.once("SIGINT", interrupt);
  const signal = AbortSignal.any([output.closed, interrupted.signal]);
  try {
    const zone = String(args.pullZoneId);
    // Other arguments are checked first, so that a mistake in them is reported before a request looks up the name.
    if (!isId(zone)) checkedQuery({ ...args, pullZoneId: 1 }, {}, Date.now(), false);
    const client = await openClient(io);
    const pullZoneId = isId(zone) ? zone : (await zoneNamed(client, "PullZone", zone)).id;
    await print(client, { ...args, pullZoneId }, options, { output, signal }, io);
  } catch (error) {
    await output.flush();
    // After an abort, by Ctrl-C or because nothing can be written, an error only follows from the abort.
    if (!signal.aborted) throw error;
  } finally {
    process.off("SIGINT", interrupt);
  }
  // The process ends by the signal, as `tail -f` does, so that a shell or script notices it.
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
  const printer = summary ? summaryPrinter(format, window, paint) : printerOf(format, showSecrets, paint);
  const progress = new ProgressLine(io.stderr);
  // On a terminal the entries themselves show the progress.
  const isProgressShown = summary || io.stdout.isTTY !== true;
  const onOutage = ({ message }: Error): void => {
    warn(io, `${message}\nTrying again.`);
  };
  let count = 0;
  const onWait = (): void => progress.show(() => `Waiting for ${count === 0 ? "" : "more "}entries; Ctrl-C ends`);
  const entries = options.follow
    ? follow(client, args, { signal, onOutage, onWait })
    : entriesOf(client, args, options, signal);
  if (options.follow) onWait();
  try {
    for await (const entry of entries) {
      if (count >= limit) {
        const which = args.order === "asc" ? "oldest" : "newest";
        tell(
          io,
          `Only the ${which} ${String(limit)} entries are shown. --limit all prints all entries, and --summary counts them.`,
        );
        break;
      }
      if (options.follow) progress.clear();
      // The head is printed with the first entry, so that a query that fails prints nothing.
      await output.print(count === 0 ? printer.begin + printer.entry(entry) : printer.entry(entry));
      count += 1;
      if (isProgressShown && count % 100 === 0) progress.show(() => `Entries read: ${count.toLocaleString("en-US")}`);
      if (count >= limit && !options.isLimited) break;
    }
  } finally {
    progress.clear();
  }
  if (count === 0) tell(io, `No entries match ${window}.`);
  if (count > 0) await output.print(printer.end());
  else if (format !== "table") await output.print(printer.begin + printer.end());
  await output.flush();
}

/** Returns the window that was searched: "between 2026-01-30T12:00:00Z and 2026-01-31T12:00:00Z". */
function windowText(args: AccessLogsArgs): string {
  const now = Date.now();
  // Faults are ignored here, because the query reports invalid times.
  const { from, to = now } = readWindow(args, now, []);
  const times = [from ?? to - logLimits.defaultWindowMs, to].map((at) => `${new Date(at).toISOString().slice(0, 19)}Z`);
  return `between ${times.join(" and ")}`;
}

/** Returns the entries to print: those of a single query, which takes one request for most zones, or all. */
async function* entriesOf(
  client: CdnClient,
  args: AccessLogsArgs,
  { limit: wanted, isLimited }: PrintOptions,
  signal: AbortSignal,
): AsyncGenerator<AccessLogEntry, void, undefined> {
  const limit = isLimited ? wanted + 1 : wanted;
  if (limit > logLimits.maxLimit) yield* client.accessLogs(args, { signal });
  else yield* (await client.getAccessLogs({ ...args, limit }, { signal })).entries;
}
