import type { Redact } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import { parseBody } from "./json";
import { errorOf, errorOfFailure, notJson } from "./outcome";
import { Pace, pause } from "./pace";
import { redactorOf } from "./redact";
import { delayFor, longestRetryAfterMs, retryAfterOf } from "./retry";
import type { Settings } from "./settings";
import type { HttpAnswer, HttpRequest, Transport } from "./transport";
import { httpTransport, pathOf, TransportFailure } from "./transport";

/** A request and how it may be treated. */
export interface Operation extends HttpRequest {
  /** The operation in words, for messages. */
  readonly operation: string;
  /** Whether sending it twice is the same as once. A POST that creates is not. */
  readonly repeatable: boolean;
  /** Holds it to a rate of its own. @default that of all operations */
  readonly pace?: Pace;
  /** The setting that says where it is sent, for messages. @default "cdn:baseUrl" */
  readonly setting?: string;
  readonly signal?: AbortSignal;
}

/** So long after the last failure, another one begins an outage of its own. */
const forgottenAfterMs = 120_000;

/** What sending has cost so far. */
export interface Counters {
  requests: number;
  retries: number;
}

/** Sends operations: paced, retried where that is safe, every failure as an error of the family. */
export class Sender {
  readonly counters: Counters = { requests: 0, retries: 0 };
  /** How far the service's clock is ahead of ours, by its last `Date` header; in milliseconds. */
  clockLead = 0;
  readonly #transport: Transport;
  readonly #pace = new Pace();
  readonly #maxRetries: number;
  readonly #origin: string;
  /** Takes the access key out of a text of the service's or of the caller's. */
  readonly redact: Redact;
  /** Set while nothing at all answers; then nobody starts a row of retries of their own. */
  #unreachable: { readonly since: number; last: number } | undefined;

  constructor(settings: Settings) {
    this.#transport = httpTransport(settings);
    this.#maxRetries = settings.maxRetries;
    this.#origin = new URL(settings.baseUrl).origin;
    this.redact = redactorOf(settings.accessKey);
  }

  /** @returns the parsed JSON body, or undefined where the body is empty */
  async send(operation: Operation): Promise<unknown> {
    const began = Date.now();
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(operation, operation.pace ?? this.#pace);
      if (outcome.kind === "body") return outcome.body;
      const { retryAfter } = outcome;
      const delay = delayFor(
        { attempt, elapsed: this.#elapsed(began), ...(retryAfter === undefined ? {} : { retryAfter }) },
        outcome.again ? this.#maxRetries : 0,
        Math.random(),
      );
      if (delay === undefined) throw outcome.error(attempt + 1);
      this.counters.retries++;
      await pause(delay, operation.signal);
    }
  }

  /** Since the first attempt, or since the service went away for everybody. */
  #elapsed(began: number): number {
    return Date.now() - Math.min(began, this.#unreachable?.since ?? began);
  }

  async #attempt(operation: Operation, pace: Pace): Promise<Outcome> {
    const pass = await pace.next(operation.signal);
    const info = { ...infoOf(operation, this.redact), origin: this.redact(this.#origin) };
    this.counters.requests++;
    let answer: HttpAnswer;
    try {
      answer = await this.#transport(operation, operation.signal);
    } catch (failure) {
      pace.lost(pass);
      if (!(failure instanceof TransportFailure)) throw failure;
      if (failure.kind === "unsent" || failure.kind === "unknown") this.#noteUnreachable();
      const again = failure.kind === "unsent" || (failure.kind === "unknown" && operation.repeatable);
      return { kind: "failure", again, error: (attempts) => errorOfFailure(info, failure, attempts) };
    }
    this.#unreachable = undefined;
    this.#readClock(answer);
    if (answer.status === 429) {
      const retryAfter = retryAfterOf(answer.headers["retry-after"], Date.now());
      // A wait that nobody is willing to sit out closes nothing for the others: each is told at once.
      pace.refused(pass, (retryAfter ?? 1000) > longestRetryAfterMs ? 0 : (retryAfter ?? 1000));
      return this.#failure(info, answer, true, retryAfter);
    }
    pace.taken(pass);
    if (answer.status >= 200 && answer.status < 300) return bodyOf(info, answer, operation.repeatable, this.redact);
    const again = operation.repeatable && answer.status >= 500 && answer.status !== 501;
    return this.#failure(info, answer, again, retryAfterOf(answer.headers["retry-after"], Date.now()));
  }

  /** What was found out long ago, before nobody asked for a while, says nothing of today. */
  #noteUnreachable(): void {
    const now = Date.now();
    if (this.#unreachable !== undefined && now - this.#unreachable.last < forgottenAfterMs)
      this.#unreachable.last = now;
    else this.#unreachable = { since: now, last: now };
  }

  #readClock({ headers }: HttpAnswer): void {
    const lead = Date.parse(headers["date"] ?? "") - Date.now();
    if (!Number.isNaN(lead)) this.clockLead = lead;
  }

  #failure(info: RequestInfo, answer: HttpAnswer, again: boolean, retryAfter: number | undefined): Outcome {
    return {
      kind: "failure",
      again,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      error: () => errorOf(info, answer, this.redact),
    };
  }
}

/** A body that is no JSON may be the work of something on the way, so what may be repeated is. */
function bodyOf(info: RequestInfo, answer: HttpAnswer, again: boolean, redact: Redact): Outcome {
  if (answer.text === "") return { kind: "body", body: undefined };
  try {
    return { kind: "body", body: parseBody(answer.text) };
  } catch (fault) {
    if (fault instanceof TransportFailure)
      return { kind: "failure", again: false, error: () => errorOfFailure(info, fault, 1) };
    return { kind: "failure", again, error: () => notJson(info, answer, redact) };
  }
}

type Outcome =
  | { readonly kind: "body"; readonly body: unknown }
  | {
      readonly kind: "failure";
      readonly again: boolean;
      readonly retryAfter?: number;
      readonly error: (attempts: number) => Error;
    };

/** What may be shown of an operation. Its query holds what the caller looks for, which may be the access key. */
export function infoOf(operation: Operation, redact: Redact): RequestInfo {
  const { operation: name, method, setting } = operation;
  return { operation: name, method, path: redact(pathOf(operation)), ...(setting === undefined ? {} : { setting }) };
}
