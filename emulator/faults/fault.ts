import { z } from "zod";

const ms = z.number().min(0);
const count = z.int().min(0);
const headers = z.record(z.string(), z.string());

const faultSchemas = [
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: headers.optional(),
    applied: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal("tooManyRequests"),
    retryAfterSeconds: z.number().min(0).optional(),
    as: z.enum(["seconds", "date", "absent"]).optional(),
    body: z.unknown().optional(),
  }),
  z
    .strictObject({
      kind: z.literal("latency"),
      ms: ms.optional(),
      medianMs: ms.optional(),
      sigma: z.number().min(0).optional(),
    })
    .refine((latency) => (latency.ms === undefined) !== (latency.medianMs === undefined), {
      message: "either ms or medianMs must be given",
    }),
  z.strictObject({ kind: z.literal("refuse"), ms: ms }),
  z.strictObject({ kind: z.literal("reset"), when: z.enum(["before", "after"]) }),
  z.strictObject({ kind: z.literal("cutShort"), bytes: count.optional() }),
  z.strictObject({ kind: z.literal("invalidJson"), body: z.string().optional() }),
  z.strictObject({ kind: z.literal("contentType"), contentType: z.string().optional(), body: z.string().optional() }),
  z.strictObject({ kind: z.literal("hang"), ms: ms.optional(), applied: z.boolean().optional() }),
  z.strictObject({ kind: z.literal("drip"), bytes: z.int().min(1).optional(), everyMs: ms.optional() }),
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string(),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).optional(),
  }),
  z.strictObject({ kind: z.literal("oversized"), bytes: count.optional() }),
  z.strictObject({ kind: z.literal("gzipBomb"), bytes: count.optional() }),
  z.strictObject({
    kind: z.literal("lag"),
    getMs: ms.optional(),
    getRequests: count.optional(),
    listMs: ms.optional(),
  }),
  z.strictObject({ kind: z.literal("duplicate"), answer: z.enum(["first", "second"]).optional() }),
] as const;

/** Checks a fault; what each kind does stands with its type, {@link Fault}. */
export const faultSchema = z.discriminatedUnion("kind", faultSchemas, {
  error: (issue) => (issue.code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined),
});

const kinds = faultSchemas.map((schema) => schema.shape.kind.value);
