import { z } from "zod";

// The report of a drift check. Its TypeScript types and its JSON Schema follow from the schemas in this file. Only import
// types from it where a user waits: zod takes a while to load.

const text = z.string();
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const ignoredSchema = z
  .strictObject({
    /** `rule`: an ignore rule; `ignoreChanges`: the resource option in the program. */
    by: z.enum(["rule", "ignoreChanges"]),
    reason: text,
    /** Number of the rule, from 1. */
    rule: count.optional(),
    expires: text.optional(),
  })
  .meta({ id: "ignored" });

const nextStepSchema = z
  .strictObject({
    /** Such as "to restore the declared settings". */
    purpose: text,
    /** A command line to paste. */
    command: text.optional(),
  })
  .meta({ id: "next" });

const differenceSchema = z
  .strictObject({
    /** Path of the property: `region`, `hostnames[id=2].forceSSL`. */
    property: text,
    /**
     * What the difference is about.
     *
     * - `declared`: an input of a managed zone. Counts as drift, as it does for `pulumi refresh`.
     * - `external`: a setting of a zone that the stack only reads. Counts as drift, as it does for `pulumi refresh`.
     * - `undeclared`: a setting of a managed zone that the program omits. Shown, never counts.
     * - `volatile`: a value that changes by itself, such as the storage used. Shown on request, never counts.
     */
    class: z.enum(["declared", "external", "undeclared", "volatile"]),
    /** `reordered`: the same elements in another order, where the order matters. */
    kind: z.enum(["changed", "added", "removed", "reordered"]),
    /** The value in the state; absent where there is none, and where it is hidden. */
    expected: z.unknown().optional(),
    /** The live value; absent where there is none, and where it is hidden. */
    actual: z.unknown().optional(),
    /** It is a secret: the report says only that it changed. */
    hidden: z.boolean(),
    /** Restoring the declared value replaces the zone, which deletes its files. */
    replaces: z.boolean(),
    /** Why `pulumi up` would refuse to restore the declared value. */
    refused: text.optional(),
    /** Whether it counts as drift: by its class, and not ignored. */
    counts: z.boolean(),
    ignored: ignoredSchema.optional(),
  })
  .meta({ id: "difference" });

const resourceSchema = z
  .strictObject({
    urn: text,
    name: text,
    type: z.enum(["StorageZone", "PullZone"]),
    id: text,
    /** "default", or the name of the explicit provider. */
    provider: text,
    /** Read by the stack, not managed. */
    external: z.boolean(),
    /** `clean`: no difference counts. `unread`: it could not be read, so nothing is known about it. */
    status: z.enum(["clean", "changed", "missing", "unread"]),
    differences: z.array(differenceSchema),
    /** Secrets for which the state has no plain value to compare. */
    notCompared: z.array(text),
    /** Why it is unread. */
    reason: text.optional(),
    /** Why a missing zone does not count. */
    ignored: ignoredSchema.optional(),
    next: z.array(nextStepSchema),
  })
  .meta({ id: "resource" });

/** `incomplete` takes precedence over `drift`: something could not be read, so there may be more drift. */
const verdictSchema = z.enum(["clean", "drift", "incomplete"]);

const stackSchema = z
  .strictObject({
    /** `project/stack` */
    stack: text,
    verdict: verdictSchema,
    resources: z.array(resourceSchema),
    notes: z.array(text),
  })
  .meta({ id: "stack" });

/** A storage zone of the account that is in none of the states. */
const unmanagedZoneSchema = z
  .strictObject({
    id: text,
    name: text,
    region: text,
    /** The provider whose account it is in. */
    provider: text,
    counts: z.boolean(),
    ignored: ignoredSchema.optional(),
    next: z.array(nextStepSchema),
  })
  .meta({ id: "unmanagedZone" });

const ruleSchema = z
  .strictObject({
    rule: count,
    resource: text,
    property: text.optional(),
    reason: text,
    expires: text.optional(),
    /** `unmatched`: it matches no difference. `untold`: unknown, because what it names could not be read. */
    status: z.enum(["matched", "unmatched", "expired", "untold"]),
    /** How many differences it matches. */
    matches: count,
  })
  .meta({ id: "rule" });

const reportSchema = z.strictObject({
  /** Version of this format. */
  version: z.literal(1),
  tool: z.strictObject({ name: text, version: text }),
  /** ISO 8601, UTC. */
  checkedAt: z.iso.datetime(),
  verdict: verdictSchema,
  summary: z.strictObject({
    resources: count,
    clean: count,
    changed: count,
    missing: count,
    unread: count,
    unmanaged: count,
    /** Differences and zones that do not count because of an ignore rule or `ignoreChanges`. */
    ignored: count,
    differences: z.strictObject({ declared: count, external: count, undeclared: count, volatile: count }),
    /** Secrets that were not compared. */
    notCompared: count,
  }),
  stacks: z.array(stackSchema),
  /** Present where unmanaged zones were asked for. */
  unmanaged: z
    .strictObject({
      zones: z.array(unmanagedZoneSchema),
      /** Accounts whose zones could not be listed. */
      unread: z.array(z.strictObject({ provider: text, reason: text })),
    })
    .optional(),
  ignoreRules: z.array(ruleSchema),
  cost: z.strictObject({ apiCalls: count, retries: count, seconds: z.number().min(0) }),
});

/** The JSON Schema (draft 7) of the `json` report, version 1. Adding a property takes a new version. */
export const driftReportSchema: object = {
  title: "pulumi-cdn-zones drift report, version 1",
  ...z.toJSONSchema(reportSchema, { target: "draft-7" }),
};

/** The result of a drift check. */
export type DriftReport = z.infer<typeof reportSchema>;
export type StackReport = z.infer<typeof stackSchema>;
/** One zone of a stack. */
export type ResourceReport = z.infer<typeof resourceSchema>;
export type ResourceStatus = ResourceReport["status"];
/** One property that differs from the state. */
export type PropertyDifference = z.infer<typeof differenceSchema>;
export type DifferenceClass = PropertyDifference["class"];
/** Why something that differs does not count. */
export type Ignored = z.infer<typeof ignoredSchema>;
/** What to do about a finding. */
export type NextStep = z.infer<typeof nextStepSchema>;
export type UnmanagedZone = z.infer<typeof unmanagedZoneSchema>;
/** What became of an ignore rule. */
export type RuleReport = z.infer<typeof ruleSchema>;
export type Summary = DriftReport["summary"];
export type Verdict = z.infer<typeof verdictSchema>;
