/**
 * The local engine: runs a Pulumi program with the SDK's own language runtime and dynamic providers, for machines
 * without the Pulumi CLI. A stand-in for tests, continuous integration and a first try; not a replacement.
 */
export { openStack, type LocalStack, type StackOptions } from "./stack";
export type { ChangeSummary, Diagnostic, EngineEvent, Severity, Step, StepOp } from "./deployment/events";
export type { DestroyOptions, RefreshOptions, UpdateOptions } from "./operations/operations";
export type { StackOutput } from "./operations/outputs";
export { exitCodes, type OperationOptions, type OperationResult } from "./operations/session";
export type { DetailedDiff, PropertyDiffKind } from "./property/diff";
export { Secret, unknownValue, type PropertyMap, type PropertyValue } from "./property/value";
export type { Checkpoint, CheckpointOperation, CheckpointResource } from "./state/checkpoint";
export { StackLockedError } from "./state/lock";
