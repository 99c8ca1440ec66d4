import type { Command, CommandIo } from "./command";

/** The commands by name. Each is loaded when it is called: none pays for another. */
const commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Command }>> = {
  import: {
    summary: "write the file for `pulumi import --file` that takes over existing storage zones",
    load: () => (require("./import") as typeof import("./import")).runImport,
  },
  drift: {
    summary: "say where the live zones differ from a stack's state",
    load: () => (require("./drift") as typeof import("./drift")).runDrift,
  },
  logs: {
    summary: "print the access log of a pull zone, or a summary of it",
    load: () => (require("./logs") as typeof import("./logs")).runLogs,
  },
  emulator: {
    summary: "run a stand-in for the service on this machine",
    load: () => (require("../emulator/command") as typeof import("../emulator/command")).runEmulatorCommand,
  },
};

/** Runs `pulumi-cdn-zones COMMAND …`. */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    (name === undefined ? io.stderr : io.stdout).write(usage());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    io.stderr.write(`pulumi-cdn-zones: there is no command ${JSON.stringify(name)}\n\n${usage()}`);
    return 2;
  }
  return command.load()(rest, io);
}

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: pulumi-cdn-zones COMMAND [options]\n\n${lines.join("\n")}\n\nEach command says more with --help.\n`;
}
