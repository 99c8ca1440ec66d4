import type { ChildProcess } from "node:child_process";
import type { ChangeSummary, Checkpoint, DetailedDiff, StackOutput, StepOp } from "../../../tools/local-engine";

/** Encrypts the states of both engines, so that either can take over from the other. */
export const passphrase = "a passphrase for tests";

/** An engine that scenarios run against: the local one, or the Pulumi CLI. */
export interface EngineUnderTest {
  readonly name: "local" | "cli";
  /** Which resources the programs of scenarios declare. */
  readonly resources: "dynamic" | "native";
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
  /** Sets configuration anew, or adds to it, for the runs to come. */
  configure(change: Pick<StackUnderTestOptions, "config" | "secretConfig" | "env">): Promise<void>;
  outputs(): Promise<Record<string, StackOutput>>;
  exportState(options?: { showSecrets?: boolean }): Promise<Checkpoint>;
  importState(checkpoint: Checkpoint): Promise<void>;
  /** Takes over what a file for `pulumi import --file` names. @throws on the local engine, which has no such operation */
  importResources(file: object): Promise<RunResult>;
  /** Runs a script in the project's folder: for it, `pulumi` is this engine, and this stack is selected. */
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
  /** All that the engine printed, in its own words. */
  text: string;
}

/**
 * A step, default providers left out. A refresh's step has the op of what it found, or `refresh` if that is
 * nothing; a refresh before an update has `refresh` always.
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
