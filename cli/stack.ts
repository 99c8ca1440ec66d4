import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigurationError } from "../provider/api/errors";
import type { Settings } from "../provider/api/settings";
import { readSettings, settingSpecs } from "../provider/api/settings";
import type { CommandIo } from "./command";
import { messageOf } from "./command";
import { NoPulumiError, pulumi } from "./pulumi";

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

/** No stack's configuration is used: settings come from variables only. */
export const noStack: StackConfig = { values: {}, canBeSet: false };

/**
 * Reads the configuration of a stack of the current project, unless variables already set the base URL and the access key.
 *
 * @param state a state: its stack is used, if it belongs to the current project. @default the selected stack
 */
export async function stackConfig(io: CommandIo, state?: string): Promise<StackConfig> {
  const folder = projectFolder(io);
  const isSet = ({ variable }: { readonly variable: string }): boolean => (io.env[variable] ?? "") !== "";
  if (folder === undefined || (isSet(settingSpecs.baseUrl) && isSet(settingSpecs.accessKey))) return noStack;
  const [, stack, project] = /"urn:pulumi:([^:"]+)::([^:"]+)::/.exec(state ?? "") ?? [];
  if (state !== undefined && project !== projectName(folder)) return noStack;
  const config = ["config", "--show-secrets", "--json", ...(stack === undefined ? [] : ["--stack", stack])];
  try {
    const printed = JSON.parse(await pulumi(config, io)) as Record<string, { readonly value?: string }>;
    const values = Object.fromEntries(Object.entries(printed).map(([key, { value }]) => [key, value]));
    return { values, canBeSet: true };
  } catch (error) {
    if (error instanceof NoPulumiError) {
      return fileConfig(folder, stack ?? io.env["PULUMI_STACK"]?.replace(/^.*\//, ""));
    }
    return { ...noStack, problem: `The stack's configuration could not be read: ${messageOf(error)}` };
  }
}

/**
 * Without the CLI: the plain values in the stack's file. Secrets need the CLI.
 *
 * @param stack undefined if not known: then the project's only stack
 */
function fileConfig(folder: string, stack: string | undefined): StackConfig {
  const isStackFile = (name: string): boolean =>
    stack === undefined ? /^Pulumi\..+\.yaml$/.test(name) : name === `Pulumi.${stack}.yaml`;
  const [file, ...others] = readdirSync(folder).filter(isStackFile);
  if (file === undefined || others.length > 0) {
    return { ...noStack, problem: "The stack's configuration was not read: there is no pulumi command on the PATH" };
  }
  const { parse } = require("yaml") as typeof import("yaml");
  const document = parse(readFileSync(join(folder, file), "utf8")) as { config?: Record<string, unknown> } | null;
  const entries = Object.entries(document?.config ?? {});
  const isEncrypted = (value: unknown): boolean => typeof value === "object" && value !== null && "secure" in value;
  const values = Object.fromEntries(entries.filter(([, value]) => !isEncrypted(value)));
  const encrypted = entries.filter(([key, value]) => key.startsWith("cdn:") && isEncrypted(value)).map(([key]) => key);
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
