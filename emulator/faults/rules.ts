import { z } from "zod";

const ms = z.number().min(0);
const count = z.int().min(0);
const positive = z.int().min(1);

/** Every kind of fault. Where nothing else is said, the request is not applied. */
const faultSchemas = [
  // An error status. A string as body is sent as it is, anything else as JSON. With `applied` the request takes effect all the
  // same, as behind a gateway that timed out.
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).readonly().optional(),
    applied: z.boolean().optional(),
  }),
  // 429 with Retry-After (default 1 second), in seconds or as an HTTP date.
  z.strictObject({
    kind: z.literal("tooManyRequests"),
    retryAfterSeconds: z.number().min(0).optional(),
    as: z.enum(["seconds", "date", "absent"]).optional(),
    body: z.unknown().optional(),
  }),
  // Delays the answer by `ms`, or by a log-normal time of the median `medianMs` (`sigma` default 0.5). Combines with any other.
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
  // Drops this connection, then refuses new ones for a time.
  z.strictObject({ kind: z.literal("refuse"), ms: ms }),
  // Resets the connection, before the request is applied or after.
  z.strictObject({ kind: z.literal("reset"), when: z.enum(["before", "after"]) }),
  // Applied; announces the whole body, sends a part of it (default half), and closes the connection.
  z.strictObject({ kind: z.literal("cutShort"), bytes: count.optional() }),
  // Applied; the right status with a body that is no JSON (default: the first half of the body).
  z.strictObject({ kind: z.literal("invalidJson"), body: z.string().optional() }),
  // Applied; the answer has another type (default text/html) and, where given, another body.
  z.strictObject({ kind: z.literal("contentType"), contentType: z.string().optional(), body: z.string().optional() }),
  // Never answers; resets the connection after `ms` where given.
  z.strictObject({ kind: z.literal("hang"), ms: ms.optional(), applied: z.boolean().optional() }),
  // Applied; sends the body in small pieces (default 16 bytes every 20 ms).
  z.strictObject({ kind: z.literal("drip"), bytes: positive.optional(), everyMs: ms.optional() }),
  // Sends the client elsewhere (default 302).
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string(),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).optional(),
  }),
  // Applied; a JSON body of that size (default 64 MiB), without Content-Length.
  z.strictObject({ kind: z.literal("oversized"), bytes: count.optional() }),
  // Applied; a gzip body that unpacks to that size (default 256 MiB).
  z.strictObject({ kind: z.literal("gzipBomb"), bytes: count.optional() }),
  // Applied; what the request creates is visible only later: see Lag.
  z.strictObject({
    kind: z.literal("lag"),
    getMs: ms.optional(),
    getRequests: count.optional(),
    listMs: ms.optional(),
  }),
  // Applied twice, as behind a proxy that resends; the client gets one of the answers (default the second).
  z.strictObject({ kind: z.literal("duplicate"), answer: z.enum(["first", "second"]).optional() }),
] as const;

export const faultSchema = z.discriminatedUnion("kind", faultSchemas, {
  error: (issue) => (issue.code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined),
});

const kinds = faultSchemas.map((schema) => schema.shape.kind.value);

/**
 * A fault and when it occurs. All conditions given must hold; without any it affects every request.
 *
 * Requests that match `method`, `path` and `body` are counted from 1; `nth`, `every`, `skip` and `probability` choose among
 * them, and `times` ends the rule after that many faults.
 */
export const faultRuleSchema = z.strictObject({
  method: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
  /** A glob over the path (`*` within a segment, `**` across), or in code a RegExp. */
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  /** The source of a regular expression over the path, for files. */
  pathPattern: z.string().refine(isRegExp, "Invalid regular expression").optional(),
  /** Fields that the JSON body must have, with these values. */
  body: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .readonly()
    .optional(),
  /** Only the nth matching request, or these. */
  nth: z.union([positive, z.array(positive).readonly()]).optional(),
  /** Every nth matching request. */
  every: positive.optional(),
  /** Not the first matching requests, up to this number. */
  skip: count.optional(),
  /** 0 to 1, drawn from a generator of the rule's own, seeded by `randomSeed` and the rule's index. */
  probability: z.number().min(0).max(1).optional(),
  /** The maximum number of faults. */
  times: positive.optional(),
  fault: faultSchema,
});

export type Fault = z.infer<typeof faultSchema>;
export type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { readonly kind: Kind }>;
export type FaultRule = z.infer<typeof faultRuleSchema>;

/**
 * Checks rules from a file, a test or the control path: a list, or an object with the list under `faults`.
 *
 * @throws {TypeError} naming the rule and the field at fault
 */
export function parseFaultRules(given: unknown): FaultRule[] {
  const wrapped = z.strictObject({ faults: z.array(z.unknown()) }).safeParse(given);
  const rules = wrapped.success ? wrapped.data.faults : given;
  if (!Array.isArray(rules)) throw new TypeError("The fault rules must be a list, or an object with a list `faults`.");
  const result = z.array(faultRuleSchema).safeParse(rules);
  if (!result.success) throw new TypeError(`The fault rules are malformed:\n${z.prettifyError(result.error)}`);
  return result.data;
}

function isRegExp(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
