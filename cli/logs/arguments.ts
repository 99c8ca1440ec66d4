import { parseArgs } from "node:util";
import type { AccessLogsArgs } from "../../provider/api/accessLogs/args";
import { UsageError } from "../command";

/** What a command line asks for. */
export interface LogsCommandLine {
  readonly args: AccessLogsArgs;
  readonly format: Format;
  readonly summary: boolean;
  readonly showSecrets: boolean;
  readonly limit: number;
}

const formats = ["table", "json", "ndjson", "csv"] as const;

/** How entries are printed. */
export type Format = (typeof formats)[number];

const declared = {
  from: { type: "string" },
  to: { type: "string" },
  status: { type: "string", multiple: true },
  "cache-status": { type: "string", multiple: true },
  country: { type: "string", multiple: true },
  "edge-location": { type: "string" },
  "remote-ip": { type: "string" },
  "url-contains": { type: "string" },
  "user-agent-contains": { type: "string" },
  "referer-contains": { type: "string" },
  search: { type: "string", multiple: true },
  "request-id": { type: "string" },
  "include-origin-shield": { type: "boolean" },
  order: { type: "string" },
  offset: { type: "string" },
  limit: { type: "string" },
  format: { type: "string" },
  summary: { type: "boolean" },
  "show-secrets": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** These say how to print; every other option is an argument of the query, in another spelling. */
const ofPrinting = new Set(["limit", "format", "summary", "show-secrets", "help"]);

/**
 * Reads the command line. The values of filters are left to the query itself, which checks them all at once.
 *
 * @throws {UsageError} for an unknown option, a missing id, or a value of a printing option
 */
export function parseLogsArguments(argv: readonly string[]): LogsCommandLine | "help" {
  const { values, positionals } = parsed(argv);
  if (values.help === true) return "help";
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new UsageError("name one pull zone by its id");
  const format = values.format ?? "table";
  if (!isFormat(format)) throw new UsageError(`--format must be one of ${formats.join(", ")}, but got: ${format}`);
  const summary = values.summary === true;
  if (summary && format === "csv") throw new UsageError("--summary comes as table or json, not as csv");
  const query = Object.entries(values).filter(([name]) => !ofPrinting.has(name));
  return {
    args: {
      ...Object.fromEntries(query.map(([name, value]) => [propertyOf(name), value])),
      ...(values.offset === undefined ? {} : { offset: wholeOf("--offset", values.offset, 0) }),
      pullZoneId: id,
    },
    format,
    summary,
    showSecrets: values["show-secrets"] === true,
    limit: values.limit === undefined ? Infinity : wholeOf("--limit", values.limit, 1),
  };
}

/** A message about arguments, with their names as options. */
export function inOptions(message: string): string {
  return message.replace(/^- (\w+)/gm, (_, property: string) =>
    property === "pullZoneId" ? "- ID" : `- --${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  );
}

function propertyOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text);
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: declared });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeOf(option: string, text: string, least: number): number {
  const value = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`${option} must be an integer of at least ${String(least)}, but got: ${text}`);
}
