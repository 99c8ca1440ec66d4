// The shape of a drift report. `npm run generate` writes its JSON Schema (in docs) from these types and their comments.

/** An integer from 0 on. */
type Count = number;
type Seconds = number;
/** ISO 8601, UTC. */
type Time = string;

/** The result of a drift check: the `json` report, version 1. */
export interface DriftReport {
  /** Version of this format. */
  version: 1;
  tool: { name: string; version: string };
  /** ISO 8601, UTC. */
  checkedAt: Time;
  verdict: Verdict;
  summary: Summary;
  stacks: StackReport[];
  /** Present if unmanaged objects were requested. */
  unmanaged?: {
    zones: UnmanagedZone[];
    /** Accounts with a list that could not be read. */
    unread: { provider: string; reason: string }[];
  };
  /** Present if the audit logs of the accounts were asked who made the changes. */
  auditLog?: {
    /** Accounts whose log could not be read. */
    unread: { provider: string; reason: string }[];
  };
  ignoreRules: RuleReport[];
  cost: { apiCalls: Count; retries: Count; seconds: Seconds };
}

/** `incomplete` takes precedence over `drift`: something could not be read, so there may be more drift. */
export type Verdict = "clean" | "drift" | "incomplete";

export interface Summary {
  resources: Count;
  clean: Count;
  changed: Count;
  missing: Count;
  unread: Count;
  unmanaged: Count;
  /** Differences and objects that do not count because of an ignore rule or `ignoreChanges`. */
  ignored: Count;
  differences: { declared: Count; external: Count; undeclared: Count; volatile: Count };
  /** Secrets that were not compared. */
  notCompared: Count;
}

export interface StackReport {
  /** `project/stack` */
  stack: string;
  verdict: Verdict;
  resources: ResourceReport[];
  notes: string[];
  /** What to do about several findings at once; each has steps of its own, too. */
  next?: NextStep[];
  /** Why its state could not be read. */
  reason?: string;
}

/** One resource of a stack. */
export interface ResourceReport {
  urn: string;
  name: string;
  /** The kind of resource, such as StorageZone; later versions have more. */
  type: string;
  id: string;
  /** "default", or the name of the explicit provider. */
  provider: string;
  /** Read by the stack, not managed. */
  external: boolean;
  status: ResourceStatus;
  differences: PropertyDifference[];
  /** Secrets for which the state has no plain value to compare. */
  notCompared: string[];
  /** Why it is unread. */
  reason?: string;
  /** Why a missing resource does not count. */
  ignored?: Ignored;
  /** Who may have made the difference: the latest changes of it, or of its zone, since the state was written. */
  changes?: Change[];
  next: NextStep[];
}

/** A change of an object, as the account's audit log has it. Assumption. */
export interface Change {
  /** ISO 8601, UTC. */
  time: Time;
  /** Such as Update. */
  action: string;
  /** Its type and id, such as "User 4711". */
  actor: string;
}

/** `clean`: no difference counts. `unread`: it could not be read, so nothing is known about it. */
export type ResourceStatus = "clean" | "changed" | "missing" | "unread";

/** One property that differs. `expected` is its value in the state, `actual` the live one; each is absent if there is none, and both if the value is hidden. */
export interface PropertyDifference {
  /** Path of the property: `region`, `hostnames[id=2].forceSSL`. */
  property: string;
  class: DifferenceClass;
  /** `reordered`: the same elements in another order, where the order matters. */
  kind: "changed" | "added" | "removed" | "reordered";
  expected?: unknown;
  actual?: unknown;
  /** It is a secret: the report says only that it changed. */
  hidden: boolean;
  /** Restoring it replaces the resource. A storage zone then loses its files. */
  replaces: boolean;
  /** Why `pulumi up` would refuse to restore the declared value. */
  refused?: string;
  /** Whether it counts as drift: by its class, and not ignored. */
  counts: boolean;
  ignored?: Ignored;
}

/**
 * The class of a difference.
 *
 * - `declared`: an input of a managed resource. Counts as drift, as it does for `pulumi refresh`.
 * - `external`: a setting of a resource that the stack only reads. Counts as drift, as it does for `pulumi refresh`.
 * - `undeclared`: a setting of a managed resource that the program omits. Shown, never counts.
 * - `volatile`: a value that changes by itself, such as the storage used. Shown on request, never counts.
 */
export type DifferenceClass = "declared" | "external" | "undeclared" | "volatile";

/** Why a difference does not count. */
export interface Ignored {
  /** `rule`: an ignore rule; `ignoreChanges`: the resource option in the program. */
  by: "rule" | "ignoreChanges";
  reason: string;
  /** Number of the rule, from 1. */
  rule?: Count;
  expires?: string;
}

/** What to do about a finding. */
export interface NextStep {
  /** Such as "to restore the declared settings". */
  purpose: string;
  /** A command line to paste. */
  command?: string;
}

/**
 * An object of the account that is in none of the states: a zone; a hostname or edge rule of a pull zone that a stack manages; or a file
 * beside those that a storage folder manages.
 */
export interface UnmanagedZone {
  id: string;
  name: string;
  /** The kind of resource, as in ResourceReport, or "File". */
  type: string;
  /** Only if its kind has one. */
  region?: string;
  /** Of a hostname or an edge rule: its pull zone, and what the rule does and when. Of a file: the storage folder that it lies beside. */
  details?: string;
  /** The provider whose account it is in. */
  provider: string;
  counts: boolean;
  ignored?: Ignored;
  /** Who may have made it: the latest changes of it, or of its zone, since the oldest state was written. */
  changes?: Change[];
  next: NextStep[];
}

/** The result of an ignore rule. */
export interface RuleReport {
  rule: Count;
  resource: string;
  property?: string;
  reason: string;
  expires?: string;
  /** `unmatched`: it matches nothing. `unknown`: it matches nothing, but may match something that was not read. */
  status: "matched" | "unmatched" | "expired" | "unknown";
  /** How many findings it matches: differences, and missing or unmanaged objects. */
  matches: Count;
}
