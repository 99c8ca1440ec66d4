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
  /** Whether the request is idempotent, so that it may be sent twice. */
  readonly repeatable: boolean;
  /** Whether a repeatable operation is sent again after a timeout. @default true */
  readonly retriesTimeouts?: false;
  /** Whether a refusal means that the service is busy, so that a retry may help. */
  readonly isBusy?: (response: HttpResponse) => boolean;
  /** Waits before each attempt, for an endpoint with a separate rate limit. */
  readonly throttle?: (signal?: AbortSignal) => Promise<void>;
  /** Setting that holds the base URL, for messages, if the operation has a separate one. */
  readonly setting?: string;
}

/** Returns an operation for messages. The query is redacted, because a caller may search for the access key. */
export function infoOf(operation: Operation, redact: Redact): RequestInfo {
  const { operation: name, method, setting } = operation;
  return { operation: name, method, path: redact(pathOf(operation)), ...(setting === undefined ? {} : { setting }) };
}

/** Returns the beginning of a message: "Get storage zone (GET /storagezone/7)". */
export function headline({ operation, method, path }: RequestInfo): string {
  return `${capitalized(operation)} (${method} ${path})`;
}

/** Removes the headline, which differs from object to object, from the message of a failed read. */
export function withoutHeadline(message: string): string {
  return message.replace(/^[\w ]+ \(GET [^)]*\)/, "");
}
