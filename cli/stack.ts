import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { ConfigurationError } from "../provider/api/errors";
import type { Settings } from "../provider/api/settings";
import { readSettings, settingSpecs } from "../provider/api/settings";
import type { CommandIo } from "./command";
import { CommandError, messageOf } from "./command";

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
    throw new CommandError(`pulumi stack export failed: ${messageOf(error)}${advice}`);
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
    throw new CommandError(`pulumi stack ls failed: ${messageOf(error)}. Give states with --state`);
  }
}

/** Whether the current folder belongs to a Pulumi project. */
export function isInProject(io: CommandIo): boolean {
  return projectFolder(io) !== undefined;
}

/**
 * The settings of the default provider: from variables, otherwise from the configuration of the project's selected stack.
 *
 * @throws {ConfigurationError} saying what to set where, and why the configuration could not be read
 */
export async function stackSettings(io: CommandIo): Promise<Settings> {
  const { values, canBeSet, problem } = await stackConfig(io);
  const config = (key: string): unknown => values[key];
  try {
    return readSettings({ config, env: io.env, ...(canBeSet ? {} : { onlyVariables: true }) });
  } catch (error) {
    if (!(error instanceof ConfigurationError) || problem === undefined) throw error;
    throw new ConfigurationError(`${error.message}\n${problem}`);
  }
}

/** A stack's configuration, as far as it could be read. */
export interface StackConfig {
  /** By full key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether `pulumi config set` would add a missing value. */
  readonly canBeSet: boolean;
  /** Why values may be missing. */
  readonly problem?: string;
}

/** Only variables are read. */
export const noStack: StackConfig = { values: {}, canBeSet: false };

/**
 * Reads the configuration of a stack of the current project, unless variables already set the base URL and the access key.
 *
 * @param state a state of the stack; none of another project can be read. @default the selected stack
 */
export async function stackConfig(io: CommandIo, state?: unknown): Promise<StackConfig> {
  const folder = projectFolder(io);
  const [, stack, project] = /"urn:pulumi:([^:"]+)::([^:"]+)::/.exec(typeof state === "string" ? state : "") ?? [];
  if (state !== undefined && (folder === undefined || project !== projectName(folder))) return noStack;
  const isSet = ({ variable }: { readonly variable: string }): boolean => (io.env[variable] ?? "") !== "";
  if (folder === undefined || (isSet(settingSpecs.baseUrl) && isSet(settingSpecs.accessKey))) return noStack;
  const config = ["config", "--show-secrets", "--json", ...(stack === undefined ? [] : ["--stack", stack])];
  try {
    const printed = JSON.parse(await pulumi(config, io)) as Record<string, ConfigValue>;
    const values = Object.fromEntries(Object.entries(printed).map(([key, { value }]) => [key, value]));
    return { values, canBeSet: true };
  } catch (error) {
    if (error instanceof NoPulumiError) return stackFile(folder, stack ?? io.env["PULUMI_STACK"]?.replace(/^.*\//, ""));
    return { ...noStack, problem: `The stack's configuration could not be read: ${messageOf(error)}` };
  }
}

interface ConfigValue {
  readonly value?: string;
}

/** Without the CLI: the values in the stack's file that are not encrypted. */
function stackFile(folder: string, stack: string | undefined): StackConfig {
  const files = readdirSync(folder).filter((name) =>
    stack === undefined ? /^Pulumi\..+\.yaml$/.test(name) : name === `Pulumi.${stack}.yaml`,
  );
  const [file] = files;
  if (file === undefined || files.length > 1) {
    return { ...noStack, problem: "The stack's configuration was not read: there is no pulumi command on the PATH" };
  }
  const { parse } = require("yaml") as typeof import("yaml");
  const document = parse(readFileSync(join(folder, file), "utf8")) as { config?: Record<string, unknown> } | null;
  const entries = Object.entries(document?.config ?? {});
  const isEncrypted = (value: unknown): boolean => typeof value === "object" && value !== null && "secure" in value;
  const encrypted = entries.flatMap(([key, value]) => (key.startsWith("cdn:") && isEncrypted(value) ? [key] : []));
  const values = Object.fromEntries(entries.filter(([, value]) => !isEncrypted(value)));
  if (encrypted.length === 0) return { values, canBeSet: false };
  const problem = `${file} holds ${encrypted.join(", ")} encrypted, and there is no pulumi command on the PATH to decrypt it`;
  return { values, canBeSet: false, problem };
}

function projectName(folder: string): string | undefined {
  const file = projectFiles.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? "";
  return /^\s*"?name"?:\s*["']?([^"'\s,#]+)/m.exec(readFileSync(file, "utf8"))?.[1];
}

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

function projectFolder(io: CommandIo): string | undefined {
  let folder = resolve(io.cwd());
  while (!projectFiles.some((name) => existsSync(join(folder, name)))) {
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return folder;
}

class NoPulumiError extends Error {
  override readonly message = "there is no pulumi command on the PATH";
}

const maxOutput = 1024 ** 3;

/** Runs the Pulumi CLI and returns its output. @throws {Error} with its error output */
async function pulumi(args: readonly string[], io: CommandIo): Promise<string> {
  // These commands don't call the service, so they don't get its keys.
  const withoutKeys = Object.entries(io.env).filter(([name]) => !name.startsWith(settingSpecs.accessKey.variable));
  try {
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], {
      cwd: io.cwd(),
      env: Object.fromEntries(withoutKeys),
      maxBuffer: maxOutput,
    });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: unknown };
    if (code === "ENOENT") throw new NoPulumiError();
    const said = typeof stderr === "string" ? stderr.trim() : "";
    throw new Error(said === "" ? messageOf(error) : said);
  }
}
