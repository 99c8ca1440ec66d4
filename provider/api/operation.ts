import { capitalized } from "../wire/words";
import type { Redact } from "../wire/wireError";
import type { RequestInfo } from "./errors";
import type { HttpRequest, HttpResponse } from "./transport";
import { pathOf } from "./transport";

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options of a call that may be delayed by a separate rate limit. */
export interface PatientOptions extends CallOptions {
  /**
   * Called before each wait that the service requests, with its length in seconds. If it is set, such waits of up to 10 minutes each extend the time
   * during which the call is retried.
   */
  readonly onWait?: (seconds: number) => void;
}

/** A request and how to send it. */
export interface Operation extends HttpRequest, PatientOptions {
  /** Description of the operation, for messages. */
  readonly operation: string;
  /** Whether the request changes something, whatever its method is. A sender whose settings are read-only does not send it. */
  readonly changes: boolean;
  /** The object that the request changes, for messages, such as "pull zone 7". */
  readonly object?: string;
  /** Whether the request is idempotent, so that it may be sent twice. */
  readonly repeatable: boolean;
  /**
   * Whether a slow response is no reason to repeat the request, because a request for less is more likely to help. After a timeout it is then not
   * sent again. A gateway in front of the service may also just cut the connection: after that, it is sent once more.
   */
  readonly asksForLess?: true;
  /** Whether a refusal means that the service is busy, so that a retry may help. */
  readonly isBusy?: (response: HttpResponse) => boolean;
  /** Whether a response with a success can be a refusal; see `api/keyedErrors.ts`. */
  readonly refusesIn2xx?: true;
  /** Waits before each attempt, for an endpoint with a separate rate limit. */
  readonly throttle?: (signal?: AbortSignal) => Promise<void>;
  /** Setting that holds the base URL, for messages, if the operation has a separate one. */
  readonly setting?: string;
  /** Base URL, for messages, if they must name it. */
  readonly baseUrl?: string;
}

/** Returns an operation for messages. The query is redacted, because a caller may search for the access key. */
export function infoOf(operation: Operation, redact: Redact): RequestInfo {
  const { operation: name, method, setting, baseUrl } = operation;
  return {
    ...{ operation: name, method, path: redact(pathOf(operation)) },
    ...(setting === undefined ? {} : { setting }),
    ...(baseUrl === undefined ? {} : { baseUrl: redact(baseUrl) }),
  };
}

/** Returns the beginning of a message: "Get storage zone (GET /storagezone/7)". It names the host of an operation that has its own. */
export function headline({ operation, method, path, setting, baseUrl }: RequestInfo): string {
  const host = baseUrl === undefined || setting === undefined ? "" : `; ${setting} sets this host`;
  return `${capitalized(operation)} (${method} ${baseUrl ?? ""}${path}${host})`;
}

/** Removes the headline, which differs from object to object, from the message of a failed read. */
export function withoutHeadline(message: string): string {
  return message.replace(/^[\w ]+ \(GET [^)]*\)/, "");
}
