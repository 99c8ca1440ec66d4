import { z } from "zod";
import { faultRuleSchema } from "./schema";

/** Something that goes wrong with a request. It prevents the request's effect, except `latency` and kinds that say "applied". */
export type Fault =
  /** An error status. A string as body is sent as it is, anything else as JSON. With `applied`, as behind a gateway that timed out. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly applied?: boolean;
    }
  /** 429 with Retry-After. @default 1 second, as seconds */
  | {
      readonly kind: "tooManyRequests";
      readonly retryAfterSeconds?: number;
      readonly as?: "seconds" | "date" | "absent";
      readonly body?: unknown;
    }
  /** Delays the answer by `ms`, or by a log-normal time of the median `medianMs`. Added to other faults, except `refuse` and `hang`. @default sigma 0.5 */
  | { readonly kind: "latency"; readonly ms?: number; readonly medianMs?: number; readonly sigma?: number }
  /** Drops this connection, then refuses new ones for that time. */
  | { readonly kind: "refuse"; readonly ms: number }
  /** Resets the connection, before the request is applied or after. */
  | { readonly kind: "reset"; readonly when: "before" | "after" }
  /** Applied; announces the whole body, sends only `bytes` of it, and closes the connection. @default half of it */
  | { readonly kind: "cutShort"; readonly bytes?: number }
  /** Applied; the right status with a body that is not JSON. @default the first half of the body */
  | { readonly kind: "invalidJson"; readonly body?: string }
  /** Applied; the answer has another type and, if given, another body. @default text/html */
  | { readonly kind: "contentType"; readonly contentType?: string; readonly body?: string }
  /** Never answers; drops the connection after `ms`, if given. */
  | { readonly kind: "hang"; readonly ms?: number; readonly applied?: boolean }
  /** Applied; sends the body in small pieces. @default 16 bytes every 20 ms */
  | { readonly kind: "drip"; readonly bytes?: number; readonly everyMs?: number }
  /** Sends the client elsewhere. @default 302 */
  | { readonly kind: "redirect"; readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  /** Applied; a JSON body of that size, without Content-Length. @default 64 MiB */
  | { readonly kind: "oversized"; readonly bytes?: number }
  /** Applied; a gzip body that unpacks to that size. @default 256 MiB */
  | { readonly kind: "gzipBomb"; readonly bytes?: number }
  /** Applied; what the request creates is visible only later: see Lag. */
  | { readonly kind: "lag"; readonly getMs?: number; readonly getRequests?: number; readonly listMs?: number }
  /** Applied twice, as behind a proxy that resends; the client gets one of the answers. @default second */
  | { readonly kind: "duplicate"; readonly answer?: "first" | "second" };

export type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { readonly kind: Kind }>;

/**
 * A fault and when it occurs. All conditions given must hold; without any it affects every request.
 *
 * Requests that match `method`, `path` and `body` are counted from 1; `nth`, `every`, `skip` and `probability` choose among
 * them, and `times` limits the number of faults.
 */
export interface FaultRule {
  readonly method?: string | readonly string[];
  /** A glob over the path (`*` within a segment, `**` across), or in code a RegExp. */
  readonly path?: string | RegExp;
  /** The source of a regular expression over the path, for files. */
  readonly pathPattern?: string;
  /** Fields that the JSON body must have, with these values. */
  readonly body?: Readonly<Record<string, string | number | boolean | null>>;
  /** Only the nth matching request, or these. */
  readonly nth?: number | readonly number[];
  /** Every nth matching request. */
  readonly every?: number;
  /** How many matching requests to skip first. */
  readonly skip?: number;
  /** 0 to 1, drawn from a generator of the rule's own, seeded by `randomSeed` and the rule's index. */
  readonly probability?: number;
  /** The maximum number of faults. */
  readonly times?: number;
  readonly fault: Fault;
}

/**
 * Checks a list of rules from a file, a test or the control path.
 *
 * @throws {TypeError} naming the rule and the invalid field
 */
export function parseFaultRules(given: unknown): FaultRule[] {
  const result = z.array(faultRuleSchema, "They must be a list").safeParse(given);
  if (!result.success) throw new TypeError(`The fault rules are malformed:\n${z.prettifyError(result.error)}`);
  return result.data as FaultRule[];
}
