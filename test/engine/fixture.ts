import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openStack, type LocalStack, type OperationResult, type Step, type StackOptions } from "../../engine";

export interface Declared {
  kind?: "thing" | "box" | "provider";
  name: string;
  inputs?: Record<string, unknown>;
  options?: Record<string, unknown>;
}

/** What the fixture program is to do. */
export interface FixtureProgram {
  resources?: Declared[];
  outputs?: Record<string, unknown>;
  log?: string;
  crash?: string;
}

export interface Call {
  call: string;
  account: string;
  at: number;
  id?: string;
  name?: string;
  olds?: Record<string, unknown>;
  news?: Record<string, unknown>;
  state?: Record<string, unknown>;
}

/** A stack of the fixture program, with a service of its own that keeps its objects in a folder. */
export class Fixture {
  constructor(
    readonly folder: string,
    readonly options: Partial<StackOptions> = {},
  ) {}

  static async open(options: Partial<StackOptions> = {}): Promise<Fixture> {
    return new Fixture(await mkdtemp(path.join(tmpdir(), "engine-test-")), options);
  }

  get stateDir(): string {
    return path.join(this.folder, "state");
  }

  get stateFile(): string {
    return path.join(this.stateDir, "fixture", "test.json");
  }

  env(program: FixtureProgram): Record<string, string> {
    return { FIXTURE_STORE: this.folder, FIXTURE_PROGRAM: JSON.stringify(program) };
  }

  stack(program: FixtureProgram = {}, options: Partial<StackOptions> = {}): LocalStack {
    return openStack({
      projectDir: path.join(__dirname, "fixtures/program"),
      stackName: "test",
      stateDir: this.stateDir,
      passphrase: "correct horse",
      ...this.options,
      ...options,
      env: { ...this.env(program), ...options.env },
    });
  }

  async up(resources: Declared[], rest: FixtureProgram = {}): Promise<OperationResult> {
    return this.stack({ resources, ...rest }).up();
  }

  async preview(resources: Declared[], rest: FixtureProgram = {}): Promise<OperationResult> {
    return this.stack({ resources, ...rest }).preview();
  }

  /** What the provider was asked since the last time. */
  async calls(...only: string[]): Promise<Call[]> {
    const file = path.join(this.folder, "journal");
    const text = await readFile(file, "utf8").catch(() => "");
    await rm(file, { force: true });
    const calls = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Call);
    return only.length === 0 ? calls : calls.filter(({ call }) => only.includes(call));
  }

  /** The service's objects by name, as they are out there. */
  async objects(): Promise<Record<string, Record<string, unknown>>> {
    const files = (await readdir(this.folder)).filter((file) => file.endsWith(".json"));
    const read = async (file: string): Promise<[string, Record<string, unknown>]> => {
      const object = JSON.parse(await readFile(path.join(this.folder, file), "utf8")) as Record<string, unknown>;
      return [String(object["name"]), object];
    };
    return Object.fromEntries(await Promise.all(files.map(read)));
  }

  /** Changes an object behind Pulumi's back; undefined removes it. */
  async change(name: string, change: Record<string, unknown> | undefined): Promise<void> {
    for (const file of await readdir(this.folder)) {
      if (!file.startsWith(`${name}-`) || !file.endsWith(".json")) continue;
      const target = path.join(this.folder, file);
      if (change === undefined) await rm(target);
      else
        await writeFile(
          target,
          JSON.stringify({ ...(JSON.parse(await readFile(target, "utf8")) as object), ...change }),
        );
    }
  }

  async close(): Promise<void> {
    // A process that was killed in the middle of it may have left children that still write.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** `op name` of each step, but for what stays the same. */
export function changesOf(result: OperationResult): string[] {
  return result.steps.filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${nameOf(urn)}`);
}

export function stepOf(result: OperationResult, name: string): Step {
  const step = result.steps.findLast(({ urn }) => nameOf(urn) === name);
  if (step === undefined)
    throw new Error(`no step for ${name} among: ${result.steps.map(({ urn }) => urn).join(", ")}`);
  return step;
}

export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

export function errorsOf(result: OperationResult): string[] {
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ urn, message }) => (urn === undefined ? message : `${nameOf(urn)}: ${message}`));
}

/** The recorded resource by name, as the state file has it. */
export async function recorded(fixture: Fixture, name: string): Promise<Record<string, unknown> | undefined> {
  const { deployment } = await fixture.stack().exportState();
  return deployment.resources?.find(({ urn }) => nameOf(urn) === name);
}
