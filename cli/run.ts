import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { DriftError } from "../drift/errors";
import { CdnError, InvalidInputError } from "../provider/api/errors";
import { packageVersion } from "../provider/version";
import { printableMessage } from "../drift/terminal/text";
import type { CommandIo } from "./command";
import { CommandError, print, tell, UsageError, usageExitCode } from "./command";
import { defineDeploy } from "./deploy/command";
import { defineDrift } from "./drift/command";
import { defineEmulator } from "./emulator/command";
import { defineImport } from "./import/command";
import { defineLogs } from "./logs/command";
import { definePurge } from "./purge/command";
import { defineReleases } from "./releases/command";
import { defineResetPassword } from "./resetPassword/command";
import { defineRollback } from "./rollback/command";
import { defineVerify } from "./verify/command";
import { writeTo } from "./print";
import { defineZones } from "./zones/command";

/** Definitions of the commands. They load little; the action of a command loads the rest. */
const definitions = {
  zones: defineZones,
  import: defineImport,
  drift: defineDrift,
  deploy: defineDeploy,
  releases: defineReleases,
  rollback: defineRollback,
  purge: definePurge,
  logs: defineLogs,
  "reset-password": defineResetPassword,
  emulator: defineEmulator,
  verify: defineVerify,
};

/** Returns the program with all commands. @param prefix beginning of error messages */
export function programOf(io: CommandIo, prefix = "pulumi-cdn-zones"): Command {
  const program = new Command("pulumi-cdn-zones")
    .description("Commands that complement Pulumi programs for storage zones, pull zones and DNS zones.")
    .version(packageVersion)
    .option("-C, --cwd <folder>", "run as if started in this folder")
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  program.configureOutput({
    writeOut: (text) => print(io, text),
    getOutHelpWidth: () => 100,
    getErrHelpWidth: () => 100,
    writeErr: (text) => writeTo(io.stderr, text),
    outputError: (text, write) => write(printableMessage(`${text.replace(/^error/, prefix)}See ${prefix} --help\n`)),
  });
  const here = inFolder(program, io);
  for (const [name, define] of Object.entries(definitions)) define(program.command(name), here);
  return program;
}

/**
 * Runs `pulumi-cdn-zones COMMAND …`.
 *
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const prefix = ["pulumi-cdn-zones", ...argv.slice(0, 1).filter((word) => Object.hasOwn(definitions, word))].join(" ");
  try {
    await programOf(io, prefix).parseAsync(argv, { from: "user" });
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

/** Returns the streams, folder and environment of a command, with the options --cwd and --stack applied. */
function inFolder(program: Command, io: CommandIo): CommandIo {
  let folder: string | undefined;
  let stack: string | undefined;
  program.hook("preAction", (_, command) => {
    ({ cwd: folder, stack } = command.optsWithGlobals<{ cwd?: string; stack?: string }>());
    // The action must not get the stack as an option, because it may pass all options on.
    command.setOptionValue("stack", undefined);
    const isFolder = folder === undefined || statSync(here.cwd(), { throwIfNoEntry: false })?.isDirectory();
    if (isFolder !== true) throw new UsageError(`--cwd must be a folder, but got: ${String(folder)}`);
  });
  const { stdout, stderr, env } = io;
  const here: CommandIo = {
    ...{ stdout, stderr, env },
    // A process opens standard input on first access, so this access is deferred.
    get stdin() {
      return io.stdin;
    },
    get stack() {
      return stack;
    },
    cwd: () => resolve(io.cwd(), folder ?? "."),
    set exitCode(code: CommandIo["exitCode"]) {
      io.exitCode = code;
    },
  };
  return here;
}

function isForUsers(error: unknown): error is Error {
  return error instanceof CommandError || error instanceof CdnError || error instanceof DriftError;
}

/** Whether an error means wrong usage. An invalid input without evidence was found before any request. */
function isWrongUsage(error: Error): boolean {
  return error instanceof UsageError || (error instanceof InvalidInputError && error.evidence === undefined);
}
