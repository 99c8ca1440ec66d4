import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import { resolve } from "node:path";
import { parse } from "yaml";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { parseFaultRules, parseSeed, startEmulator } from "../../emulator";
import type { CommandIo } from "../command";
import { CommandError, reasonOf, tell, UsageError } from "../command";

/** Options of the emulator, with files in place of seed and fault rules. */
export interface EmulatorCommandOptions extends Omit<EmulatorOptions, "seed" | "faults"> {
  readonly seed?: string;
  readonly faults?: string;
}

/**
 * Runs an emulator until SIGINT or SIGTERM, or as long as a command runs.
 *
 * @returns the exit code: that of the command, or 0
 */
export async function serve(
  { seed, faults, data, ...options }: EmulatorCommandOptions,
  io: CommandIo,
  command?: readonly string[],
): Promise<number> {
  const files = {
    ...(seed === undefined ? {} : { seed: await fileOf(seed, parseSeed, io) }),
    ...(data === undefined ? {} : { data: resolve(io.cwd(), data) }),
    ...(faults === undefined ? {} : { faults: await fileOf(faults, parseFaultRules, io) }),
  };
  const emulator = await startEmulator({ ...options, ...files }).catch((error: unknown) => {
    const advice = (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? ". Choose another --port" : "";
    throw new CommandError(`${reasonOf(error)}${advice}`);
  });
  const { url, port, storageHostname, accessKey, controlToken } = emulator;
  const { pid } = process;
  const ready = JSON.stringify({ event: "ready", url, port, storageHostname, accessKey, controlToken, pid });
  try {
    // Standard output belongs to the command.
    (command === undefined ? io.stdout : io.stderr).write(`${ready}\n`);
    return command === undefined ? await untilSignal() : await runCommand(command, emulator, io);
  } finally {
    await emulator.close();
  }
}

/** Reads a file of YAML, which includes JSON. */
async function fileOf<T>(file: string, read: (value: unknown) => T, io: CommandIo): Promise<T> {
  try {
    return read(parse(await readFile(resolve(io.cwd(), file), "utf8")));
  } catch (error) {
    throw new UsageError(`${file}: ${reasonOf(error)}`);
  }
}

function untilSignal(): Promise<number> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      resolve(0);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}

/** @returns the command's exit code; 128 and the signal's number if a signal ended it; 127 if it can't be started */
function runCommand([file = "", ...args]: readonly string[], emulator: Emulator, io: CommandIo): Promise<number> {
  const child = spawn(file, args, {
    stdio: "inherit",
    cwd: io.cwd(),
    env: {
      ...io.env,
      CDN_BASE_URL: emulator.url,
      // Otherwise the emulator's key could go to another service.
      CDN_LOGS_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
      CDN_EMULATOR_CONTROL_TOKEN: emulator.controlToken,
    },
  });
  const terminate = (): void => void child.kill("SIGTERM");
  // At a terminal Ctrl-C reaches the command by itself, and a second one makes many commands skip their clean-up.
  const interrupt = (): void => void (process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", terminate);
  process.on("SIGINT", interrupt);
  return new Promise<number>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "there is no such command" : reasonOf(error);
      tell(io, `pulumi-cdn-zones emulator: ${file} could not be started: ${why}`);
      resolve(127);
    });
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).finally(() => {
    process.off("SIGTERM", terminate);
    process.off("SIGINT", interrupt);
  });
}
