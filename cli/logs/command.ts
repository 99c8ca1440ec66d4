import { InvalidArgumentError, Option, type Command } from "commander";
import type { AccessLogsArgs } from "../../provider/types/functions";
import type { Fault } from "../../provider/api/accessLogs/faults";
import type { CommandIo } from "../command";
import { integer, repeatable, settingsHelp, stackOption, UsageError } from "../command";
import type { Format } from "./formats";
import type { PrintOptions } from "./print";

const formats = ["table", "json", "ndjson", "csv"] as const satisfies readonly Format[];

/** `pulumi-cdn-zones logs` */
export function defineLogs(command: Command, io: CommandIo): void {
  command
    .description(
      "Print the access log of a pull zone: by default, the entries of the last 24 hours, newest first. " +
        "A filter with several values matches any of them.",
    )
    .argument("<zone>", "id or name of the pull zone")
    .option(
      "--from <time>",
      "start: a date and time, or a duration before now such as 2h or 3d; logs are kept for 3 days",
    )
    .option("--to <time>", "end, exclusive (default: now)")
    .option("--status <code>", "status code or class, such as 404 or 5xx; repeatable, or comma-separated", repeatable)
    .option("--cache-status <status>", "cache status, such as MISS; repeatable, or comma-separated", repeatable)
    .option("--country <code>", "country code, such as DE; repeatable, or comma-separated", repeatable)
    .option("--edge-location <name>", "edge location, exactly as in the entries")
    .option("--remote-ip <address>", "IPv4 or IPv6 address, as precise as the zone's anonymization allows")
    .option("--url-contains <text>", "part of host and path, case-insensitive")
    .option("--user-agent-contains <text>", "part of the User-Agent header, case-insensitive")
    .option("--referer-contains <text>", "part of the Referer header, case-insensitive")
    .option("--search <words>", "any of these words in any searched column; repeatable", repeatable)
    .option("--request-id <id>", "only the request with this id")
    .option("--include-origin-shield", "include requests from the edge to the origin shield")
    .addOption(new Option("--order <order>", "order by time").choices(["asc", "desc"]).default("desc"))
    .option("--offset <n>", "number of entries to skip", integer(0))
    .addOption(
      new Option(
        "--follow",
        "print the entries of the last minute, or since --from, and then new entries until Ctrl-C, except those logged more than a minute late",
      ).conflicts(["to", "order", "offset", "summary"]),
    )
    .option(
      "--limit <n>",
      `maximum number of entries, or all (default: all; ${String(terminalLimit)} for a table on a terminal)`,
      limitIn,
    )
    .addOption(new Option("--format <format>", "output format").choices(formats).default("table"))
    .option(
      "--summary",
      "print status classes, cache hit ratio, top paths, countries and a histogram instead of entries; not as csv",
    )
    .option("--show-secrets", "print authorizationHeader and, except in csv, unknown fields, instead of [secret]")
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones logs 7 --from 2h --status 5xx
  pulumi-cdn-zones logs acme-web --summary
  pulumi-cdn-zones logs 7 --follow --format ndjson

${settingsHelp}
CDN_LOGS_BASE_URL sets the host of the logs, which for https://api.bunny.net is https://logging.bunnycdn.com.
Control characters are escaped; only json and ndjson can be read back exactly. In csv, text that a
spreadsheet would run as a formula is prefixed with '.`,
    )
    .action(async (zone: string, options: Partial<PrintOptions> & Omit<AccessLogsArgs, "pullZoneId">) => {
      const {
        format = "table",
        summary = false,
        showSecrets = false,
        follow = false,
        limit = format === "table" && !summary && !follow && io.stdout.isTTY === true ? terminalLimit : Infinity,
        ...filters
      } = options;
      if (follow && format === "json")
        throw new UsageError("--follow can't be used with --format json, which is a single list: use ndjson");
      if (summary && format === "csv")
        throw new UsageError("--summary can't be used with --format csv: use table, json or ndjson");
      const { printLogs } = require("./print") as typeof import("./print");
      const { InvalidArgumentsError } =
        require("../../provider/api/accessLogs/faults") as typeof import("../../provider/api/accessLogs/faults");
      try {
        const isLimited = options.limit === undefined && limit !== Infinity;
        await printLogs(
          { ...filters, pullZoneId: zone },
          { format, summary, showSecrets, limit, isLimited, follow },
          io,
        );
      } catch (error) {
        throw error instanceof InvalidArgumentsError ? new UsageError(inOptions(error.faults, command)) : error;
      }
    });
}

/** Default limit on a terminal, where more entries would scroll out of sight. */
const terminalLimit = 100;

function limitIn(text: string): number {
  if (text === "all") return Infinity;
  try {
    return integer(1)(text);
  } catch {
    throw new InvalidArgumentError("It must be an integer of at least 1, or all.");
  }
}

/** Describes faults of arguments, under the names of the options. */
function inOptions(faults: readonly Fault[], { options }: Command): string {
  const nameOf = (property: string): string =>
    options.find((option) => option.attributeName() === property)?.long ?? "the id of the pull zone";
  const lines = faults.map(({ property, text }) => `${nameOf(property)} ${text(nameOf)}`);
  return lines.length === 1 ? String(lines[0]) : `invalid options\n- ${lines.join("\n- ")}`;
}
