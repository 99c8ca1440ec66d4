import type { Redact } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import { parseBody } from "./json";
import { errorOf, errorOfFailure, notJson } from "./outcome";
import { Outage } from "./outage";
import { Pace, pause } from "./pace";
import { redactorOf } from "./redact";
import { delayFor, isOutOfPatience, longestRetryAfterMs, retryAfterOf } from "./retry";
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
  /** While nothing at all answers, nobody starts a row of retries of their own. */
  readonly #unreachable = new Outage(120_000);
  /** While every request is one too many, nor does anybody wait for long once that has lasted long. */
  readonly #refusing = new Outage(longestRetryAfterMs + 60_000);

  constructor(settings: Settings) {
    this.#transport = httpTransport(settings);
    this.#maxRetries = settings.maxRetries;
    this.redact = redactorOf(settings.accessKey);
    this.#origin = this.redact(new URL(settings.baseUrl).origin);
  }

  /** @returns the parsed JSON body, or undefined where the body is empty */
  async send(operation: Operation): Promise<unknown> {
    let began: number | undefined;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(operation, operation.pace ?? this.#pace);
      if (outcome.kind === "body") return outcome.body;
      began ??= outcome.sentAt;
      const { retryAfter } = outcome;
      const elapsed = this.#elapsed(began, outcome.refused);
      const delay = delayFor(
        { attempt, elapsed, ...(retryAfter === undefined ? {} : { retryAfter }) },
        outcome.again ? this.#maxRetries : 0,
        Math.random(),
      );
      if (delay === undefined) throw outcome.error(attempt + 1);
      this.counters.retries++;
      await pause(delay, operation.signal);
    }
  }

  /**
   * How long it has gone on like this: since the first attempt was sent, or since the service went away for everybody; of a
   * refusal, since it began to refuse everybody.
   */
  #elapsed(began: number, refused: boolean): number {
    const now = Date.now();
    return refused ? this.#refusing.lasted(now) : Math.max(now - began, this.#unreachable.lasted(now));
  }

  async #attempt(operation: Operation, pace: Pace): Promise<Outcome> {
    const pass = await pace.next(operation.signal);
    const sentAt = Date.now();
    const unrefused = { sentAt, refused: false };
    const info = { ...infoOf(operation, this.redact), origin: this.#origin };
    this.counters.requests++;
    let answer: HttpAnswer;
    try {
      answer = await this.#transport(operation, operation.signal);
    } catch (failure) {
      pace.lost(pass);
      if (!(failure instanceof TransportFailure)) throw failure;
      if (failure.kind === "unsent" || failure.kind === "unknown") this.#unreachable.note(Date.now());
      const again = failure.kind === "unsent" || (failure.kind === "unknown" && operation.repeatable);
      return { kind: "failure", ...unrefused, again, error: (attempts) => errorOfFailure(info, failure, attempts) };
    }
    this.#unreachable.end();
    this.#readClock(answer);
    const now = Date.now();
    const retryAfter = retryAfterOf(answer.headers["retry-after"], now);
    const failure = (again: boolean): Outcome => ({
      kind: "failure",
      sentAt,
      again,
      refused: answer.status === 429,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      error: () => errorOf(info, answer, this.redact),
    });
    if (answer.status === 429) {
      this.#refusing.note(now);
      const wait = retryAfter ?? 1000;
      // A wait that nobody is willing to sit out closes nothing for the others: each is told at once.
      pace.refused(pass, isOutOfPatience(wait, this.#refusing.lasted(now)) ? 0 : wait);
      return failure(true);
    }
    this.#refusing.end();
    pace.taken(pass);
    if (answer.status >= 200 && answer.status < 300) {
      return bodyOf(info, answer, { ...unrefused, again: operation.repeatable }, this.redact);
    }
    return failure(operation.repeatable && answer.status >= 500 && answer.status !== 501);
  }

  #readClock({ headers }: HttpAnswer): void {
    const lead = Date.parse(headers["date"] ?? "") - Date.now();
    if (!Number.isNaN(lead)) this.clockLead = lead;
  }
}

/** A body that is no JSON may be the work of something on the way, so what may be repeated is. */
function bodyOf(
  info: RequestInfo,
  answer: HttpAnswer,
  attempt: Pick<Failure, "sentAt" | "refused" | "again">,
  redact: Redact,
): Outcome {
  if (answer.text === "") return { kind: "body", body: undefined };
  try {
    return { kind: "body", body: parseBody(answer.text) };
  } catch (fault) {
    if (!(fault instanceof TransportFailure))
      return { kind: "failure", ...attempt, error: () => notJson(info, answer, redact) };
    return { kind: "failure", ...attempt, again: false, error: () => errorOfFailure(info, fault, 1) };
  }
}

type Outcome = { readonly kind: "body"; readonly body: unknown } | Failure;

interface Failure {
  readonly kind: "failure";
  readonly sentAt: number;
  /** Whether it was one request too many. */
  readonly refused: boolean;
  /** Whether it may be tried again. */
  readonly again: boolean;
  readonly retryAfter?: number;
  readonly error: (attempts: number) => Error;
}

/** What may be shown of an operation. Its query holds what the caller looks for, which may be the access key. */
export function infoOf(operation: Operation, redact: Redact): RequestInfo {
  const { operation: name, method, setting } = operation;
  return { operation: name, method, path: redact(pathOf(operation)), ...(setting === undefined ? {} : { setting }) };
}
