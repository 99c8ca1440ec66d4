import type { Account } from "./live/accounts";
import type { NextStep, PropertyDifference, ResourceReport, StackReport } from "./model";
import type { OpenResource } from "./state/parse";

/** The place where the commands of a stack are run. */
export interface Place {
  /** The stack, as `pulumi --stack` takes it. */
  readonly stack: string | undefined;
  /** The project in whose folder the commands are run. @default the current project */
  readonly project?: string | undefined;
}

/** What a check found out about a resource. */
export interface CheckedResource {
  readonly report: ResourceReport;
  readonly account: Account;
  /** The place where the commands of its stack are run. */
  readonly place: Place;
  /** What it has besides what it declares, if unmanaged objects are asked for and its kind can have such things. */
  readonly foreign?: Foreign;
  /** Returns the steps for some of its differences, if it has any and unmanaged objects are asked for. */
  readonly nextFor?: (differences: readonly PropertyDifference[]) => NextStep[];
}

/** What a storage folder has besides its files, or an edge script besides its variables and secrets. */
export interface Foreign {
  readonly resource: OpenResource;
  /** The declared files of a storage folder by path, unless they are encrypted in the state. */
  readonly files?: unknown;
  /** The paths of other files, below the folder, or of other values, such as `variables["GREETING"]`. */
  readonly paths: readonly string[];
}

/** A resource whose other contents were asked for. */
export type WithForeign = CheckedResource & { readonly foreign: Foreign };

/** What a check found out about a stack. */
export interface CheckedStack {
  readonly report: Omit<StackReport, "resources">;
  readonly resources: readonly CheckedResource[];
  readonly place: Place;
  /** When its state was written, in milliseconds since the epoch, if it is recorded. */
  readonly writtenAt?: number | undefined;
}

/** Returns a stack with other reports on its resources. */
export function withReports(
  checked: CheckedStack,
  next: (report: ResourceReport, one: CheckedResource) => ResourceReport,
): CheckedStack {
  return { ...checked, resources: checked.resources.map((one) => ({ ...one, report: next(one.report, one) })) };
}

/** Returns a stack with further notes. */
export function withNotes(checked: CheckedStack, notes: readonly string[]): CheckedStack {
  return { ...checked, report: { ...checked.report, notes: [...checked.report.notes, ...notes] } };
}

/** Returns the report on a stack. */
export function reportOf({ report: { stack, verdict, ...more }, resources }: CheckedStack): StackReport {
  return { stack, verdict, resources: resources.map(({ report }) => report), ...more };
}
