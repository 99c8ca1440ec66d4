import path from "node:path";
import { readProject, type Project } from "./project";
import { refresh } from "./refresh";
import { Run, type ChangeSummary, type Diagnostic, type Step } from "./run";
import { exportCheckpoint, importCheckpoint, type Checkpoint, type ResourceState } from "./state";
import { deleteAll, update } from "./update";
import { stackType } from "./urn";
import { containsSecret, reveal, Secret, type PropertyMap, type PropertyValue } from "./values";

export interface StackOptions {
  /** The folder of Pulumi.yaml. */
  projectDir: string;
  stackName: string;
  /** Configuration by key, such as `"cdn:baseUrl"`; a key without a colon belongs to the project. */
  config?: Record<string, string>;
  /** Secret configuration. */
  secretConfig?: Record<string, string>;
  /** Added to this process's environment, for the program and its providers. */
  env?: Record<string, string>;
}

export interface OperationOptions {
  /** Read every resource first. @default false */
  refresh?: boolean;
  /** Exit with 7 if anything changes, or would. @default false */
  expectNoChanges?: boolean;
}

export interface RefreshOptions {
  /** Only show what a refresh would find, without changing the state. @default false */
  previewOnly?: boolean;
  /** Exit with 7 if anything has changed. @default false */
  expectNoChanges?: boolean;
}

export interface OperationResult {
  /** The exit code, as of the CLI: 0, 1 after a failure, 7 after changes despite `expectNoChanges`. */
  exitCode: 0 | 1 | 7;
  steps: Step[];
  diagnostics: Diagnostic[];
  summary: ChangeSummary;
  outputs: Record<string, StackOutput>;
}

/** An output of the stack: the plain value, and whether it is secret. */
export interface StackOutput {
  value: PropertyValue;
  secret: boolean;
}

/** A stack of the local engine. The state exists as long as this object, unless it is saved with `exportState`. */
export class LocalStack {
  readonly #project: Project;
  #options: StackOptions;
  #resources: ResourceState[] = [];

  constructor(options: StackOptions) {
    this.#project = readProject(path.resolve(options.projectDir));
    this.#options = options;
  }

  /** Adds to the configuration and the environment, or replaces values in them. */
  configure({ config, secretConfig, env }: Pick<StackOptions, "config" | "secretConfig" | "env">): void {
    const { config: plain, secretConfig: secret, env: before } = this.#options;
    this.#options = {
      ...this.#options,
      config: { ...plain, ...config },
      secretConfig: { ...secret, ...secretConfig },
      env: { ...before, ...env },
    };
  }

  preview(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#operate(true, options, update);
  }

  up(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#operate(false, options, update);
  }

  refresh({ previewOnly = false, expectNoChanges = false }: RefreshOptions = {}): Promise<OperationResult> {
    return this.#operate(previewOnly, { expectNoChanges }, (run) => refresh(run));
  }

  destroy(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#operate(false, options, (run) => deleteAll(run, run.snapshot.pending));
  }

  outputs(): Record<string, StackOutput> {
    const stack = this.#resources.find(({ type }) => type === stackType);
    return Object.fromEntries(
      Object.entries(stack?.outputs ?? {}).map(([name, value]) => [
        name,
        { value: reveal(value), secret: containsSecret(value) },
      ]),
    );
  }

  /** Returns the state in the format of `pulumi stack export`. Without secrets it can't be imported again. */
  exportState({ showSecrets = false } = {}): Checkpoint {
    return exportCheckpoint(this.#resources, showSecrets);
  }

  importState(checkpoint: Checkpoint): void {
    this.#resources = importCheckpoint(checkpoint);
  }

  async #operate(
    dryRun: boolean,
    options: OperationOptions,
    work: (run: Run) => Promise<void>,
  ): Promise<OperationResult> {
    const { stackName: stack, env } = this.#options;
    const settings = { project: this.#project, stack, config: this.#config(), env: { ...process.env, ...env }, dryRun };
    const run = new Run(settings, this.#resources);
    try {
      if (options.refresh === true) await refresh(run, true);
      if (!run.failed) await work(run);
    } catch (error) {
      run.fail(error);
    } finally {
      await run.end();
    }
    if (!dryRun) this.#resources = run.snapshot.resources;
    const { steps, diagnostics, summary, failed } = run;
    const unexpected = !failed && options.expectNoChanges === true && hasChanges(summary);
    if (unexpected) run.log("error", "no changes were expected but changes were proposed");
    return { exitCode: failed ? 1 : unexpected ? 7 : 0, steps, diagnostics, summary, outputs: this.outputs() };
  }

  #config(): PropertyMap {
    const qualify = (key: string): string => (key.includes(":") ? key : `${this.#project.name}:${key}`);
    const { config = {}, secretConfig = {} } = this.#options;
    const qualified: PropertyMap = {};
    for (const [key, value] of Object.entries(config)) qualified[qualify(key)] = value;
    for (const [key, value] of Object.entries(secretConfig)) qualified[qualify(key)] = new Secret(value);
    return qualified;
  }
}

function hasChanges(summary: ChangeSummary): boolean {
  const quiet = ["same", "read", "discard"];
  return Object.entries(summary).some(([op, count]) => count > 0 && !quiet.includes(op));
}
