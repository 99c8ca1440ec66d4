/** The request that failed, without secrets. */
export interface RequestInfo {
  /** Description of the operation, such as "get storage zone". */
  readonly operation: string;
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  /** Setting that holds the base URL, if the operation has a separate one. */
  readonly setting?: string;
  /** That base URL, if messages name it. */
  readonly baseUrl?: string;
  /** Scheme, host and port to which the request was sent; absent if it was not sent. */
  readonly origin?: string;
}

/** Error in the body of the response, if it could be read. Assumption: the contract shows no error body. */
export interface ServiceSaid {
  readonly errorKey?: string;
  readonly field?: string;
  readonly message?: string;
  /** Body of a refusal (400, 422) that has another shape: plain text, or JSON without secret fields. Shortened. */
  readonly details?: string;
}

/** Request and response that led to a {@link ServiceError}. */
export interface ServiceEvidence {
  readonly request: RequestInfo;
  /** HTTP status. Absent if there was no response, or if the body of a successful response breaks the contract. */
  readonly status?: number;
  /** Id that the service gave the request, if any. */
  readonly requestId?: string;
  readonly said?: ServiceSaid;
}

/** Base class of this package's errors. Their messages contain no secrets. */
export abstract class CdnError extends Error {
  abstract override readonly name: string;
}

/** Error for a setting that is missing or malformed. Nothing was sent. */
export class ConfigurationError extends CdnError {
  override readonly name = "ConfigurationError";
}

/** Error for a request that would change something although the settings are read-only. Nothing was sent. */
export class ReadOnlyError extends CdnError {
  override readonly name = "ReadOnlyError";

  constructor(
    message: string,
    /** The request that was not sent. */
    readonly request: RequestInfo,
  ) {
    super(message);
  }
}

/** Error for an invalid argument. It was refused before anything was sent, or by the service (400, 422). */
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

/** Base class of errors of the service and of the connection to it. */
export abstract class ServiceError extends CdnError {
  constructor(
    message: string,
    readonly evidence: ServiceEvidence,
  ) {
    super(message);
  }
}

/** Error for an access key that was refused (401), lacks permission (403), or belongs to another account than the zone. */
export class UnauthorizedError extends ServiceError {
  override readonly name = "UnauthorizedError";
}

/** Error for an object that does not exist (404). */
export class NotFoundError extends ServiceError {
  override readonly name = "NotFoundError";
}

/** Error for access logs of a pull zone on which logging is disabled (404 with the code `logging_disabled`). */
export class LoggingDisabledError extends ServiceError {
  override readonly name = "LoggingDisabledError";
}

/** Error for a request that conflicts with an existing object, for example because the name is taken (409). */
export class ConflictError extends ServiceError {
  override readonly name = "ConflictError";
}

/** Error for a feature or a change that the plan of the object does not allow. */
export class PlanError extends ServiceError {
  override readonly name = "PlanError";
}

/** Error for an object that would exceed a limit of the plan. */
export class LimitError extends ServiceError {
  override readonly name = "LimitError";
}

/** Error for a request that the service refused in a response with a success, for a reason that this package does not know. */
export class RefusedError extends ServiceError {
  override readonly name = "RefusedError";
}

/** Error for a request whose last attempt was rate limited (429). */
export class RateLimitedError extends ServiceError {
  override readonly name = "RateLimitedError";
}

/** Error for a service that could not be reached, did not answer in time, or failed (5xx). */
export class UnavailableError extends ServiceError {
  override readonly name = "UnavailableError";

  constructor(
    message: string,
    evidence: ServiceEvidence,
    /** Whether the request may have been applied; false if it certainly was not. */
    readonly mayHaveBeenApplied: boolean,
  ) {
    super(message, evidence);
  }
}

/** Error for a response that breaks the contract: a redirect, a body that is not JSON, a field of another type, or an unknown status. */
export class UnexpectedResponseError extends ServiceError {
  override readonly name = "UnexpectedResponseError";

  constructor(
    message: string,
    evidence: ServiceEvidence,
    /** Id of the object in the response, if it could be read. */
    readonly zoneId?: number,
  ) {
    super(message, evidence);
  }
}

/** Error for an operation that the service does not have: an assumption of this package does not hold for it. */
export class UnsupportedError extends UnexpectedResponseError {}

/** Returns an error's message. Code and call of a system error are removed: "no such file or directory". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("syscall" in error)) return error.message;
  return error.message.replace(/^(\w+ )?E[A-Z]+: /, "").replace(/, \w+( '.*')?$/s, "");
}

/** Whether an error can mean that the service does not have the operation. */
export function hasNoOperation(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [404, 405, 501].includes(error.evidence.status ?? 0);
}

/** Whether the request certainly changed nothing. A failure of the service or the connection after a retry leaves that open. */
export function isRefusal(error: unknown): boolean {
  if (isRefusedIn2xx(error)) return false;
  return (
    error instanceof ReadOnlyError ||
    error instanceof PlanError ||
    error instanceof LimitError ||
    error instanceof RefusedError ||
    error instanceof InvalidInputError ||
    error instanceof NotFoundError ||
    error instanceof UnauthorizedError ||
    error instanceof ConflictError ||
    hasNoOperation(error)
  );
}

/** Whether a response with a success refused the request. Such a request was seen to have been applied, so only a read shows whether it was. */
export function isRefusedIn2xx(error: unknown): error is ServiceError | InvalidInputError {
  if (!(error instanceof ServiceError || error instanceof InvalidInputError)) return false;
  const { status = 0, said } = error.evidence ?? {};
  return status >= 200 && status < 300 && (said !== undefined || error instanceof RefusedError);
}

/** Whether the request may have been applied: there was no response, the service failed, or a successful response has an invalid body. */
export function isUnclear(error: unknown): error is ServiceError {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  return error instanceof UnexpectedResponseError && error.evidence.status === undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns an error without its stack if it is a `CdnError`: Pulumi then prints only the message, which says what to do. */
export function withoutStack(error: unknown): unknown {
  if (!(error instanceof CdnError)) return error;
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  // The SDK also formats the stack for tracing. With source-mapped frames, that takes Node 20.20 half a minute and most of the memory.
  return Object.defineProperty(error, "stack", { value: "" });
}
