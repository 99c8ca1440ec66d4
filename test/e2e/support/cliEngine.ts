import { execFile, execFileSync, spawn, type ChildProcess, type ExecFileException } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Checkpoint, StackOutput } from "../../../tools/local-engine";
import { readEvents } from "./cliEvents";
import { runScript } from "./script";
import {
  passphrase,
  type EngineUnderTest,
  type RunOptions,
  type RunResult,
  type ScriptResult,
  type StackUnderTest,
  type StackUnderTestOptions,
} from "./engineUnderTest";

/** Whether there is a `pulumi` on the PATH. */
export function hasCli(): boolean {
  const names = process.platform === "win32" ? ["pulumi.exe", "pulumi.cmd"] : ["pulumi"];
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => names.some((name) => existsSync(path.join(folder, name))));
}

/**
 * The real CLI, with its state in a temporary folder. It is run as a command, since the Automation API neither returns the exit
 * code (7 for unexpected changes) nor supports `--preview-only`.
 */
export const cliEngine: EngineUnderTest = {
  name: "cli",
  resources: "dynamic",
  isAtLeast: (minor) => minorVersion() >= minor,
  openStack: async (options) => {
    const stack = new CliStack(options, await mkdtemp(path.join(tmpdir(), "cli-engine-")));
    await stack.init();
    return stack;
  },
};

interface Output {
  exitCode: number;
  stdout: string;
  text: string;
}

class CliStack implements StackUnderTest {
  readonly #options: StackUnderTestOptions;
  readonly #folder: string;
  readonly #name: string;
  #env: Record<string, string>;

  constructor(options: StackUnderTestOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#name = options.stackName ?? "e2e";
    this.#env = options.env ?? {};
  }

