import { z } from "zod";

// The shape of a drift report. `npm run generate` writes its types (model.ts) and its JSON Schema (docs) from these schemas.

const text = z.string();
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const ignored = z
  .strictObject({
    by: z
      .enum(["rule", "ignoreChanges"])
      .describe("`rule`: an ignore rule; `ignoreChanges`: the resource option in the program."),
    reason: text,
    rule: count.optional().describe("Number of the rule, from 1."),
    expires: text.optional(),
  })
  .meta({ id: "Ignored", description: "Why a difference does not count." });

const nextStep = z
  .strictObject({
    purpose: text.describe('Such as "to restore the declared settings".'),
    command: text.optional().describe("A command line to paste."),
  })
  .meta({ id: "NextStep", description: "What to do about a finding." });

const differenceClass = z.enum(["declared", "external", "undeclared", "volatile"]).meta({
  id: "DifferenceClass",
  description: [
    "The class of a difference.",
    "",
    "- `declared`: an input of a managed resource. Counts as drift, as it does for `pulumi refresh`.",
    "- `external`: a setting of a resource that the stack only reads. Counts as drift, as it does for `pulumi refresh`.",
    "- `undeclared`: a setting of a managed resource that the program omits. Shown, never counts.",
    "- `volatile`: a value that changes by itself, such as the storage used. Shown on request, never counts.",
  ].join("\n"),
});

const propertyDifference = z
  .strictObject({
    property: text.describe("Path of the property: `region`, `hostnames[id=2].forceSSL`."),
    class: differenceClass,
    kind: z
      .enum(["changed", "added", "removed", "reordered"])
      .describe("`reordered`: the same elements in another order, where the order matters."),
    expected: z.unknown().optional(),
    actual: z.unknown().optional(),
    hidden: z.boolean().describe("It is a secret: the report says only that it changed."),
    replaces: z.boolean().describe("Restoring it replaces the resource. A storage zone then loses its files."),
    refused: text.optional().describe("Why `pulumi up` would refuse to restore the declared value."),
    counts: z.boolean().describe("Whether it counts as drift: by its class, and not ignored."),
    ignored: ignored.optional(),
  })
  .meta({
    id: "PropertyDifference",
    description:
      "One property that differs. `expected` is its value in the state, `actual` the live one; each is absent if there is none, and both if the value is hidden.",
  });

const resourceStatus = z.enum(["clean", "changed", "missing", "unread"]).meta({
  id: "ResourceStatus",
  description: "`clean`: no difference counts. `unread`: it could not be read, so nothing is known about it.",
});

const resourceReport = z
  .strictObject({
    urn: text,
    name: text,
    type: text.describe("The kind of resource, such as StorageZone; later versions have more."),
    id: text,
    provider: text.describe('"default", or the name of the explicit provider.'),
    external: z.boolean().describe("Read by the stack, not managed."),
    status: resourceStatus,
    differences: z.array(propertyDifference),
    notCompared: z.array(text).describe("Secrets for which the state has no plain value to compare."),
    reason: text.optional().describe("Why it is unread."),
    ignored: ignored.optional().describe("Why a missing resource does not count."),
    next: z.array(nextStep),
  })
  .meta({ id: "ResourceReport", description: "One resource of a stack." });

const verdict = z.enum(["clean", "drift", "incomplete"]).meta({
  id: "Verdict",
  description: "`incomplete` takes precedence over `drift`: something could not be read, so there may be more drift.",
});

const stackReport = z
  .strictObject({
    stack: text.describe("`project/stack`"),
    verdict,
    resources: z.array(resourceReport),
    notes: z.array(text),
    reason: text.optional().describe("Why its state could not be read."),
  })
  .meta({ id: "StackReport" });

const unmanagedZone = z
  .strictObject({
    id: text,
    name: text,
    type: text.describe("The kind of resource, as in ResourceReport."),
    region: text.optional().describe("Only if its kind has one."),
    details: text.optional().describe("Of a hostname or an edge rule: its pull zone, and what the rule does and when."),
    provider: text.describe("The provider whose account it is in."),
    counts: z.boolean(),
    ignored: ignored.optional(),
    next: z.array(nextStep),
  })
  .meta({
    id: "UnmanagedZone",
    description:
      "An object of the account that is in none of the states: a zone, or a hostname or edge rule of a pull zone that a stack manages.",
  });

const ruleReport = z
  .strictObject({
    rule: count,
    resource: text,
    property: text.optional(),
    reason: text,
    expires: text.optional(),
    status: z
      .enum(["matched", "unmatched", "expired", "unknown"])
      .describe(
        "`unmatched`: it matches nothing. `unknown`: it matches nothing, but may match something that was not read.",
      ),
    matches: count.describe("How many findings it matches: differences, and missing or unmanaged objects."),
  })
  .meta({ id: "RuleReport", description: "The result of an ignore rule." });

const summary = z
  .strictObject({
    resources: count,
    clean: count,
    changed: count,
    missing: count,
    unread: count,
    unmanaged: count,
    ignored: count.describe("Differences and objects that do not count because of an ignore rule or `ignoreChanges`."),
    differences: z.strictObject({ declared: count, external: count, undeclared: count, volatile: count }),
    notCompared: count.describe("Secrets that were not compared."),
  })
  .meta({ id: "Summary" });

const driftReport = z
  .strictObject({
    version: z.literal(1).describe("Version of this format."),
    tool: z.strictObject({ name: text, version: text }),
    checkedAt: z.iso.datetime().describe("ISO 8601, UTC."),
    verdict,
    summary,
    stacks: z.array(stackReport),
    unmanaged: z
      .strictObject({
        zones: z.array(unmanagedZone),
        unread: z
          .array(z.strictObject({ provider: text, reason: text }))
          .describe("Accounts with a list that could not be read."),
      })
      .optional()
      .describe("Present if unmanaged objects were requested."),
    ignoreRules: z.array(ruleReport),
    cost: z.strictObject({ apiCalls: count, retries: count, seconds: z.number().min(0) }),
  })
  .meta({ title: "DriftReport", description: "The result of a drift check: the `json` report, version 1." });

/** The JSON Schema (draft 7) of the `json` report, version 1. It refuses unknown fields, so a later release may add a field only behind an option. */
export const driftReportSchema: object = z.toJSONSchema(driftReport, { target: "draft-7" });
