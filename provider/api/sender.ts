import type { Redact } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import { transportError, responseError, notJsonError } from "./httpErrors";
import { Limiter } from "./limiter";
import { redactorFor, redactorOf } from "./redact";
import type { Operation } from "./operation";
import { infoOf } from "./operation";
import { errorIn, parseBody } from "./response";
import { refusesIn } from "./keyedErrors";
import {
  delayFor,
  localRetryDeadlineMs,
  maxWaitMs,
  rateLimitResetOf,
  retryAfterIn,
  retryAfterOf,
  retryDeadlineMs,
} from "./retry";
import { readOnlyError } from "./readOnly";
import { pause } from "./waits";
import type { OwnedSettings } from "./settings";
import type { SettingsOwner } from "./settingsOwner";
import { defaultOwner } from "./settingsOwner";
import type { Connections, HttpResponse, Transport } from "./transport";
import { httpTransport, newConnections, TransportFailure } from "./transport";

export interface Counters {
  requests: number;
  retries: number;
}

/** Connections, limit and counters that senders with different keys share, because the service counts their requests together. */
export class SharedBySenders {
  readonly connections: Connections = newConnections();
  readonly limiter = new Limiter();
  readonly counters: Counters = { requests: 0, retries: 0 };
}

/** Outcome of one attempt: a body, or an error and whether a retry may help. */
type Outcome =
  | { readonly body: unknown }
  | {
      readonly mayRetry: boolean;
      /** Whether the connection was cut while the response was awaited. */
      readonly isCut?: boolean;
      readonly retryAfter?: number | undefined;
      /** Time within which a retry must start, if it is shorter than usual. */
      readonly deadline?: number;
      readonly error: (attempts: number) => Error;
    };

/** Sends operations within the service's limits and retries where that is safe. Every failure is a `CdnError`, except an abort. */
export class Sender {
  readonly counters: Counters;
  /** Lead of the service's clock over ours according to its last `Date` header, in milliseconds. */
  clockLead = 0;
  /** Replaces the access key in a text. */
  readonly redact: Redact;
  /** Owner of the settings, for messages. */
  readonly owner: SettingsOwner;
  readonly #transport: Transport;
  readonly #limiter: Limiter;
  readonly #maxRetries: number;
  readonly #settings: OwnedSettings;
  /** Whether the service has answered. A server that goes down afterwards may be back later than one that was never started. */
  #hasAnswered = false;

  constructor(settings: OwnedSettings, { connections, limiter, counters } = new SharedBySenders()) {
    this.#settings = settings;
    this.counters = counters;
    this.#limiter = limiter;
    this.#transport = httpTransport(settings, connections);
    this.#maxRetries = settings.maxRetries;
    this.redact = redactorOf(settings.accessKey);
    this.owner = settings.owner ?? defaultOwner;
  }

