import type { DetailedDiff } from "../property/diff";
import type { PropertyMap } from "../property/value";

export type Severity = "debug" | "info" | "info#err" | "warning" | "error";

export interface Diagnostic {
  severity: Severity;
  message: string;
  urn?: string;
}

/** What is done to a resource, by Pulumi's names. */
export type StepOp =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "create-replacement"
  | "delete"
  | "delete-replaced"
  | "discard"
  | "discard-replaced"
  | "remove-pending-replace"
  | "read"
  | "read-replacement"
  | "refresh";

/** One step of an operation. Properties are as in memory: secrets are marked, not shown. */
export interface Step {
  op: StepOp;
  urn: string;
  type: string;
  /** What a refresh found: `same`, `update` or `delete`. */
  resultOp?: "same" | "update" | "delete";
  id?: string;
  /** Which input properties changed, by path; for a refresh, what changed outside of Pulumi. */
  detailedDiff?: DetailedDiff;
  /** The properties that force a replacement. */
  replaceKeys?: string[];
  oldInputs?: PropertyMap;
  oldOutputs?: PropertyMap;
  newInputs?: PropertyMap;
  newOutputs?: PropertyMap;
  failed?: true;
}

export type EngineEvent =
  { kind: "step"; status: "started" | "done" | "failed"; step: Step } | { kind: "diagnostic"; diagnostic: Diagnostic };

/** How many resources each operation was done to, as the CLI's summary counts them. */
export type ChangeSummary = Partial<Record<StepOp, number>>;
