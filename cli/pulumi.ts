import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { distance } from "fastest-levenshtein";
import type { CommandIo } from "./command";
import { CommandError, reasonOf } from "./command";
import { childEnvironment } from "./environment";

/**
 * Returns the state of a stack, by default the selected one. Secrets stay encrypted, so no passphrase is needed.
 *
 * @throws {CommandError}
 */
export async function exportState(io: CommandIo, stack?: string): Promise<string> {
  try {
    return await pulumi(["stack", "export", ...(stack === undefined ? [] : ["--stack", stack])], io);
  } catch (error) {
    const missing = stack === undefined ? undefined : await missingStack(stack, io);
    if (missing !== undefined) throw new CommandError(missing);
    const reason = reasonOf(error);
    // The CLI names the project file that it looked for.
    const choose = /Pulumi\.yaml/.test(reason) ? "Give a project folder with -C" : "Select a stack with --stack";
    const advice = stack === undefined ? `. ${choose}, or give a state with --state FILE` : "";
    throw new CommandError(`pulumi stack export failed: ${reason}${advice}`);
  }
}

/** Returns the names of all stacks of the current backend, with their projects. @throws {CommandError} */
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

/** Returns the message for a stack that the current project lacks; undefined if the project has the stack, or if that is unknown. */
export async function missingStack(stack: string, io: CommandIo): Promise<string | undefined> {
  const names = await pulumi(["stack", "ls", "--json"], io).then(
    (printed) => (JSON.parse(printed) as { readonly name: string }[]).map(({ name }) => name),
    () => undefined,
  );
  const stackNames = names?.map((name) => name.replace(/^.*\//, ""));
  if (stackNames === undefined || stackNames.includes(stack.replace(/^.*\//, ""))) return undefined;
  if (stackNames.length === 0) return `There is no stack ${stack}: this project has none`;
  const far = (name: string): number =>
    name.toLowerCase().startsWith(stack.toLowerCase()) ? 0 : distance(name.toLowerCase(), stack.toLowerCase());
  const nearest = stackNames.sort((a, b) => far(a) - far(b)).slice(0, 10);
  const more = stackNames.length > nearest.length ? ` and ${String(stackNames.length - nearest.length)} more` : "";
  return `There is no stack ${stack} in this project. Did you mean ${String(nearest[0])}? The project has ${nearest.join(", ")}${more}`;
}

/** Thrown if the Pulumi CLI is not installed. */
export class NoPulumiError extends Error {
  override readonly message = "there is no pulumi command on the PATH";
}

/** Runs the Pulumi CLI and returns its output. @throws {NoPulumiError} and {Error} with its error output */
export async function pulumi(args: readonly string[], io: CommandIo): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], {
      cwd: io.cwd(),
      // These commands don't call the service, so they get no secrets.
      env: childEnvironment(io),
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
