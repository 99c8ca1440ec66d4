import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ConfigurationError } from "../provider/api/errors";
import type { OwnedSettings } from "../provider/api/settings";
import { readOnlyPlaces, readSettings } from "../provider/api/settings";
import { commandOwner } from "../provider/api/settingsOwner";
import { readOnlyReason } from "../provider/api/readOnly";
import { settingSpecs } from "../provider/api/settingSpecs";
import type { CommandIo } from "./command";
import { CommandError, reasonOf } from "./command";
import { missingStack, NoPulumiError, pulumi } from "./pulumi";

/** Whether the current folder belongs to a Pulumi project. */
export function isInProject(io: CommandIo): boolean {
  return projectFolder(io) !== undefined;
}

/**
 * Returns the settings of the default provider, from variables or else from the configuration of the selected stack.
 *
 * @throws {ConfigurationError} that says which setting is missing, where to set it, and why the configuration could not be read
 */
export async function stackSettings(io: CommandIo): Promise<OwnedSettings> {
  return settingsIn(await stackConfig(io), io);
}

/**
 * Returns the settings for a command that changes something. Without this check, the command would stop at its first such request, with advice for
 * a run that is half done.
 *
 * @param what what the command does, such as "purge the cache of acme-web"
 * @throws {CommandError} if the settings are read-only. Nothing was sent
 * @throws {ConfigurationError} as {@link stackSettings}, or if the stack's configuration may be read-only and could not be read
 */
export async function writableSettings(what: string, io: CommandIo): Promise<OwnedSettings> {
  const config = await stackConfig(io);
  const settings = settingsIn(config, io);
  refuseReadOnly(settings, config, what, io);
  return settings;
}

/** Refuses like {@link writableSettings}, for a command that needs no setting of the stack. */
export async function refuseReadOnlyStack(what: string, io: CommandIo): Promise<void> {
  const config = namesReadOnly(io) ? await stackConfig(io) : noStack;
  const readOnlyFrom = readOnlyPlaces({ config: (key) => config.values[key], env: io.env, owner: commandOwner() });
  refuseReadOnly({ readOnly: readOnlyFrom.length > 0, readOnlyFrom }, config, what, io);
}

function refuseReadOnly(
  settings: Pick<OwnedSettings, "readOnly" | "readOnlyFrom">,
  { problem }: StackConfig,
  what: string,
  io: CommandIo,
): void {
  const refused = `Nothing was sent: can't ${what}, because`;
  if (io.noWrites === true) throw new CommandError(`${refused} of --no-writes`);
  if (settings.readOnly === true) throw new CommandError(`${refused} ${readOnlyReason(settings)}`);
  if (problem === undefined || !namesReadOnly(io)) return;
  const { configKey } = settingSpecs.readOnly;
  throw new ConfigurationError(`${refused} a file of the project names ${configKey}, and may say true. ${problem}`);
}

function settingsIn({ values, problem }: StackConfig, io: CommandIo): OwnedSettings {
  try {
    return readSettings({ config: (key) => values[key], env: io.env, owner: commandOwner(), folder: io.cwd() });
  } catch (error) {
    if (!(error instanceof ConfigurationError) || problem === undefined) throw error;
    throw new ConfigurationError(withProblem(problem, error.message));
  }
}

/** Whether a file of the project's configuration names the setting `readOnly`. */
function namesReadOnly(io: CommandIo): boolean {
  const folder = projectFolder(io);
  if (folder === undefined) return false;
  const files = [folder, folderOfStacks(folder)].flatMap((from) => namesIn(from).map((name) => join(from, name)));
  return files
    .filter((file) => /^Pulumi(\..+)?\.(ya?ml|json)$/.test(basename(file)))
    .some((file) => readFileSync(file, "utf8").includes(settingSpecs.readOnly.configKey));
}

/** Returns the reason why settings are missing, and the faults of those that are not: a setting of an unread configuration may well be set. */
function withProblem(problem: string, faults: string): string {
  const others = faults.split("\n").filter((fault) => !/^\S+ is not set\. /.test(fault));
  return [
    `${problem}. Settings can also come from variables, such as ${settingSpecs.baseUrl.variable} and ${settingSpecs.accessKey.variable}`,
    ...others,
  ].join("\n");
}

/** A stack's configuration, as far as it could be read. */
export interface StackConfig {
  /** Values by full key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The reason why values may be missing. */
  readonly problem?: string;
}

/** The name of the current project, if the current folder belongs to one. */
export function currentProject(io: CommandIo): string | undefined {
  const folder = projectFolder(io);
  return folder === undefined ? undefined : projectName(folder);
}