  /**
   * Sends an operation.
   *
   * @returns the parsed JSON body; undefined if the body is empty, or if the operation received it itself
   * @throws {ReadOnlyError} if the settings are read-only and the operation changes something
   */
  async send(operation: Operation): Promise<unknown> {
    const { signal, throttle, onWait } = operation;
    // Only a GET can be declared to change nothing.
    if (this.#settings.readOnly === true && (operation.changes || operation.method !== "GET")) {
      const { object } = operation;
      throw readOnlyError(infoOf(operation, this.redact), object && this.redact(object), this.#settings);
    }
    /** Start of the deadline for retries. An upload may take longer than that, so its deadline begins with its first failure. */
    let firstSentAt: number | undefined;
    let deadline = retryDeadlineMs;
    for (let attempt = 0; ; attempt++) {
      await throttle?.(signal);
      const outcome = await this.#limiter.run(
        () => {
          if (operation.content === undefined) firstSentAt ??= performance.now();
          return this.#attempt(operation);
        },
        attempt > 0,
        signal,
      );
      if ("body" in outcome) return outcome.body;
      const elapsed = performance.now() - (firstSentAt ??= performance.now());
      const { retryAfter = 0 } = outcome;
      if (onWait !== undefined && retryAfter <= maxWaitMs) deadline += retryAfter;
      const failed = { attempt, elapsed, retryAfter, deadline: outcome.deadline ?? deadline };
      const mayRepeat = outcome.isCut !== true || operation.asksForLess !== true || attempt === 0;
      const delay = outcome.mayRetry && mayRepeat ? delayFor(failed, this.#maxRetries, Math.random()) : undefined;
      if (delay === undefined) throw outcome.error(attempt + 1);
      this.counters.retries++;
      if (retryAfter > 0) onWait?.(Math.ceil(delay / 1000));
      await pause(delay, signal);
    }
  }

  async #attempt(operation: Operation): Promise<Outcome> {
    const info = (): RequestInfo => {
      const { origin } = new URL(this.#settings.baseUrl);
      return { ...infoOf(operation, this.redact), origin: this.redact(origin) };
    };
    const sentAt = performance.now();
    this.counters.requests++;
    let response: HttpResponse;
    try {
      response = await this.#transport(operation, operation.signal);
    } catch (failure) {
      if (!(failure instanceof TransportFailure)) throw failure;
      const hadNoSocket = failure.kind === "noSocket";
      if (hadNoSocket) this.#limiter.refused(sentAt, 0);
      const { repeatable, asksForLess } = operation;
      const isCut = failure.kind === "unknown";
      const mayRepeat = repeatable && (isCut || (failure.kind === "timeout" && asksForLess !== true));
      const mayRetry = hadNoSocket || failure.kind === "unsent" || mayRepeat;
      const local = failure.isNobodyHere && !this.#hasAnswered ? { deadline: localRetryDeadlineMs } : {};
      return { mayRetry, isCut, ...local, error: (attempts) => transportError(info(), failure, attempts, this.owner) };
    }
    this.#hasAnswered = true;
    this.#readClock(response.headers["date"]);
    return this.#outcomeOf(operation, info, response, sentAt);
  }

  /** Judges a response by its status or, if it seems to be a success, by an error in its body. */
  #outcomeOf(operation: Operation, info: () => RequestInfo, response: HttpResponse, sentAt: number): Outcome {
    const { status, headers } = response;
    const serviceTime = Date.now() + this.clockLead;
    // Other responses also have rate limit headers, but don't mean that the limit is reached. The times may be a second off.
    const reset = status === 429 ? Math.max(1_000, rateLimitResetOf(headers, serviceTime) ?? 0) : undefined;
    const asked = retryAfterOf(headers["retry-after"], serviceTime);
    const retryAfter = asked ?? (status === 429 ? retryAfterIn(response.text) : undefined) ?? reset;
    const { refusesIn2xx } = operation;
    const error = (): Error =>
      responseError(info(), response, redactorFor(operation.body, this.redact), this.owner, refusesIn2xx);
    if (status === 429) {
      // A `Retry-After` beyond the deadline fails this operation at once, and does not delay others.
      const pauseMs = retryAfter ?? 0;
      this.#limiter.refused(sentAt, pauseMs > retryDeadlineMs ? 0 : pauseMs);
      return { mayRetry: true, retryAfter, error };
    }
    if (status >= 200 && status < 300) {
      const outcome = this.#bodyOf(operation, info, response);
      const said = "body" in outcome ? errorIn(outcome.body) : undefined;
      if (typeof said === "number") return this.#outcomeOf(operation, info, { ...response, status: said }, sentAt);
      this.#limiter.accepted();
      const isRefused = refusesIn2xx === true && "body" in outcome && refusesIn(status, outcome.body);
      return said === undefined && !isRefused ? outcome : { mayRetry: false, error };
    }
    this.#limiter.accepted();
    const mayPass = (status >= 500 && status !== 501) || operation.isBusy?.(response) === true;
    return { mayRetry: operation.repeatable && mayPass, retryAfter, error };
  }

  /** A body that is not JSON may come from a proxy or gateway, so a repeatable operation is retried. */
  #bodyOf({ repeatable }: Operation, info: () => RequestInfo, response: HttpResponse): Outcome {
    if (response.text === "") return { body: undefined };
    try {
      return { body: parseBody(response.text) };
    } catch (fault) {
      // The body contains Pulumi's signature key; see parseBody.
      if (fault instanceof TransportFailure)
        return { mayRetry: false, error: () => transportError(info(), fault, 1, this.owner) };
      return { mayRetry: repeatable, error: () => notJsonError(info(), response, this.redact, this.owner) };
    }
  }

  #readClock(date = ""): void {
    const lead = Date.parse(date) - Date.now();
    if (!Number.isNaN(lead)) this.clockLead = lead;
  }
}
