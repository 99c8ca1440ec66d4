import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { parse as parseYaml } from "yaml";
import { parseFaultRules } from "./faults/rules";
import type { RateLimit } from "./rateLimiter";
import type { EmulatorOptions } from "./options";
import { parseSeed } from "./seed";

/** The command line is not as it must be. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a command line asks for. */
export interface CommandLine {
  readonly options: EmulatorOptions;
  /** What stands after `exec --`. */
  readonly command: readonly string[] | undefined;
}

const declared = {
  port: { type: "string" },
  host: { type: "string" },
  "access-key": { type: "string" },
  seed: { type: "string" },
  faults: { type: "string" },
  "random-seed": { type: "string" },
  "latency-ms": { type: "string" },
  "rate-limit": { type: "string" },
  "replication-ms": { type: "string" },
  "log-entries": { type: "string" },
  "soft-delete": { type: "boolean" },
  "public-names": { type: "boolean" },
  "decimal-point": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * @throws {UsageError} for an unknown option or a value out of bounds
 * @throws {TypeError} for a malformed seed or fault file, naming file and field
 */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine | "help"> {
  const at = argv.indexOf("--");
  const { values, positionals } = parsed(at < 0 ? argv : argv.slice(0, at));
  if (values.help === true) return "help";
  const port = whole("--port", values.port, 65_535);
  const randomSeed = whole("--random-seed", values["random-seed"], 2 ** 32 - 1);
  const latencyMs = whole("--latency-ms", values["latency-ms"]);
  const replicationMs = whole("--replication-ms", values["replication-ms"]);
  const logEntries = whole("--log-entries", values["log-entries"], 10_000_000);
  const rateLimit = rateLimitOf(values["rate-limit"]);
  const command = commandOf(positionals, at < 0 ? [] : argv.slice(at + 1));
  return {
    command,
    options: {
      ...(port === undefined ? {} : { port }),
      ...(randomSeed === undefined ? {} : { randomSeed }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
      ...(replicationMs === undefined ? {} : { replicationMs }),
      ...(logEntries === undefined ? {} : { logEntries }),
      ...(rateLimit === undefined ? {} : { rateLimit }),
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(values["access-key"] === undefined ? {} : { accessKey: values["access-key"] }),
      ...(values.seed === undefined ? {} : { seed: await inFile(values.seed, parseSeed) }),
      ...(values.faults === undefined ? {} : { faults: await inFile(values.faults, parseFaultRules) }),
      ...(values["decimal-point"] === undefined ? {} : { decimalPoint: values["decimal-point"] }),
      softDelete: values["soft-delete"] ?? false,
      publicNames: values["public-names"] ?? false,
    },
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: declared, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}. See --help.`);
  }
}

function commandOf(positionals: readonly string[], command: readonly string[]): readonly string[] | undefined {
  const [word, ...rest] = positionals;
  if (rest.length > 0 || (word !== undefined && word !== "exec")) {
    throw new UsageError(`Unexpected argument '${rest[0] ?? String(word)}'. A command stands after: exec --`);
  }
  if (word === undefined && command.length === 0) return undefined;
  if (word === undefined || command.length === 0) throw new UsageError("A command is run with: exec -- COMMAND");
  return command;
}

function whole(name: string, text: string | undefined, largest = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value <= largest) return value;
  throw new UsageError(`${name} must be a whole number from 0 to ${String(largest)}, but got: '${text}'`);
}

function rateLimitOf(text: string | undefined): RateLimit | undefined {
  if (text === undefined) return undefined;
  const [, requests, perSeconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (requests !== undefined && perSeconds !== undefined) {
    return { requests: Number(requests), perSeconds: Number(perSeconds) };
  }
  throw new UsageError(`--rate-limit must be REQUESTS/SECONDS, such as 30/10, but got: '${text}'`);
}

/** Reads a file of JSON or YAML, of which JSON is a part. */
async function inFile<T>(file: string, parse: (value: unknown) => T): Promise<T> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return parse(parseYaml(text));
  } catch (error) {
    throw new TypeError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
