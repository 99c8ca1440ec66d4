import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { CommandIo } from "./commandIo";
import type { Emulator } from "./start";

/**
 * Runs a command against an emulator, with the default provider's variables set; an explicit one has its own.
 *
 * @returns its exit code; 128 and the signal's number where a signal ended it; 127 where it could not be started
 */
export function runWith(emulator: Emulator, command: readonly string[], io: CommandIo): Promise<number> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    stdio: "inherit",
    env: {
      ...io.env,
      CDN_BASE_URL: emulator.url,
      // Or else a service's own, with the emulator's key.
      CDN_LOGS_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
      CDN_EMULATOR_CONTROL_TOKEN: emulator.controlToken,
    },
  });
  const terminate = (): void => void child.kill("SIGTERM");
  // At a terminal Ctrl-C reaches the command by itself, and a second one makes many commands give up their clean-up.
  const interrupt = (): void => void (process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", terminate);
  process.on("SIGINT", interrupt);
  return new Promise<number>((resolve) => {
    child.once("error", (error) => {
      io.stderr.write(`emulator: ${file} could not be started: ${error.message}\n`);
      resolve(127);
    });
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).finally(() => {
    process.off("SIGTERM", terminate);
    process.off("SIGINT", interrupt);
  });
}
