/**
 * The local engine: runs Pulumi programs with dynamic resources where no Pulumi CLI is installed, for tests and the
 * quickstart. See README.md for what it leaves to the CLI.
 */
export { formatResult } from "./display";
export type { DetailedDiff, PropertyDiffKind } from "./diff";
export type { ChangeSummary, StepOp } from "./run";
export { LocalStack, type OperationResult, type StackOutput } from "./stack";
export type { Checkpoint } from "./state";
