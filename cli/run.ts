import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { DriftError } from "../drift/errors";
import { CdnError, InvalidInputError } from "../provider/api/errors";
import { packageVersion } from "../provider/version";
import { printableMessage } from "../terminal/text";
import type { CommandIo } from "./command";
import { CommandError, print, tell, UsageError, usageExitCode } from "./command";
import { writeTo } from "./print";

type Define = (command: Command, io: CommandIo) => void;

/** The commands. The definition of a command is loaded when its arguments are parsed; its action loads the rest. */
const commands: Readonly<Record<string, { readonly summary: string; readonly define: () => Define }>> = {
  zones: {
    summary: "list the zones, edge scripts and shields of the account",
    define: () => (require("./zones/command") as typeof import("./zones/command")).defineZones,
  },
  import: {
    summary: "write a program, and a file for pulumi import, for existing objects",
    define: () => (require("./import/command") as typeof import("./import/command")).defineImport,
  },
  drift: {
    summary: "compare the live zones with the state of stacks",
    define: () => (require("./drift/command") as typeof import("./drift/command")).defineDrift,
  },
  deploy: {
    summary: "upload a folder to a storage zone",
    define: () => (require("./deploy/command") as typeof import("./deploy/command")).defineDeploy,
  },
  releases: {
    summary: "list the releases of a site or an edge script",
    define: () => (require("./releases/command") as typeof import("./releases/command")).defineReleases,
  },
  rollback: {
    summary: "switch a site or an edge script back to another release",
    define: () => (require("./rollback/command") as typeof import("./rollback/command")).defineRollback,
  },
  purge: {
    summary: "empty the cache of a pull zone, or remove URLs from it",
    define: () => (require("./purge/command") as typeof import("./purge/command")).definePurge,
  },
  logs: {
    summary: "print the access log of a pull zone, or a summary of it",
    define: () => (require("./logs/command") as typeof import("./logs/command")).defineLogs,
  },
  "reset-password": {
    summary: "create a new password for a storage zone",
    define: () => (require("./resetPassword/command") as typeof import("./resetPassword/command")).defineResetPassword,
  },
  emulator: {
    summary: "run an emulator of the service on this machine",
    define: () => (require("./emulator/command") as typeof import("./emulator/command")).defineEmulator,
  },
  verify: {
    summary: "check the provider's assumptions on a real account",
    define: () => (require("./verify/command") as typeof import("./verify/command")).defineVerify,
  },
};
const commandNames = Object.keys(commands);

/**
 * Returns the program with all commands.
 *
 * @param prefix beginning of error messages
 * @param needed names of the commands whose options are needed; of the others, the program has only names and summaries
 */
export function programOf(
  io: CommandIo,
  prefix = "pulumi-cdn-zones",
  needed: readonly string[] = commandNames,
): Command {
  const program = new Command("pulumi-cdn-zones")
    .description("Commands that complement Pulumi programs for storage zones, pull zones and DNS zones.")
    .version(packageVersion)
    .option("-C, --cwd <folder>", "run as if started in this folder")
    .option("--no-writes", "send no request that changes something in the account; CDN_READ_ONLY=true does the same")
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .exitOverride();
  program.configureOutput({
    writeOut: (text) => print(io, text),
    getOutHelpWidth: () => 100,
    getErrHelpWidth: () => 100,
    writeErr: (text) => writeTo(io.stderr, text),
    outputError: (text, write) => write(printableMessage(`${text.replace(/^error/, prefix)}See ${prefix} --help\n`)),
  });
  const here = inFolder(program, io);
  for (const [name, { summary, define }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    if (needed.includes(name)) define()(command, here);
  }
  return program;
}

/**
 * Runs `pulumi-cdn-zones COMMAND …`.
 *
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const prefix = ["pulumi-cdn-zones", ...argv.slice(0, 1).filter((word) => commandNames.includes(word))].join(" ");
  try {
    await programOf(io, prefix, argv).parseAsync(argv, { from: "user" });
    return Number(io.exitCode ?? 0);
  } catch (error) {
    // Commander has printed the error or the help already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageExitCode;
    if (!isForUsers(error)) throw error;
    const isUsage = isWrongUsage(error);
    tell(io, `${prefix}: ${error.message}${isUsage ? `\nSee ${prefix} --help` : ""}`);
    return isUsage ? usageExitCode : 1;
  }
}

/** Returns the streams, folder and environment of a command, with the options --cwd, --stack and --no-writes applied. */
function inFolder(program: Command, io: CommandIo): CommandIo {
  let folder: string | undefined;
  let stack: string | undefined;
  let { env, noWrites } = { env: io.env, noWrites: false };
  program.hook("preAction", (_, command) => {
    const { cwd, writes, ...others } = command.optsWithGlobals<{ cwd?: string; stack?: string; writes: boolean }>();
    ({ stack } = others);
    folder = cwd;
    noWrites = !writes;
    if (noWrites) env = { ...io.env, [readOnlyVariable()]: "true" };
    // The action must not get the stack as an option, because it may pass all options on.
    command.setOptionValue("stack", undefined);
    const isFolder = folder === undefined || statSync(here.cwd(), { throwIfNoEntry: false })?.isDirectory();
    if (isFolder !== true) throw new UsageError(`--cwd must be a folder, but got: ${String(folder)}`);
  });
  const { stdout, stderr } = io;
  const here: CommandIo = {
    ...{ stdout, stderr },
    get env() {
      return env;
    },
    // A process opens standard input on first access, so this access is deferred.
    get stdin() {
      return io.stdin;
    },
    get stack() {
      return stack;
    },
    get noWrites() {
      return noWrites;
    },
    cwd: () => resolve(io.cwd(), folder ?? "."),
    set exitCode(code: CommandIo["exitCode"]) {
      io.exitCode = code;
    },
  };
  return here;
}

function readOnlyVariable(): string {
  const { settingSpecs } = require("../provider/api/settingSpecs") as typeof import("../provider/api/settingSpecs");
  return settingSpecs.readOnly.variable;
}

function isForUsers(error: unknown): error is Error {
  return error instanceof CommandError || error instanceof CdnError || error instanceof DriftError;
}

/** Whether an error means wrong usage. An invalid input without evidence was found before any request. */
function isWrongUsage(error: Error): boolean {
  return error instanceof UsageError || (error instanceof InvalidInputError && error.evidence === undefined);
}
