import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { settingSpecs } from "../provider/api/settings";
import type { CommandIo } from "./command";
import { CommandError, reasonOf } from "./command";

/**
 * The state of a stack, by default the selected one. Secrets stay encrypted, so that no passphrase is needed.
 *
 * @throws {CommandError}
 */
export async function exportState(io: CommandIo, stack?: string): Promise<string> {
  try {
    return await pulumi(["stack", "export", ...(stack === undefined ? [] : ["--stack", stack])], io);
  } catch (error) {
    const advice = stack === undefined ? ". Give a state with --state FILE" : "";
    throw new CommandError(`pulumi stack export failed: ${reasonOf(error)}${advice}`);
  }
}

/** The names of all stacks of the current backend, with their projects. @throws {CommandError} */
export async function stackNames(io: CommandIo): Promise<string[]> {
  try {
    const stacks = JSON.parse(await pulumi(["stack", "ls", "--all", "--fully-qualify-stack-names", "--json"], io)) as {
      name: string;
    }[];
    return stacks.map(({ name }) => name);
  } catch (error) {
    throw new CommandError(`pulumi stack ls failed: ${reasonOf(error)}. Give states with --state`);
  }
}

/** The Pulumi CLI is not installed. */
export class NoPulumiError extends Error {
  override readonly message = "there is no pulumi command on the PATH";
}

/** Runs the Pulumi CLI and returns its output. @throws {NoPulumiError} and {Error} with its error output */
export async function pulumi(args: readonly string[], io: CommandIo): Promise<string> {
  // These commands don't call the service, so they don't get its keys.
  const withoutKeys = Object.entries(io.env).filter(([name]) => !name.startsWith(settingSpecs.accessKey.variable));
  try {
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], {
      cwd: io.cwd(),
      env: Object.fromEntries(withoutKeys),
      maxBuffer: 1024 ** 3,
    });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: unknown };
    if (code === "ENOENT") throw new NoPulumiError();
    const said = typeof stderr === "string" ? stderr.trim() : "";
    throw new Error(said === "" ? reasonOf(error) : said);
  }
}
