// The types of a drift report. `npm run generate` writes the JSON Schema in docs from these types and their comments.

/** A non-negative integer. */
type Count = number;
type Seconds = number;
/** ISO 8601, UTC. */
type Time = string;

/** Result of a drift check: the `json` report, version 1. */
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

/** Overall result. `incomplete` takes precedence over `drift`: something could not be read, so there may be more drift. */
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
  /** Stack, as `project/stack`. */
  stack: string;
  verdict: Verdict;
  resources: ResourceReport[];
  notes: string[];
  /** Steps for several findings at once. Each finding also has its own steps. */
  next?: NextStep[];
  /** Reason why the state could not be read. */
  reason?: string;
}

/** One resource of a stack. */
export interface ResourceReport {
  urn: string;
  name: string;
  /** Kind of resource, such as StorageZone; later versions have more. */
  type: string;
  id: string;
  /** "default", or the name of the explicit provider. */
  provider: string;
  /** Whether the stack only reads the resource and does not manage it. */
  external: boolean;
  status: ResourceStatus;
  differences: PropertyDifference[];
  /** Secrets for which the state has no plain value to compare. */
  notCompared: string[];
  /** Reason why the resource is unread. */
  reason?: string;
  /** Reason why a missing resource does not count. */
  ignored?: Ignored;
  /** Changes that may have caused the difference: the latest changes of the resource, or of its zone, since the state was written. */
  changes?: Change[];
  next: NextStep[];
}

/** A change of an object, as recorded in the account's audit log. Assumption: all of it. */
export interface Change {
  /** ISO 8601, UTC. */
  time: Time;
  /** Action, such as Update. */
  action: string;
  /** Type and id of the actor, such as "User 4711". */
  actor: string;
}

/** Status of a resource. `clean`: no difference counts. `unread`: the resource could not be read, so nothing is known about it. */
export type ResourceStatus = "clean" | "changed" | "missing" | "unread";

/** A property that differs. `expected` is the value in the state, `actual` the live value. Each is absent if there is none; both are absent if the value is hidden. */
export interface PropertyDifference {
  /** Path of the property: `region`, `hostnames[id=2].forceSSL`. */
  property: string;
  class: DifferenceClass;
  /** `reordered`: the same elements in another order, where the order matters. */
  kind: "changed" | "added" | "removed" | "reordered";
  expected?: unknown;
  actual?: unknown;
  /** Whether the value is secret, so that the report shows only that it changed. */
  hidden: boolean;
  /** Whether restoring the value replaces the resource. A storage zone then loses its files. */
  replaces: boolean;
  /** Reason why `pulumi up` would refuse to restore the declared value. */
  refused?: string;
  /** Whether the difference counts as drift, because of its class and because no rule ignores it. */
  counts: boolean;
  ignored?: Ignored;
}

/**
 * Class of a difference.
 *
 * - `declared`: an input of a managed resource. Counts as drift, as it does for `pulumi refresh`.
 * - `external`: a setting of a resource that the stack only reads. Counts as drift, as it does for `pulumi refresh`.
 * - `undeclared`: a setting of a managed resource that the program omits. It is shown, but counts only in a strict check.
 * - `volatile`: a value that changes without an update, such as the storage used. It is shown on request, but never counts.
 */
export type DifferenceClass = "declared" | "external" | "undeclared" | "volatile";

/** Reason why a difference does not count. */
export interface Ignored {
  /** `rule`: an ignore rule; `ignoreChanges`: the resource option in the program. */
  by: "rule" | "ignoreChanges";
  reason: string;
  /** Number of the rule, from 1. */
  rule?: Count;
  expires?: string;
}

/** A step that resolves a finding. */
export interface NextStep {
  /** Purpose, such as "to restore the declared settings". */
  purpose: string;
  /** Command line to paste. */
  command?: string;
}

/**
 * An object of the account that no state contains: a zone or edge script; a hostname, edge rule or DNS record of a managed zone; another file in a
 * managed storage folder; or another variable or secret of a managed edge script.
 */
export interface UnmanagedZone {
  id: string;
  name: string;
  /** Kind of resource, as in ResourceReport, or "File", "Variable" or "Secret". */
  type: string;
  /** Region, if the kind has one. */
  region?: string;
  /** Zone of a hostname, edge rule or DNS record, with what a rule does and when; storage folder of a file; or edge script of a variable or secret. */
  details?: string;
  /** Provider whose account has the object. */
  provider: string;
  counts: boolean;
  ignored?: Ignored;
  /** Changes that may have created it: the latest changes of the object, or of its zone, since the oldest state was written. */
  changes?: Change[];
  next: NextStep[];
}

/** Result of an ignore rule. */
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