/** The configuration if no stack is used: settings come from variables only. */
export const noStack: StackConfig = { values: {} };

/**
 * Reads the configuration of a stack of the current project, unless variables already set the base URL and the access key, and no file of the
 * project names `readOnly`, which no variable overrides.
 *
 * @param state a state, whose stack is used if it belongs to the current project. @default the selected stack
 */
export async function stackConfig(io: CommandIo, state?: string): Promise<StackConfig> {
  const folder = projectFolder(io);
  if (folder === undefined && io.stack !== undefined) {
    return {
      ...noStack,
      problem: `--stack needs a Pulumi project, but ${io.cwd()} is not in one: give the project folder with -C`,
    };
  }
  const isSet = ({ variable }: { readonly variable: string }): boolean => (io.env[variable] ?? "") !== "";
  if (folder === undefined) return noStack;
  if (isSet(settingSpecs.baseUrl) && isSet(settingSpecs.accessKey) && !namesReadOnly(io)) return noStack;
  // Only the first URN in the text is read, because parsing a state of many megabytes would take longer.
  const [, stateStack, project] = /"urn:pulumi:([^:"]+)::([^:"]+)::/.exec(state ?? "") ?? [];
  if (state !== undefined && project !== projectName(folder)) return noStack;
  const stack = stateStack ?? io.stack;
  const config = ["config", "--show-secrets", "--json", ...(stack === undefined ? [] : ["--stack", stack])];
  try {
    const printed = JSON.parse(await pulumi(config, io)) as Record<string, { readonly value?: string }>;
    return { values: Object.fromEntries(Object.entries(printed).map(([key, { value }]) => [key, value])) };
  } catch (error) {
    if (error instanceof NoPulumiError) {
      // The name may include organization and project.
      return fileConfig(folder, (stack ?? io.env["PULUMI_STACK"])?.replace(/^.*\//, ""));
    }
    const missing = io.stack === undefined ? undefined : await missingStack(io.stack, io);
    if (missing !== undefined) throw new CommandError(missing);
    return { ...noStack, problem: `The stack's configuration could not be read: ${reasonOf(error)}` };
  }
}

/**
 * Reads the plain values in the stack's file, for machines without the CLI. Secrets need the CLI.
 *
 * @param stack the stack's name; undefined to use the project's only stack
 */
function fileConfig(folder: string, stack: string | undefined): StackConfig {
  const isStackFile = (name: string): boolean =>
    stack === undefined ? /^Pulumi\..+\.yaml$/.test(name) : name === `Pulumi.${stack}.yaml`;
  const stacks = folderOfStacks(folder);
  const [file, ...others] = namesIn(stacks).filter(isStackFile);
  if (file === undefined || others.length > 0) {
    return { ...noStack, problem: "The stack's configuration was not read: there is no pulumi command on the PATH" };
  }
  let entries: [string, unknown][];
  try {
    entries = Object.entries(objectIn(parsedFile(join(stacks, file))["config"]));
  } catch (error) {
    return { ...noStack, problem: `${file} can't be read: ${reasonOf(error)}` };
  }
  const isEncrypted = (value: unknown): boolean => typeof value === "object" && value !== null && "secure" in value;
  const values = Object.fromEntries(entries.filter(([, value]) => !isEncrypted(value)));
  const encrypted = entries.filter(([key, value]) => key.startsWith("cdn:") && isEncrypted(value)).map(([key]) => key);
  if (encrypted.length === 0) return { values };
  const problem = `${file} holds ${encrypted.join(", ")} encrypted, and there is no pulumi command on the PATH to decrypt it`;
  return { values, problem };
}

function projectName(folder: string): string | undefined {
  const { name } = projectIn(folder);
  return typeof name === "string" ? name : undefined;
}

/** Returns the folder of the stacks' files, which the project file can name. Its key `config` is the former name of the key. */
function folderOfStacks(folder: string): string {
  const { config, stackConfigDir = config } = projectIn(folder);
  return typeof stackConfigDir === "string" ? join(folder, stackConfigDir) : folder;
}

function projectIn(folder: string): Readonly<Record<string, unknown>> {
  const file = projectFiles.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? "";
  try {
    return parsedFile(file);
  } catch {
    // Pulumi's own commands report an invalid project file.
    return {};
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Returns the content of a file in YAML, which includes JSON. */
function parsedFile(file: string): Readonly<Record<string, unknown>> {
  const { parse } = require("yaml") as typeof import("yaml");
  return objectIn(parse(readFileSync(file, "utf8")));
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
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
