import { z } from "zod";

const ms = z.number().min(0);
const count = z.int().min(0);
const headers = z.record(z.string(), z.string());

const faultSchemas = [
  /** An error status. `applied`: the request takes effect all the same, as behind a gateway that gave up. @default false */
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    /** A string goes as it is, anything else as JSON; left out, the body is empty. */
    body: z.unknown().optional(),
    headers: headers.optional(),
    applied: z.boolean().optional(),
  }),
  /** 429 with Retry-After: in seconds, or as an HTTP date. @default 1 second, as seconds */
  z.strictObject({
    kind: z.literal("tooManyRequests"),
    retryAfterSeconds: z.number().min(0).optional(),
    as: z.enum(["seconds", "date", "absent"]).optional(),
    body: z.unknown().optional(),
  }),
  /**
   * Holds the answer back: for `ms`, or for a log-normal time of the median `medianMs` (`sigma` @default 0.5). Goes with any
   * other fault.
   */
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
  /** Drops this connection, then refuses new ones for a time. The request is not applied. */
  z.strictObject({ kind: z.literal("refuse"), ms: ms }),
  /** Resets the connection, before the request is applied or after. */
  z.strictObject({ kind: z.literal("reset"), when: z.enum(["before", "after"]) }),
  /** Applied; announces the whole body, sends a part of it, and drops the connection. @default the first half */
  z.strictObject({ kind: z.literal("cutShort"), bytes: count.optional() }),
  /** Applied; the status is right and the body is no JSON. @default the first half of the body */
  z.strictObject({ kind: z.literal("invalidJson"), body: z.string().optional() }),
  /** Applied; the answer comes as another type. @default text/html; a body given replaces the true one */
  z.strictObject({ kind: z.literal("contentType"), contentType: z.string().optional(), body: z.string().optional() }),
  /** Never answers; drops the connection after `ms` where given. `applied` @default false */
  z.strictObject({ kind: z.literal("hang"), ms: ms.optional(), applied: z.boolean().optional() }),
  /** Applied; sends the body in small pieces with pauses. @default 16 bytes each 20 ms */
  z.strictObject({ kind: z.literal("drip"), bytes: z.int().min(1).optional(), everyMs: ms.optional() }),
  /** Sends the client elsewhere. Not applied. @default 302 */
  z.strictObject({
    kind: z.literal("redirect"),
    location: z.string(),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).optional(),
  }),
  /** Applied; a JSON body of so many bytes, without Content-Length. @default 64 MiB */
  z.strictObject({ kind: z.literal("oversized"), bytes: count.optional() }),
  /** Applied; a gzip body that unpacks to so many bytes of JSON. @default 256 MiB */
  z.strictObject({ kind: z.literal("gzipBomb"), bytes: count.optional() }),
  /** Applied; what the request makes is visible only later: see Lag. @default 0 each */
  z.strictObject({
    kind: z.literal("lag"),
    getMs: ms.optional(),
    getRequests: count.optional(),
    listMs: ms.optional(),
  }),
  /** Applied twice, as behind a proxy that sends again; the client gets one of the two answers. @default second */
  z.strictObject({ kind: z.literal("duplicate"), answer: z.enum(["first", "second"]).optional() }),
] as const;

/** Something that goes wrong with a request. `kind` names it; each kind is documented where it is declared. */
export const faultSchema = z.discriminatedUnion("kind", faultSchemas, {
  error: (issue) => (issue.code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined),
});

const kinds = faultSchemas.map((schema) => schema.shape.kind.value);

export type Fault = z.infer<typeof faultSchema>;
export type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;
