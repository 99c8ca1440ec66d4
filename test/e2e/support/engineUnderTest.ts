import type { ChildProcess } from "node:child_process";
import type { ChangeSummary, Checkpoint, DetailedDiff, StackOutput, StepOp } from "../../../tools/local-engine";

/** Encrypts the states of the CLI. */
export const passphrase = "a passphrase for tests";

/** An engine that scenarios run against: the local one, or the Pulumi CLI. */
export interface EngineUnderTest {
  readonly name: "local" | "cli";
  /** Which resources the programs of scenarios declare. */
  readonly resources: "dynamic" | "native";
  /**
   * Returns whether this is the CLI, of version 3.`minor` or later. `pulumi import` takes a file with states from 254 on, and aliases of a component
   * of a plugin reach its parts from 217 on.
   */
  isAtLeast(minor: number): boolean;
  openStack(options: StackUnderTestOptions): Promise<StackUnderTest>;
}

/** The type of a storage zone in URNs. */
export function storageZoneType({ resources }: EngineUnderTest): string {
  return resources === "native" ? "cdn:index:StorageZone" : "pulumi-nodejs:dynamic/cdn:StorageZone";
}

export interface StackUnderTestOptions {
  /** The folder of Pulumi.yaml. */
  projectDir: string;
  /** @default "e2e" */
  stackName?: string;
  config?: Record<string, string>;
  secretConfig?: Record<string, string>;
  /** Added to this process's environment, for the program and its providers. */
  env?: Record<string, string>;
}

export interface StackUnderTest {
  preview(options?: RunOptions): Promise<RunResult>;
  up(options?: RunOptions): Promise<RunResult>;
  refresh(options?: RefreshRunOptions): Promise<RunResult>;
  destroy(options?: RunOptions): Promise<RunResult>;
  /** Adds to the configuration, or overrides it, for following runs. */
  configure(change: Pick<StackUnderTestOptions, "config" | "secretConfig" | "env">): Promise<void>;
  outputs(): Promise<Record<string, StackOutput>>;
  exportState(options?: { showSecrets?: boolean }): Promise<Checkpoint>;
  importState(checkpoint: Checkpoint): Promise<void>;
  /** Imports the resources in a file for `pulumi import --file`. @throws on the local engine */
  importResources(file: object): Promise<RunResult>;
  /** Runs a script in the project's folder, with this stack selected. @throws on the local engine */
  script(text: string, options?: { readonly env?: Record<string, string> }): Promise<ScriptResult>;
  /** Runs any other command of the CLI on this stack. @throws on the local engine */
  command(...args: string[]): Promise<RunResult>;
  /** Starts a command of the CLI on this stack, to interrupt or kill it. @throws on the local engine */
  start(...args: string[]): ChildProcess;
  /** Removes the stack's files, not its resources. */
  close(): Promise<void>;
}

export interface ScriptResult {
  exitCode: number;
  /** Both outputs. */
  text: string;
}

export interface RunOptions {
  refresh?: boolean;
  /** Shows old and new values in the text; the local engine always does. */
  diff?: boolean;
  expectNoChanges?: boolean;
  parallel?: number;
}

export interface RefreshRunOptions {
  /** Shows old and new values in the text; the local engine always does. */
  diff?: boolean;
  previewOnly?: boolean;
  runProgram?: boolean;
  expectNoChanges?: boolean;
  parallel?: number;
}

export interface RunResult {
  exitCode: number;
  steps: RunStep[];
  summary: ChangeSummary;
  /** The engine's output. */
  text: string;
  /** What a terminal shows while the run goes on. @default unknown, on the local engine */
  statuses?: readonly Status[];
}

/** A text that is shown beside a resource until the next one. */
export interface Status {
  text: string;
  /** "" for the stack. */
  urn: string;
}

/**
 * A step, except those of default providers. In a refresh, its op is that of the change, or `refresh` if there is none; in a
 * refresh before an update, it is always `refresh`.
 */
export interface RunStep {
  op: StepOp;
  urn: string;
  type: string;
  /** The name in the URN. */
  name: string;
  /** Which properties changed, by path. */
  detailedDiff: DetailedDiff;
  /** Never in a preview. */
  failed: boolean;
}
