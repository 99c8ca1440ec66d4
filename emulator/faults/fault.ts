/** The fields of each kind of fault. docs/emulator.md says what each kind does. */
interface Faults {
  readonly status: {
    /** 200 to 599. */
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly applied?: boolean | undefined;
  };
  readonly tooManyRequests: {
    readonly retryAfterSeconds?: number | undefined;
    readonly as?: "seconds" | "date" | "absent" | "body" | undefined;
    readonly body?: unknown;
  };
  /** Exactly one of `ms` and `medianMs` is given. */
  readonly latency: {
    readonly ms?: number | undefined;
    readonly medianMs?: number | undefined;
    readonly sigma?: number | undefined;
  };
  readonly slowLogs: { readonly perHourMs?: number | undefined; readonly perThousandMs?: number | undefined };
  readonly refuse: { readonly ms: number };
  readonly reset: { readonly when: "before" | "after" };
  readonly cutShort: { readonly bytes?: number | undefined };
  readonly invalidJson: { readonly body?: string | undefined };
  readonly contentType: { readonly contentType?: string | undefined; readonly body?: string | undefined };
  readonly hang: { readonly ms?: number | undefined; readonly applied?: boolean | undefined };
  readonly drip: { readonly bytes?: number | undefined; readonly everyMs?: number | undefined };
  readonly redirect: { readonly location: string; readonly status?: 301 | 302 | 303 | 307 | 308 | undefined };
  readonly oversized: { readonly bytes?: number | undefined };
  readonly gzipBomb: { readonly bytes?: number | undefined };
  readonly lag: {
    readonly getMs?: number | undefined;
    readonly getRequests?: number | undefined;
    readonly listMs?: number | undefined;
  };
  readonly reorder: { readonly list: string };
  readonly duplicate: { readonly answer?: "first" | "second" | undefined };
}

export type FaultKind = keyof Faults;

export type FieldsOf<Kind extends FaultKind> = Faults[Kind];

export type FaultOf<Kind extends FaultKind> = { [Each in Kind]: { readonly kind: Each } & Faults[Each] }[Kind];

/** Something that goes wrong with a request. docs/emulator.md says what each kind does. */
export type Fault = FaultOf<FaultKind>;

/**
 * A fault and when it occurs. All conditions given must hold; without any it affects every request.
 *
 * Requests that match `method`, `path`, `pathPattern` and `body` are counted from 1. `nth`, `every`, `skip`, `probability` and `times` choose
 * among them.
 */
export interface FaultRule {
  /** One method or several. */
  readonly method?: string | readonly string[] | undefined;
  /** A glob over the path (`*` within a segment, `**` across), or in code a RegExp. */
  readonly path?: string | RegExp | undefined;
  /** The source of a regular expression over the path, for files. */
  readonly pathPattern?: string | undefined;
  /** Fields that the JSON body must have, with these values. */
  readonly body?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  /** Only the nth, or these. */
  readonly nth?: number | readonly number[] | undefined;
  /** Every nth. */
  readonly every?: number | undefined;
  /** How many to skip first. */
  readonly skip?: number | undefined;
  /** 0 to 1, drawn from a generator of the rule's own, seeded by `randomSeed` and the rule's index. */
  readonly probability?: number | undefined;
  /** The maximum number of faults. */
  readonly times?: number | undefined;
  readonly fault: Fault;
}
