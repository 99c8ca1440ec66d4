/** Where an error arose: the operation in words, and the request as far as it may be shown. */
export interface RequestInfo {
  /** Such as "get storage zone". */
  readonly operation: string;
  readonly method: string;
  /** The path and query below the base URL. It never holds a secret: the key travels in a header. */
  readonly path: string;
  /** The setting that says where it was sent. @default "cdn:baseUrl" */
  readonly setting?: string;
  /** Scheme, host and port of where it was sent, for errors of a request that was. */
  readonly origin?: string;
}

/** What the service said of a failure, as far as its body could be read. Assumption: the contract shows no error body. */
export interface ServiceSaid {
  readonly errorKey?: string;
  readonly field?: string;
  readonly message?: string;
}

/** Evidence that an error of the service carries. */
export interface ServiceEvidence {
  readonly request: RequestInfo;
  /** HTTP status; absent where no answer came. */
  readonly status?: number;
  /** No answer came, however often it was tried. */
  readonly unanswered?: true;
  /** The service's id of the request, where it sent one. */
  readonly requestId?: string;
  readonly said?: ServiceSaid;
}

/** The base of every error that this package throws on purpose. Its text never holds a secret. */
export abstract class CdnError extends Error {
  abstract override readonly name: string;
}

/** A setting is missing or malformed. Nothing was sent. */
export class ConfigurationError extends CdnError {
  override readonly name = "ConfigurationError";
}

/** What a caller gave breaks a rule: found here before anything was sent, or refused by the service with 400. */
export class InvalidInputError extends CdnError {
  override readonly name = "InvalidInputError";

  constructor(
    message: string,
    /** The property at fault, where it is known. */
    readonly property?: string,
    readonly evidence?: ServiceEvidence,
  ) {
    super(message);
  }
}

/** An error that the service, or the way to it, is the cause of. */
export abstract class ServiceError extends CdnError {
  constructor(
    message: string,
    readonly evidence: ServiceEvidence,
  ) {
    super(message);
  }
}

/** The access key was refused (401), or may not do this (403). */
export class UnauthorizedError extends ServiceError {
  override readonly name = "UnauthorizedError";
}

/** There is no such zone (404). */
export class NotFoundError extends ServiceError {
  override readonly name = "NotFoundError";
}

/** The pull zone stands, but it keeps no access logs (404 with the code `logging_disabled`). Source: assumption. */
export class LoggingDisabledError extends ServiceError {
  override readonly name = "LoggingDisabledError";
}

/** What was asked for contradicts what stands there, such as a name that is taken (409). */
export class ConflictError extends ServiceError {
  override readonly name = "ConflictError";
}

/** The service still answered 429 after every retry. */
export class RateLimitedError extends ServiceError {
  override readonly name = "RateLimitedError";
}

/** The service could not be reached, did not answer in time, or failed (5xx). */
export class UnavailableError extends ServiceError {
  override readonly name = "UnavailableError";

  constructor(
    message: string,
    evidence: ServiceEvidence,
    /** False where the request provably never reached the service. */
    readonly mayHaveBeenApplied: boolean,
  ) {
    super(message, evidence);
  }
}

/** The answer is not what the contract says: a redirect, no JSON, a field of another type, an unknown status. */
export class UnexpectedResponseError extends ServiceError {
  override readonly name = "UnexpectedResponseError";

  constructor(
    message: string,
    evidence: ServiceEvidence,
    /** The id in the answer, where at least that could be read. */
    readonly zoneId?: number,
  ) {
    super(message, evidence);
  }
}
