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
 * The state of the selected stack. Secrets stay encrypted, so that no passphrase is needed.
 *
 * @throws {CommandError}
 */
export async function exportState(io: CommandIo): Promise<string> {
  try {
    return await pulumi(["stack", "export"], io);
  } catch (error) {
    throw new CommandError(`pulumi stack export failed: ${messageOf(error)}. Give a state with --state FILE`);
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
  const { values, unread } = await stackConfig(io);
  const config = (key: string): unknown => values[key];
  try {
    return readSettings({ config, env: io.env, ...(unread === undefined ? {} : { onlyVariables: true }) });
  } catch (error) {
    if (!(error instanceof ConfigurationError) || !unread) throw error;
    throw new ConfigurationError(`${error.message}\n${unread}`);
  }
}

/** The configuration of a stack by full key; `unread` says why values may be missing, "" where there is no stack. */
export interface StackConfig {
  readonly values: Readonly<Record<string, unknown>>;
  readonly unread?: string;
}

/** Reads the selected stack's configuration, unless variables already say which account of which service is meant. */
export async function stackConfig(io: CommandIo): Promise<StackConfig> {
  const folder = projectFolder(io);
  const { baseUrl, accessKey } = settingSpecs;
  if (folder === undefined || [baseUrl, accessKey].every(({ variable }) => (io.env[variable] ?? "") !== "")) {
    return { values: {}, unread: "" };
  }
  try {
    const printed = JSON.parse(await pulumi(["config", "--show-secrets", "--json"], io)) as Record<string, ConfigValue>;
    return { values: Object.fromEntries(Object.entries(printed).map(([key, { value }]) => [key, value])) };
  } catch (error) {
    if (error instanceof NoPulumiError) return stackFile(folder, io);
    return { values: {}, unread: `The stack's configuration could not be read: ${messageOf(error)}` };
  }
}

interface ConfigValue {
  readonly value?: string;
}

/** Without the CLI: what is not encrypted in the stack's file. */
function stackFile(folder: string, { env }: CommandIo): StackConfig {
  const wanted = env["PULUMI_STACK"]?.replace(/^.*\//, "");
  const files = readdirSync(folder).filter((name) =>
    wanted === undefined ? /^Pulumi\..+\.yaml$/.test(name) : name === `Pulumi.${wanted}.yaml`,
  );
  const [file] = files;
  if (file === undefined || files.length > 1) {
    return { values: {}, unread: "The stack's configuration was not read: there is no pulumi command on the PATH" };
  }
  const { parse } = require("yaml") as typeof import("yaml");
  const document = parse(readFileSync(join(folder, file), "utf8")) as { config?: Record<string, unknown> } | null;
  const entries = Object.entries(document?.config ?? {});
  const isEncrypted = (value: unknown): boolean => typeof value === "object" && value !== null && "secure" in value;
  const encrypted = entries.filter(([key, value]) => key.startsWith("cdn:") && isEncrypted(value)).map(([key]) => key);
  return {
    values: Object.fromEntries(entries.filter(([, value]) => !isEncrypted(value))),
    unread:
      encrypted.length === 0
        ? ""
        : `${file} holds ${encrypted.join(", ")} encrypted, and there is no pulumi command on the PATH to decrypt it`,
  };
}

function projectFolder(io: CommandIo): string | undefined {
  let folder = resolve(io.cwd());
  while (!["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].some((name) => existsSync(join(folder, name)))) {
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return folder;
}

class NoPulumiError extends Error {
  override readonly message = "there is no pulumi command on the PATH";
}

const maxOutput = 1024 ** 3;

/** What the Pulumi CLI prints. @throws {Error} with what it says when it fails */
async function pulumi(args: readonly string[], io: CommandIo): Promise<string> {
  // It asks our service for nothing, so it is not told the keys.
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
