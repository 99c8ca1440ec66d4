import { runEmulatorCommand } from "./command";

// The exit code is set rather than forced, so that what was written still gets out.
runEmulatorCommand(process.argv.slice(2), process).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`emulator: ${String(error)}\n`);
    process.exitCode = 1;
  },
);
