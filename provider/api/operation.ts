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

/** Options of a call that a rate limit of its own may hold up. */
export interface PatientOptions extends CallOptions {
  /**
   * Called before each wait that the service asks for, in seconds. The time in which a call is repeated then grows by such waits, of up to 10
   * minutes each.
   */
  readonly onWait?: (seconds: number) => void;
}

/** A request and how to send it. */
export interface Operation extends HttpRequest, PatientOptions {
  /** The operation in words, for messages. */
  readonly operation: string;
  /** Whether it may be sent twice, because it is idempotent. */
  readonly repeatable: boolean;
  /** Whether a repeatable operation is sent again after a timeout. @default true */
  readonly retriesTimeouts?: false;
  /** Whether a refusal means that the service is busy, so that another attempt may help. */
  readonly isBusy?: (response: HttpResponse) => boolean;
  /** Waits before each attempt, for an endpoint with a rate limit of its own. */
  readonly throttle?: (signal?: AbortSignal) => Promise<void>;
  /** The setting of its base URL, for messages, if it has one of its own. */
  readonly setting?: string;
}

/** An operation as messages show it. Its query is redacted, because a caller may search for the access key. */
export function infoOf(operation: Operation, redact: Redact): RequestInfo {
  const { operation: name, method, setting } = operation;
  return { operation: name, method, path: redact(pathOf(operation)), ...(setting === undefined ? {} : { setting }) };
}

/** "Get storage zone (GET /storagezone/7)". */
export function headline({ operation, method, path }: RequestInfo): string {
  return `${capitalized(operation)} (${method} ${path})`;
}

/** The message of a failed read without its headline, which differs from object to object. */
export function withoutHeadline(message: string): string {
  return message.replace(/^[\w ]+ \(GET [^)]*\)/, "");
}
