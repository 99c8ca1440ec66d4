/** Something that goes wrong with a request; `kind` names it. */
export type Fault =
  | StatusFault
  | TooManyRequestsFault
  | LatencyFault
  | RefuseFault
  | ResetFault
  | CutShortFault
  | InvalidJsonFault
  | ContentTypeFault
  | HangFault
  | DripFault
  | RedirectFault
  | OversizedFault
  | GzipBombFault
  | LagFault
  | DuplicateFault;

export type FaultOf<Kind extends Fault["kind"]> = Extract<Fault, { readonly kind: Kind }>;

/** An error status. */
export interface StatusFault {
  readonly kind: "status";
  readonly status: number;
  /** A string goes as it is, anything else as JSON; left out, the body is empty. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request takes effect all the same, as behind a gateway that gave up. @default false */
  readonly applied?: boolean;
}

/** 429 with Retry-After: in seconds, or as an HTTP date. @default 1 second, as seconds */
export interface TooManyRequestsFault {
  readonly kind: "tooManyRequests";
  readonly retryAfterSeconds?: number;
  readonly as?: "seconds" | "date" | "absent";
  readonly body?: unknown;
}

/**
 * Holds the answer back: for `ms`, or for a log-normal time of the median `medianMs` (`sigma` @default 0.5). Goes with any
 * other fault.
 */
export interface LatencyFault {
  readonly kind: "latency";
  readonly ms?: number;
  readonly medianMs?: number;
  readonly sigma?: number;
}

/** Drops this connection, then refuses new ones for a time. The request is not applied. */
export interface RefuseFault {
  readonly kind: "refuse";
  readonly ms: number;
}

/** Resets the connection, before the request is applied or after. */
export interface ResetFault {
  readonly kind: "reset";
  readonly when: "before" | "after";
}

/** Applied; announces the whole body, sends a part of it, and drops the connection. @default the first half */
export interface CutShortFault {
  readonly kind: "cutShort";
  readonly bytes?: number;
}

/** Applied; the status is right and the body is no JSON. @default the first half of the body */
export interface InvalidJsonFault {
  readonly kind: "invalidJson";
  readonly body?: string;
}

/** Applied; the answer comes as another type. @default text/html; a body given replaces the true one */
export interface ContentTypeFault {
  readonly kind: "contentType";
  readonly contentType?: string;
  readonly body?: string;
}

/** Never answers; drops the connection after `ms` where given. `applied` @default false */
export interface HangFault {
  readonly kind: "hang";
  readonly ms?: number;
  readonly applied?: boolean;
}

/** Applied; sends the body in small pieces with pauses. @default 16 bytes each 20 ms */
export interface DripFault {
  readonly kind: "drip";
  readonly bytes?: number;
  readonly everyMs?: number;
}

/** Sends the client elsewhere. Not applied. @default 302 */
export interface RedirectFault {
  readonly kind: "redirect";
  readonly location: string;
  readonly status?: 301 | 302 | 303 | 307 | 308;
}

/** Applied; a JSON body of so many bytes, without Content-Length. @default 64 MiB */
export interface OversizedFault {
  readonly kind: "oversized";
  readonly bytes?: number;
}

/** Applied; a gzip body that unpacks to so many bytes of JSON. @default 256 MiB */
export interface GzipBombFault {
  readonly kind: "gzipBomb";
  readonly bytes?: number;
}

/** Applied; what the request makes is visible only later: see Lag. @default 0 each */
export interface LagFault {
  readonly kind: "lag";
  readonly getMs?: number;
  readonly getRequests?: number;
  readonly listMs?: number;
}

/** Applied twice, as behind a proxy that sends again; the client gets one of the two answers. @default second */
export interface DuplicateFault {
  readonly kind: "duplicate";
  readonly answer?: "first" | "second";
}
