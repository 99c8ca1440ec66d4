import { z } from "zod";

// What each field means is said with the types, `Fault` and `FaultRule`.

const ms = z.number().min(0).optional();
const count = z.int().min(0).optional();
const positive = z.int().min(1);
const flag = z.boolean().optional();
const text = z.string().optional();
const body = z.unknown().optional();

const faultSchemas = [
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    body,
    headers: z.record(z.string(), z.string()).optional(),
    applied: flag,
  }),
  z.strictObject({
    kind: z.literal("tooManyRequests"),
    retryAfterSeconds: ms,
    as: z.enum(["seconds", "date", "absent"]).optional(),
    body,
  }),
  z
    .strictObject({ kind: z.literal("latency"), ms, medianMs: ms, sigma: ms })
    .refine((latency) => (latency.ms === undefined) !== (latency.medianMs === undefined), {
      message: "either ms or medianMs must be given",
    }),
  z.strictObject({ kind: z.literal("refuse"), ms: z.number().min(0) }),
  z.strictObject({ kind: z.literal("reset"), when: z.enum(["before", "after"]) }),
  z.strictObject({ kind: z.literal("cutShort"), bytes: count }),
  z.strictObject({ kind: z.literal("invalidJson"), body: text }),
  z.strictObject({ kind: z.literal("contentType"), contentType: text, body: text }),
  z.strictObject({ kind: z.literal("hang"), ms, applied: flag }),
  z.strictObject({ kind: z.literal("drip"), bytes: positive.optional(), everyMs: ms }),
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string(),
    status: z.literal([301, 302, 303, 307, 308]).optional(),
  }),
  z.strictObject({ kind: z.literal("oversized"), bytes: count }),
  z.strictObject({ kind: z.literal("gzipBomb"), bytes: count }),
  z.strictObject({ kind: z.literal("lag"), getMs: ms, getRequests: count, listMs: ms }),
  z.strictObject({ kind: z.literal("duplicate"), answer: z.enum(["first", "second"]).optional() }),
] as const;

const kinds = faultSchemas.map((schema) => schema.shape.kind.value);

export const faultSchema = z.discriminatedUnion("kind", faultSchemas, {
  error: (issue) => (issue.code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined),
});

export const faultRuleSchema = z.strictObject({
  method: z.union([z.string(), z.array(z.string())]).optional(),
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  pathPattern: z.string().refine(isRegExp, "Invalid regular expression").optional(),
  body: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  nth: z.union([positive, z.array(positive)]).optional(),
  every: positive.optional(),
  skip: count,
  probability: z.number().min(0).max(1).optional(),
  times: positive.optional(),
  fault: faultSchema,
});

function isRegExp(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
