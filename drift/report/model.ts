import type { DifferenceKind } from "../compare/values";
import type { ZoneKind } from "../state/kinds";

/**
 * What a difference is about.
 *
 * - `declared`: an input that the program gives a managed zone. It counts as drift, as it does for `pulumi refresh`.
 * - `external`: a setting of a zone that the stack only reads. It counts as drift, as it does for `pulumi refresh`.
 * - `undeclared`: a setting of a managed zone that the program leaves open. It is shown and does not count.
 * - `volatile`: what moves by itself, such as the space used. It is not even shown unless asked for, and never counts.
 */
export type DifferenceClass = "declared" | "external" | "undeclared" | "volatile";

/** One property that differs from the state. */
export interface PropertyDifference {
  /** Such as `region`, `hostnames[id=2].forceSSL`. */
  readonly property: string;
  readonly class: DifferenceClass;
  readonly kind: DifferenceKind;
  /** What the state says; absent where it says nothing, and where it is hidden. */
  readonly expected?: unknown;
  /** What stands live; absent where nothing does, and where it is hidden. */
  readonly actual?: unknown;
  /** It is a secret: that it changed is all that is told. */
  readonly hidden: boolean;
  /** To put the declared value back takes another zone, and deletes this one with its files. */
  readonly replaces: boolean;
  /** Why `pulumi up` would refuse to put the declared value back. */
  readonly refused?: string;
  /** Whether it counts as drift: by its class, and not ignored. */
  readonly counts: boolean;
  readonly ignored?: Ignored;
}

/** Why something that differs does not count. */
export interface Ignored {
  /** `rule`: of the ignore rules; `ignoreChanges`: the resource option in the program. */
  readonly by: "rule" | "ignoreChanges";
  readonly reason: string;
  /** Number of the rule, from 1. */
  readonly rule?: number;
  readonly expires?: string;
}

/** `unread`: nothing is known of it, so it is neither clean nor drift. */
export type ResourceStatus = "clean" | "changed" | "missing" | "unread";

/** One zone of a stack. */
export interface ResourceReport {
  readonly urn: string;
  readonly name: string;
  readonly type: ZoneKind;
  readonly id: string;
  /** "default", or the name of the explicit provider. */
  readonly provider: string;
  /** Read by the stack, not managed. */
  readonly external: boolean;
  /** `clean` also where only differences stand that do not count. */
  readonly status: ResourceStatus;
  readonly differences: readonly PropertyDifference[];
  /** Secrets of which the state holds no plain value to compare with. */
  readonly notCompared: readonly string[];
  /** Why it is unread. */
  readonly reason?: string;
  /** Why a missing zone does not count. */
  readonly ignored?: Ignored;
  /** Lines to paste. */
  readonly next: readonly NextStep[];
}

/** What to do about a finding. */
export interface NextStep {
  /** Such as "to put the declared settings back". */
  readonly purpose: string;
  /** A command line; absent where the purpose says it all. */
  readonly command?: string;
}

/** A storage zone of the account that stands in no state that was given. */
export interface UnmanagedZone {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  /** The provider whose account it is in. */
  readonly provider: string;
  readonly counts: boolean;
  readonly ignored?: Ignored;
  readonly next: readonly NextStep[];
}

/** `incomplete` wins over `drift`: something could not be read, so the rest may be drift as well. */
export type Verdict = "clean" | "drift" | "incomplete";

export interface StackReport {
  /** `project/stack`. */
  readonly stack: string;
  readonly verdict: Verdict;
  readonly resources: readonly ResourceReport[];
  readonly notes: readonly string[];
}

/** What became of an ignore rule. */
export interface RuleReport {
  readonly rule: number;
  readonly resource: string;
  readonly property?: string;
  readonly reason: string;
  readonly expires?: string;
  /**
   * `unmatched`: nothing differs that it speaks of, so it can go. `expired`: it ignores nothing any more. `untold`: what it
   * speaks of could not be read.
   */
  readonly status: "matched" | "unmatched" | "expired" | "untold";
  /** How many differences it matches. */
  readonly matches: number;
}

/** The counts of a report. */
export interface Summary {
  readonly resources: number;
  readonly clean: number;
  readonly changed: number;
  readonly missing: number;
  readonly unread: number;
  readonly unmanaged: number;
  /** Findings that do not count, because a rule or `ignoreChanges` says so. */
  readonly ignored: number;
  /** Differences shown, by class. */
  readonly differences: Readonly<Record<DifferenceClass, number>>;
  /** Secrets that were not compared. */
  readonly notCompared: number;
}

/** The outcome of a drift check. */
export interface DriftReport {
  /** Version of this shape; a reader of another version should not go on. */
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
  readonly verdict: Verdict;
  readonly summary: Summary;
  readonly stacks: readonly StackReport[];
  /** Present where unmanaged zones were asked for. */
  readonly unmanaged?: {
    readonly zones: readonly UnmanagedZone[];
    /** Accounts whose zones could not be listed. */
    readonly unread: readonly { readonly provider: string; readonly reason: string }[];
  };
  readonly ignoreRules: readonly RuleReport[];
  readonly cost: { readonly apiCalls: number; readonly retries: number; readonly seconds: number };
}
