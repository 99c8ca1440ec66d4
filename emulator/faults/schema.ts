import { z } from "zod";
import type { FaultKind, FaultRule, FieldsOf } from "./fault";

const ms = z.number().min(0).optional();
const count = z.int().min(0).optional();
const positive = z.int().min(1);
const flag = z.boolean().optional();
const text = z.string().optional();
const body = z.unknown().optional();

// The descriptions are shown in docs/emulator.md.
const faultSchemas = [
  faultOf(
    "status",
    "Answers with an error status. The request is not carried out unless `applied` is true. A `body` that is no string is sent as JSON",
    { status: z.int().min(200).max(599), body, headers: z.record(z.string(), z.string()).optional(), applied: flag },
  ),
  faultOf(
    "tooManyRequests",
    "Answers 429 and asks for a wait, by default of 1 second: in `Retry-After` as `seconds` or as a `date`, in the `body`, or nowhere (`absent`). The request is not carried out",
    {
      retryAfterSeconds: ms,
      as: z.enum(["seconds", "date", "absent", "body"]).optional(),
      body,
    },
  ),
  faultOf(
    "latency",
    "Delays the response by `ms`, or by a log-normal time with the median `medianMs` and a `sigma` of 0.5 by default. It is added to other faults, except `refuse` and `hang`",
    { ms, medianMs: ms, sigma: ms },
  ).refine((latency) => (latency.ms === undefined) !== (latency.medianMs === undefined), {
    message: "either ms or medianMs must be given",
  }),
  faultOf(
    "slowLogs",
    "Delays an access log query by `perHourMs` for each hour of its window and by `perThousandMs` for each 1,000 of its offset",
    { perHourMs: ms, perThousandMs: ms },
  ),
  faultOf("refuse", "Drops the connection, and refuses new ones for `ms`. The request is not carried out", {
    ms: z.number().min(0),
  }),
  faultOf("reset", "Resets the connection `before` or `after` the request is carried out", {
    when: z.enum(["before", "after"]),
  }),
  faultOf(
    "cutShort",
    "Announces the whole body, sends only `bytes` of it, by default half, and closes the connection",
    { bytes: count },
  ),
  faultOf("invalidJson", "Answers with the right status and a body that is not JSON, by default the first half", {
    body: text,
  }),
  faultOf("contentType", "Answers with another type, by default `text/html`, and with another body, if given", {
    contentType: text,
    body: text,
  }),
  faultOf(
    "hang",
    "Sends no response, and drops the connection after `ms`, if given. The request is not carried out unless `applied` is true",
    {
      ms,
      applied: flag,
    },
  ),
  faultOf("drip", "Sends the body in pieces, by default 16 bytes every 20 ms", {
    bytes: positive.optional(),
    everyMs: ms,
  }),
  faultOf("redirect", "Redirects to `location`, by default with 302. The request is not carried out", {
    location: z.string(),
    status: z.literal([301, 302, 303, 307, 308]).optional(),
  }),
  faultOf("oversized", "Sends a JSON body of that size, by default 64 MiB, without `Content-Length`", {
    bytes: count,
  }),
  faultOf("gzipBomb", "Sends a gzip body that unpacks to that size, by default 256 MiB", { bytes: count }),
  faultOf(
    "lag",
    "Shows new objects late. A GET of a zone shows it after `getMs` or `getRequests`, the list after `listMs`. Hostnames, edge rules and DNS records appear after `getMs`. `releases/active` shows a published release after `getMs` or `getRequests`",
    { getMs: ms, getRequests: count, listMs: ms },
  ),
  faultOf("reorder", "Answers with the objects of each `list`, the name of an array in the answer, in reverse order", {
    list: z.string(),
  }),
  faultOf("duplicate", "Carries out the request twice, and sends the `second` response by default, or the `first`", {
    answer: z.enum(["first", "second"]).optional(),
  }),
] as const;

/** A schema for each field of a type. */
type ShapeOf<Whole> = { [Name in keyof Whole]-?: z.ZodType<Whole[Name]> };

function faultOf<Kind extends FaultKind>(kind: Kind, description: string, shape: ShapeOf<FieldsOf<Kind>>) {
  return z.strictObject({ kind: z.literal(kind), ...shape }).describe(description);
}

const kinds = faultSchemas.map((schema) => schema.shape.kind.value);

export const faultSchema = z.discriminatedUnion("kind", faultSchemas, {
  error: (issue) => (issue.code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined),
});

export const faultRuleSchema = z.strictObject<ShapeOf<FaultRule>>({
  method: z.union([z.string(), z.array(z.string()).readonly()]).optional(),
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  pathPattern: z.string().refine(isRegExp, "Invalid regular expression").optional(),
  body: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  nth: z.union([positive, z.array(positive).readonly()]).optional(),
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
