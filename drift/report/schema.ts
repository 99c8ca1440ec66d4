const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const count = { type: "integer", minimum: 0 } as const;

/** An object that holds exactly these properties; those that are `optional` may be left out. */
function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

function list(of: string): object {
  return { type: "array", items: { $ref: `#/definitions/${of}` } };
}

const classes = ["declared", "external", "undeclared", "volatile"];
const counts = (names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, count]));
const ignored = { $ref: "#/definitions/ignored" };
const verdict = { enum: ["clean", "drift", "incomplete"] };

/**
 * The JSON Schema (draft 7) of the `json` report, version 1. A property can be added to it only under a new version.
 */
export const driftReportSchema: object = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "pulumi-cdn-zones drift report, version 1",
  ...object(
    {
      version: { const: 1 },
      tool: object({ name: text, version: text }),
      checkedAt: { type: "string", format: "date-time" },
      verdict,
      summary: object({
        ...counts(["resources", "clean", "changed", "missing", "unread", "unmanaged", "ignored"]),
        differences: object(counts(classes)),
        notCompared: count,
      }),
      stacks: list("stack"),
      unmanaged: object({
        zones: list("unmanagedZone"),
        unread: { type: "array", items: object({ provider: text, reason: text }) },
      }),
      ignoreRules: list("rule"),
      cost: object({ apiCalls: count, retries: count, seconds: { type: "number", minimum: 0 } }),
    },
    ["unmanaged"],
  ),
  definitions: {
    stack: object({ stack: text, verdict, resources: list("resource"), notes: { type: "array", items: text } }),
    resource: object(
      {
        urn: text,
        name: text,
        type: { enum: ["StorageZone", "PullZone"] },
        id: text,
        provider: text,
        external: flag,
        status: { enum: ["clean", "changed", "missing", "unread"] },
        differences: list("difference"),
        notCompared: { type: "array", items: text },
        reason: text,
        ignored,
        next: list("next"),
      },
      ["reason", "ignored"],
    ),
    difference: object(
      {
        property: text,
        class: { enum: classes },
        kind: { enum: ["changed", "added", "removed", "reordered"] },
        expected: {},
        actual: {},
        hidden: flag,
        replaces: flag,
        refused: text,
        counts: flag,
        ignored,
      },
      ["expected", "actual", "refused", "ignored"],
    ),
    ignored: object({ by: { enum: ["rule", "ignoreChanges"] }, reason: text, rule: count, expires: text }, [
      "rule",
      "expires",
    ]),
    next: object({ purpose: text, command: text }, ["command"]),
    unmanagedZone: object(
      { id: text, name: text, region: text, provider: text, counts: flag, ignored, next: list("next") },
      ["ignored"],
    ),
    rule: object(
      {
        rule: count,
        resource: text,
        property: text,
        reason: text,
        expires: text,
        status: { enum: ["matched", "unmatched", "expired", "untold"] },
        matches: count,
      },
      ["property", "expires"],
    ),
  },
};
