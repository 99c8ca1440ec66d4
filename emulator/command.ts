import type { Emulator } from "./start";
import { startEmulator } from "./start";
import type { CommandIo } from "./commandIo";
import { parseCommandLine, UsageError } from "./commandLine";
import { runWith } from "./exec";
import { help } from "./help";

/**
 * Runs `emulator [options] [exec -- COMMAND …]`: an emulator until SIGINT or SIGTERM, or for as long as a command runs.
 *
 * @param argv what stands after the word `emulator`
 * @returns the exit code: that of COMMAND; 0 after a signal; 1 where it could not start; 2 for wrong usage
 */
export async function runEmulatorCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  let emulator: Emulator;
  let command: readonly string[] | undefined;
  try {
    const line = await parseCommandLine(argv);
    if (line === "help") {
      io.stdout.write(help);
      return 0;
    }
    command = line.command;
    emulator = await startEmulator(line.options);
  } catch (error) {
    const wrongUsage = error instanceof UsageError || error instanceof TypeError;
    io.stderr.write(`emulator: ${error instanceof Error ? error.message : String(error)}\n`);
    return wrongUsage ? 2 : 1;
  }
  try {
    // The output of a command is its own.
    (command === undefined ? io.stdout : io.stderr).write(`${JSON.stringify(readyLine(emulator))}\n`);
    return command === undefined ? await untilSignal() : await runWith(emulator, command, io);
  } finally {
    await emulator.close();
  }
}

/** What a script that starts the emulator needs to know, on one line. */
function readyLine({ url, port, accessKey, controlToken }: Emulator): object {
  return { event: "ready", url, port, accessKey, controlToken, pid: process.pid };
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