  async init(): Promise<void> {
    await mkdir(path.join(this.#folder, "state"));
    await this.#succeed(["stack", "init", this.#name]);
    // The CLI writes the stack's settings next to the program; here they belong to the stack.
    const left = path.join(this.#options.projectDir, `Pulumi.${this.#name}.yaml`);
    await copyFile(left, this.#settings).catch(() => writeFile(this.#settings, ""));
    await rm(left, { force: true });
    await this.configure(this.#options);
  }

  preview(options: RunOptions = {}): Promise<RunResult> {
    return this.#run(["preview", ...flags(options)]);
  }

  up(options: RunOptions = {}): Promise<RunResult> {
    return this.#run(["up", "--yes", "--skip-preview", ...flags(options)]);
  }

  refresh({
    previewOnly = false,
    runProgram = false,
    ...options
  }: Parameters<StackUnderTest["refresh"]>[0] = {}): Promise<RunResult> {
    const how = previewOnly ? ["--preview-only"] : ["--yes", "--skip-preview"];
    return this.#run(["refresh", ...how, ...(runProgram ? ["--run-program"] : []), ...flags(options)]);
  }

  destroy(options: RunOptions = {}): Promise<RunResult> {
    return this.#run(["destroy", "--yes", "--skip-preview", ...flags(options)]);
  }

  async configure({
    config = {},
    secretConfig = {},
    env = {},
  }: Parameters<StackUnderTest["configure"]>[0]): Promise<void> {
    this.#env = { ...this.#env, ...env };
    const plain = Object.entries(config).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]);
    const secret = Object.entries(secretConfig).flatMap(([key, value]) => ["--secret", `${key}=${value}`]);
    if (plain.length + secret.length === 0) return;
    await this.#succeed(["config", "set-all", ...this.#stack, ...plain, ...secret]);
  }

  async outputs(): Promise<Record<string, StackOutput>> {
    const read = async (more: string[]): Promise<Record<string, StackOutput["value"]>> => {
      const args = ["stack", "output", "--json", "--stack", this.#name, ...more];
      return JSON.parse((await this.#succeed(args)).stdout) as Record<string, StackOutput["value"]>;
    };
    const [shown, hidden] = [await read(["--show-secrets"]), await read([])];
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [
        name,
        { value, secret: JSON.stringify(hidden[name]).includes("[secret]") },
      ]),
    );
  }

  async exportState({ showSecrets = false } = {}): Promise<Checkpoint> {
    const args = ["stack", "export", "--stack", this.#name, ...(showSecrets ? ["--show-secrets"] : [])];
    return JSON.parse((await this.#succeed(args)).stdout) as Checkpoint;
  }

  async importState(checkpoint: Checkpoint): Promise<void> {
    const file = path.join(this.#folder, "import.json");
    await writeFile(file, JSON.stringify(checkpoint), { mode: 0o600 });
    await this.#succeed(["stack", "import", "--stack", this.#name, "--file", file]);
    await rm(file);
  }

  async importResources(resources: object): Promise<RunResult> {
    const file = path.join(this.#folder, "resources.json");
    await writeFile(file, JSON.stringify(resources), { mode: 0o600 });
    const how = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
    return this.#run(["import", "--file", file, ...how]);
  }

  async script(text: string, { env = {} }: Parameters<StackUnderTest["script"]>[1] = {}): Promise<ScriptResult> {
    // Commands in a script expect the stack's settings next to the program.
    const settings = path.join(this.#options.projectDir, `Pulumi.${this.#name}.yaml`);
    await copyFile(this.#settings, settings);
    try {
      return await runScript(text, this.#options.projectDir, {
        ...this.#environment,
        PULUMI_STACK: this.#name,
        ...env,
      });
    } finally {
      await rm(settings);
    }
  }

  async command(...args: string[]): Promise<RunResult> {
    const isRun = ["preview", "up", "refresh", "destroy"].includes(args[0] ?? "");
    if (isRun) return this.#run(args);
    const { exitCode, text } = await this.#pulumi([...args, "--stack", this.#name]);
    return { exitCode, text, steps: [], summary: {} };
  }

  start(...args: string[]): ChildProcess {
    const env = { ...this.#environment };
    // In its own process group, as in a shell, so that a signal reaches all of its processes.
    const options = { cwd: this.#options.projectDir, env, stdio: "ignore", detached: true } as const;
    return spawn("pulumi", [...args, ...this.#stack, "--non-interactive"], options);
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  get #settings(): string {
    return path.join(this.#folder, "Pulumi.stack.yaml");
  }

  get #stack(): string[] {
    return ["--stack", this.#name, "--config-file", this.#settings];
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ...this.#env,
      PULUMI_BACKEND_URL: `file://${path.join(this.#folder, "state")}`,
      PULUMI_HOME: path.join(this.#folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
  }

  async #run(args: string[]): Promise<RunResult> {
    const log = path.join(this.#folder, "events.json");
    await writeFile(log, "");
    const { exitCode, text } = await this.#pulumi([...args, ...this.#stack, "--event-log", log]);
    return { exitCode: asToday(exitCode, text), text, ...readEvents(await readFile(log, "utf8")) };
  }

  async #succeed(args: string[]): Promise<Output> {
    const output = await this.#pulumi(args);
    if (output.exitCode === 0) return output;
    throw new Error(`pulumi ${args.join(" ")} exited with ${output.exitCode}:\n${output.text}`);
  }

  #pulumi(args: string[]): Promise<Output> {
    // The CLI accepts `--event-log` only with this variable.
    const env = { ...this.#environment, PULUMI_DEBUG_COMMANDS: "true" };
    const options = { cwd: this.#options.projectDir, env, maxBuffer: 256 * 1024 * 1024 };
    return new Promise((resolve, reject) => {
      const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
        if (error !== null && typeof error.code !== "number") reject(new Error(`cannot run pulumi: ${error.message}`));
        else resolve({ exitCode: Number(error?.code ?? 0), stdout, text: stdout + stderr });
      };
      execFile("pulumi", [...args, "--non-interactive", "--color", "never"], options, done);
    });
  }
}

let knownMinorVersion: number | undefined;

/** Returns the number after `v3.` in the version of the CLI. @throws for another major version, because no scenario may then be skipped unnoticed */
function minorVersion(): number {
  if (knownMinorVersion !== undefined) return knownMinorVersion;
  const version = execFileSync("pulumi", ["version"], { encoding: "utf8" });
  const [, minor] = /^v3\.(\d+)\./.exec(version) ?? [];
  if (minor === undefined) throw new Error(`unknown version of the Pulumi CLI: ${version}`);
  return (knownMinorVersion = Number(minor));
}

/** Returns the exit code of today's CLI. Before 3.227, the CLI exits with 255 for each failure. */
function asToday(exitCode: number, text: string): number {
  if (exitCode !== 255 || minorVersion() >= 227) return exitCode;
  return text.includes("no changes were expected but changes ") ? 7 : 1;
}

function flags({ refresh = false, diff = false, expectNoChanges = false, parallel }: RunOptions): string[] {
  return [
    ...(refresh ? ["--refresh"] : []),
    ...(diff ? ["--diff"] : []),
    ...(expectNoChanges ? ["--expect-no-changes"] : []),
    ...(parallel === undefined ? [] : ["--parallel", String(parallel)]),
  ];
}
