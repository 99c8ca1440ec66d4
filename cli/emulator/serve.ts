import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import { resolve } from "node:path";
import { parse } from "yaml";
import type { Emulator, EmulatorOptions, JournalEntry } from "../../emulator";
import { parseFaultRules, parseSeed, startEmulator } from "../../emulator";
import { shell } from "../../terminal/shell";
import type { CommandIo } from "../command";
import { CommandError, reasonOf, tell, UsageError } from "../command";
import { writeTo } from "../print";
import { childEnvironment } from "../environment";
import { startCommand } from "./start";

/** Options of the emulator, with file names in place of the seed and the fault rules. */
export interface EmulatorCommandOptions extends Omit<
  EmulatorOptions,
  "seed" | "faults" | "onRequest" | "onlyRecorded" | "undelegatedDomains"
> {
  readonly undelegated?: readonly string[];
  readonly onlyRecorded?: true;
  readonly allowRows?: readonly string[];
  readonly seed?: string;
  readonly faults?: string;
  readonly verbose?: true;
  /** @default text on a terminal, otherwise json */
  readonly format?: "text" | "json";
}

/**
 * Runs an emulator until SIGINT or SIGTERM, or as long as a command runs.
 *
 * @returns the exit code: that of the command, or 0
 */
export async function serve(
  { seed, faults, data, undelegated, onlyRecorded, allowRows, verbose, format, ...options }: EmulatorCommandOptions,
  io: CommandIo,
  command?: readonly string[],
): Promise<number> {
  const given = {
    ...(seed === undefined ? {} : { seed: await fileOf(seed, parseSeed, io) }),
    ...(data === undefined ? {} : { data: resolve(io.cwd(), data) }),
    ...(onlyRecorded === undefined ? {} : { onlyRecorded: allowRows ?? true }),
    ...(undelegated === undefined ? {} : { undelegatedDomains: undelegated }),
    ...(faults === undefined ? {} : { faults: await fileOf(faults, parseFaultRules, io) }),
    ...(verbose === true ? { onRequest: (entry: JournalEntry) => tell(io, requestText(entry)) } : {}),
  };
  const emulator = await startEmulator({ ...options, ...given }).catch((error: unknown) => {
    const advice = (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? ". Choose another --port" : "";
    throw new CommandError(`${reasonOf(error)}${advice}`);
  });
  // With a command, messages go to standard error: standard output belongs to the command.
  const output = command === undefined ? io.stdout : io.stderr;
  const isText = (format ?? (output.isTTY === true ? "text" : "json")) === "text";
  const ended = new AbortController();
  const watch = endWithNpx(io, () => ended.abort());
  try {
    // Signals are handled before the ready line is printed, because its reader may end the emulator immediately.
    const untilEnded = command === undefined ? untilSignal(ended.signal) : undefined;
    writeTo(
      output,
      isText ? readyText(emulator, command !== undefined, options.contract !== true) : readyLine(emulator),
    );
    return await (untilEnded ?? runCommand(command ?? [], emulator, ended.signal, io));
  } finally {
    clearInterval(watch);
    await emulator.close().catch((error: unknown) => {
      throw new CommandError(`the data folder can't be written: ${reasonOf(error)}`);
    });
  }
}

function readyLine({ url, port, storageHostname, accessKey, controlToken, resolver }: Emulator): string {
  const { pid } = process;
  return `${JSON.stringify({ event: "ready", url, port, storageHostname, accessKey, controlToken, resolver, pid })}\n`;
}

function readyText(
  { url, port, storageHostname, accessKey, controlToken, resolver }: Emulator,
  hasCommand: boolean,
  hasSites: boolean,
): string {
  if (hasCommand) return `The emulator serves the command at ${url}, and files at ${storageHostname}.\n`;
  const sites = hasSites ? `To see a pull zone in a browser, open http://NAME.localhost:${String(port)}/\n` : "";
  return `The emulator listens at ${url}, and serves files at ${storageHostname}. Ctrl-C ends it.
In another terminal:

  ${shell`export CDN_BASE_URL=${url} CDN_ACCESS_KEY=${accessKey}`}

${sites}Control token, for ${url}/__emulator__/: ${controlToken}
DNS resolver, for CDN_RESOLVER: ${resolver}
`;
}

/** A line for one request: `GET /storagezone?page=1 200, 3 ms (contract, R1.6)`. */
function requestText({ method, path, query, status, sources, durationMs = 0, faults }: JournalEntry): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const asked = `${method} ${[path, parameters.join("&")].filter(Boolean).join("?")}`;
  const fault = faults.length === 0 ? "" : `, fault: ${faults.join(", ")}`;
  const rests = sources.length === 0 ? "" : ` (${sources.join(", ")})`;
  return `${asked} ${status === undefined ? "no answer" : String(status)}, ${durationMs.toFixed(0)} ms${rests}${fault}`;
}

/** Calls back once the npx that started this process has ended: npx passes a signal to its shell only, and the shell does not pass it on. */
function endWithNpx({ env }: CommandIo, end: () => void): NodeJS.Timeout | undefined {
  if (env["npm_lifecycle_event"] !== "npx") return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) end();
  }, 500).unref();
}

/** Reads a file in YAML, which includes JSON. */
async function fileOf<T>(file: string, read: (value: unknown) => T, io: CommandIo): Promise<T> {
  try {
    return read(parse(await readFile(resolve(io.cwd(), file), "utf8")));
  } catch (error) {
    throw new UsageError(`${file}: ${reasonOf(error)}`);
  }
}

function untilSignal(ended: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      resolve(0);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    ended.addEventListener("abort", stop, { once: true });
  });
}

/** @returns the command's exit code; 128 and the signal's number if a signal ended it; 127 if it can't be started */
function runCommand(words: readonly string[], emulator: Emulator, ended: AbortSignal, io: CommandIo): Promise<number> {
  const child = startCommand(words, {
    stdio: "inherit",
    cwd: io.cwd(),
    env: {
      // Other keys stay, because explicit providers may have keys of the emulator. A storage password belongs to the real service.
      ...childEnvironment(io, "accessKey"),
      CDN_BASE_URL: emulator.url,
      // Set too, because otherwise the emulator's key could reach another service.
      CDN_LOGS_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
      // With this resolver, no DNS query leaves the machine.
      CDN_RESOLVER: emulator.resolver,
      CDN_EMULATOR_CONTROL_TOKEN: emulator.controlToken,
    },
  });
  const terminate = (): void => void child.kill("SIGTERM");
  // SIGINT is not passed on: at a terminal Ctrl-C reaches the command directly, and a second signal makes many commands skip their clean-up.
  const interrupt = (): void => void (process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", terminate);
  ended.addEventListener("abort", terminate, { once: true });
  process.on("SIGINT", interrupt);
  return new Promise<number>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "there is no such command" : reasonOf(error);
      tell(io, `pulumi-cdn-zones emulator: ${String(words[0])} can't be started: ${why}`);
      resolve(127);
    });
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).finally(() => {
    process.off("SIGTERM", terminate);
    process.off("SIGINT", interrupt);
  });
}
