/** The request that failed. It holds no secret. */
export interface RequestInfo {
  /** The operation in words, such as "get storage zone". */
  readonly operation: string;
  readonly method: string;
  /** The path and query below the base URL. */
  readonly path: string;
  /** The setting of the base URL, if the operation has one of its own. */
  readonly setting?: string;
  /** Scheme, host and port that the request was sent to, if it was sent. */
  readonly origin?: string;
}

/** The error in the response's body, if it could be read. Assumption: the contract shows no error body. */
export interface ServiceSaid {
  readonly errorKey?: string;
  readonly field?: string;
  readonly message?: string;
  /** What a refusal (400, 422) says in another shape: plain text, or JSON without secret fields. Shortened. */
  readonly details?: string;
}

/** The evidence in an error of the service. */
export interface ServiceEvidence {
  readonly request: RequestInfo;
  /** HTTP status; absent if there was no response, or a success whose body breaks the contract. */
  readonly status?: number;
  /** The service's id of the request, if it sent one. */
  readonly requestId?: string;
  readonly said?: ServiceSaid;
}

/** The base class of this package's errors. Their messages hold no secret. */
export abstract class CdnError extends Error {
  abstract override readonly name: string;
}

/** A setting is missing or malformed. Nothing was sent. */
export class ConfigurationError extends CdnError {
  override readonly name = "ConfigurationError";
}

/** An argument is invalid: refused before anything was sent, or by the service (400). */
export class InvalidInputError extends CdnError {
  override readonly name = "InvalidInputError";

  constructor(
    message: string,
    /** The invalid property, if known. */
    readonly property?: string,
    readonly evidence?: ServiceEvidence,
  ) {
    super(message);
  }
}

/** An error of the service or of the connection to it. */
export abstract class ServiceError extends CdnError {
  constructor(
    message: string,
    readonly evidence: ServiceEvidence,
  ) {
    super(message);
  }
}

/** The access key was refused (401), lacks permission (403), or belongs to another account than the zone. */
export class UnauthorizedError extends ServiceError {
  override readonly name = "UnauthorizedError";
}

/** There is no such zone (404). */
export class NotFoundError extends ServiceError {
  override readonly name = "NotFoundError";
}

/** Logging is disabled on the pull zone (404 with the code `logging_disabled`). */
export class LoggingDisabledError extends ServiceError {
  override readonly name = "LoggingDisabledError";
}

/** The request conflicts with an existing object, such as a name that is taken (409). */
export class ConflictError extends ServiceError {
  override readonly name = "ConflictError";
}

/** The service answered 429 to the last attempt. */
export class RateLimitedError extends ServiceError {
  override readonly name = "RateLimitedError";
}

/** The service could not be reached, did not answer in time, or failed (5xx). */
export class UnavailableError extends ServiceError {
  override readonly name = "UnavailableError";

  constructor(
    message: string,
    evidence: ServiceEvidence,
    /** False if the request certainly was not applied. */
    readonly mayHaveBeenApplied: boolean,
  ) {
    super(message, evidence);
  }
}

/** The response was not complete in time. To callers of this package it is an {@link UnavailableError}. */
export class ResponseTimeoutError extends UnavailableError {}

/** The response breaks the contract: a redirect, no JSON, a field of another type, an unknown status. */
export class UnexpectedResponseError extends ServiceError {
  override readonly name = "UnexpectedResponseError";

  constructor(
    message: string,
    evidence: ServiceEvidence,
    /** The id in the response, if it could be read. */
    readonly zoneId?: number,
  ) {
    super(message, evidence);
  }
}

/** The service has no such operation: an assumption of this package does not hold there. */
export class UnsupportedError extends UnexpectedResponseError {}

/** An error's message; for a system error without its code and call: "no such file or directory". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("syscall" in error)) return error.message;
  return error.message.replace(/^(\w+ )?E[A-Z]+: /, "").replace(/, \w+( '.*')?$/s, "");
}

/** Whether the answer can mean that the service has no such operation. */
export function hasNoOperation(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [404, 405, 501].includes(error.evidence.status ?? 0);
}

/** Whether the request certainly changed nothing. After a retry, a failure of the service or the connection leaves that open. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof InvalidInputError ||
    error instanceof NotFoundError ||
    error instanceof UnauthorizedError ||
    error instanceof ConflictError ||
    hasNoOperation(error)
  );
}

/** Whether what was requested may have been created: there was no response, a failure of the service, or a success with an invalid body. */
export function isUnclear(error: unknown): error is ServiceError {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  return error instanceof UnexpectedResponseError && error.evidence.status === undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error as a program throws it: Pulumi prints a `CdnError` without its stack, because its message says what to do. */
export function withoutStack(error: unknown): unknown {
  if (!(error instanceof CdnError)) return error;
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  // The SDK formats the stack nevertheless, for tracing. With source-mapped frames this takes Node 20.20 half a minute and most of
  // the memory.
  return Object.defineProperty(error, "stack", { value: "" });
}
