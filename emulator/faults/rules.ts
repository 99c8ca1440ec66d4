import { z } from "zod";
import { faultRuleSchema } from "./schema";

/** Something that goes wrong with a request. docs/emulator.md says what each kind does. */
export type Fault =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly applied?: boolean;
    }
  | {
      readonly kind: "tooManyRequests";
      readonly retryAfterSeconds?: number;
      readonly as?: "seconds" | "date" | "absent";
      readonly body?: unknown;
    }
  | { readonly kind: "latency"; readonly ms?: number; readonly medianMs?: number; readonly sigma?: number }
  | { readonly kind: "refuse"; readonly ms: number }
  | { readonly kind: "reset"; readonly when: "before" | "after" }
  | { readonly kind: "cutShort"; readonly bytes?: number }
  | { readonly kind: "invalidJson"; readonly body?: string }
  | { readonly kind: "contentType"; readonly contentType?: string; readonly body?: string }
  | { readonly kind: "hang"; readonly ms?: number; readonly applied?: boolean }
  | { readonly kind: "drip"; readonly bytes?: number; readonly everyMs?: number }
  | { readonly kind: "redirect"; readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  | { readonly kind: "oversized"; readonly bytes?: number }
  | { readonly kind: "gzipBomb"; readonly bytes?: number }
  | { readonly kind: "lag"; readonly getMs?: number; readonly getRequests?: number; readonly listMs?: number }
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
