import type { Fault } from "./fault";

/**
 * A fault and when it strikes. All conditions given must hold; without any it strikes every request.
 *
 * Requests that fit `method`, `path` and `body` are counted from 1; `nth`, `every`, `skip` and `probability` choose among
 * them, and `times` ends the rule after so many faults.
 */
export interface FaultRule {
  readonly method?: string | readonly string[];
  /** A glob over the path (`*` within a segment, `**` across), or in code a RegExp. */
  readonly path?: string | RegExp;
  /** The source of a regular expression over the path, for files. */
  readonly pathPattern?: string;
  /** Fields that the JSON body must have, with these values. */
  readonly body?: Readonly<Record<string, string | number | boolean | null>>;
  /** Only the nth fitting request, or these. */
  readonly nth?: number | readonly number[];
  /** Each so manieth. */
  readonly every?: number;
  /** Not the first so many. */
  readonly skip?: number;
  /** 0 to 1, drawn from a generator of the rule's own, seeded by `randomSeed` and the rule's place. */
  readonly probability?: number;
  /** At most so many faults. */
  readonly times?: number;
  readonly fault: Fault;
}
