import type { Redact } from "../wire/wireError";
import type { RequestInfo, ServiceEvidence, ServiceSaid } from "./errors";
import {
  ConflictError,
  InvalidInputError,
  LoggingDisabledError,
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "./errors";
import { keyedError, keyedSaid, oneLine } from "./keyedErrors";
import { headline } from "./operation";
import { secretName } from "./redact";
import { parseBody } from "./response";
import type { SettingsOwner } from "./settingsOwner";
import { settingSpecs } from "./settingSpecs";
import type { HttpResponse, TransportFailure } from "./transport";

/**
 * Returns the error for a response. This is the only place that maps a status to an error class.
 *
 * @param redact replaces secrets in texts of the service
 * @param owner owner of the settings with which the request was sent
 * @param hasKeys whether the key of a refusal decides, whatever the status is; see `keyedErrors.ts`
 */
export function responseError(
  request: RequestInfo,
  response: HttpResponse,
  redact: Redact,
  owner: SettingsOwner,
  hasKeys = false,
): Error {
  const { status } = response;
  const keyed = hasKeys ? keyedSaid(parsed(response.text), redact) : undefined;
  const said = keyed ?? saidIn(response, redact);
  const requestId = response.headers["x-request-id"] ?? response.headers["cdn-requestid"];
  const evidence: ServiceEvidence = {
    request,
    status,
    ...(requestId === undefined ? {} : { requestId: redact(requestId) }),
    ...(said === undefined ? {} : { said }),
  };
  if (hasKeys) {
    const how = status < 300 ? `was refused, with the status ${String(status)}` : `failed with ${String(status)}`;
    const error = keyedError(`${headline(request)} ${how}${saidText(said)}`, evidence);
    if (error !== undefined) return error;
  }
  if (status >= 200 && status < 300) {
    // Without a status: the request may have been applied, so a creation is looked for.
    const unclear: ServiceEvidence = { request, ...(said === undefined ? {} : { said }) };
    const answered = `${headline(request)} was answered with ${String(status)}, but with an error in the body${saidText(said)}`;
    return new UnexpectedResponseError(answered, unclear);
  }
  const failed = `${headline(request)} failed with ${String(status)}${saidText(said)}`;
  if (status === 401) {
    // The body is ignored, because the service has several texts for the same error.
    return keyRefusedError(evidence, owner);
  }
  if (status === 403) return new UnauthorizedError(`${failed}. The access key is not allowed to do this`, evidence);
  if (status === 404 && said?.errorKey === "logging_disabled") {
    return new LoggingDisabledError(
      `${headline(request)} failed with 404 (logging_disabled). Logging is disabled on this pull zone: set enableLogging: true to query its logs. The zone itself exists`,
      evidence,
    );
  }
  if (status === 404) {
    // `Objects` detects a wrong base URL. Only operations with a separate base URL get this advice.
    const address =
      request.setting === undefined ? "" : ` (and that ${request.setting} is the base URL of this operation)`;
    return new NotFoundError(
      `${failed}. Check the id, and that the access key belongs to the same account${address}`,
      evidence,
    );
  }
  if (status === 409 || (status === 400 && saysNameTaken(said))) return new ConflictError(failed, evidence);
  if (status === 400 || status === 422) return new InvalidInputError(failed, said?.field, evidence);
  if (status === 429) return new RateLimitedError(`${failed}. Try again later, or use a lower --parallel`, evidence);
  if (status >= 500) {
    return new UnavailableError(`${failed}. The service failed; try again later`, evidence, status !== 501);
  }
  if (status >= 300 && status < 400) {
    const target = response.headers["location"];
    return new UnexpectedResponseError(
      `${failed}: a redirect${target === undefined ? "" : ` to ${redact(target).slice(0, 200)}`}. It was not followed, because the access key would go with it. Check ${settingOf(request, owner)}`,
      evidence,
    );
  }
  return new UnexpectedResponseError(
    `${failed}. Check that ${settingOf(request, owner)} is the base URL of the API`,
    evidence,
  );
}

/** Returns the error for a request whose access key was refused. */
export function keyRefusedError(evidence: ServiceEvidence, owner: SettingsOwner): UnauthorizedError {
  const failed = `${headline(evidence.request)} failed with ${String(evidence.status)}`;
  return new UnauthorizedError(`${failed}. The access key was refused. ${owner.keyCure}`, evidence);
}

/** Returns the error for a request that got no response. */
export function transportError(
  request: RequestInfo,
  failure: TransportFailure,
  attempts: number,
  owner: SettingsOwner,
): Error {
  const tries = attempts > 1 ? ` to the last of ${String(attempts)} attempts` : "";
  if (failure.kind === "unreadable") {
    return new UnexpectedResponseError(`${headline(request)} got ${failure.message}${tries}`, { request });
  }
  const advice = failure.isNobodyHere ? ["Is the emulator running? ", ""] : ["", " and the network"];
  return new UnavailableError(
    `${headline(request)} got no response${tries} (${failure.message}). ${advice.join(`Check ${settingOf(request, owner)}`)}`,
    { request },
    failure.kind === "unknown" || failure.kind === "timeout",
  );
}

/** Whether an operation exceeded our time limit or that of a gateway in front of the service, which answers 504 or cuts the connection. */
export function wasTooSlow(error: unknown): boolean {
  if (!(error instanceof UnavailableError)) return false;
  const { status } = error.evidence;
  return status === 504 || (status === undefined && error.mayHaveBeenApplied);
}

/** Returns the error for a successful response whose body is not JSON. */
export function notJsonError(
  request: RequestInfo,
  response: HttpResponse,
  redact: Redact,
  owner: SettingsOwner,
): Error {
  const { status, headers, text } = response;
  const type = redact(headers["content-type"] ?? "no content type").slice(0, 100);
  return new UnexpectedResponseError(
    `${headline(request)} got ${String(status)} with a body that is not JSON (${type}, ${String(text.length)} characters). Check that ${settingOf(request, owner)} is the base URL of the API`,
    { request },
  );
}

function settingOf({ setting }: RequestInfo, owner: SettingsOwner): string {
  return setting ?? owner.name(settingSpecs.baseUrl);
}

/**
 * Reads the error in a body. Assumption: the body is `{ErrorKey, Field, Message}` or, for access logs, `{error: {code, message}}`. Of a refusal,
 * a body of any other shape becomes `details`; otherwise it is ignored.
 */
function saidIn({ status, text }: HttpResponse, redact: Redact): ServiceSaid | undefined {
  const body = parsed(text);
  const inner = (body as { error?: unknown } | null | undefined)?.error;
  const said = (typeof inner === "object" && inner !== null ? inner : body) as
    Record<string, unknown> | null | undefined;
  const read = (key: string): string | undefined => {
    const value = said?.[key];
    return typeof value === "string" && value !== "" ? oneLine(redact(value)).slice(0, 500) : undefined;
  };
  const errorKey = read("ErrorKey") ?? read("code");
  const field = read("Field");
  const message = read("Message") ?? read("message");
  const isKnown = errorKey !== undefined || field !== undefined || message !== undefined;
  const rest = said?.["errors"] ?? said?.["details"] ?? (isKnown ? undefined : (body ?? text));
  const isRefusal = status === 400 || status === 422;
  const details = isRefusal ? oneLine(redact(textOf(rest))).slice(0, 500) : "";
  if (!isKnown && details === "") return undefined;
  return {
    ...(errorKey === undefined ? {} : { errorKey }),
    ...(field === undefined ? {} : { field }),
    ...(message === undefined ? {} : { message }),
    ...(details === "" ? {} : { details }),
  };
}

/** Returns plain text, or JSON without secret fields; "" for a body without information, such as an HTML page. */
function textOf(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : jsonOf(value);
  return /^(<[^]*|\{\}|\[\]|null)$/.test(text) ? "" : text;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (name, inner: unknown) => (secretName.test(name) ? undefined : inner)) ?? "";
  } catch {
    // The value is nested too deeply.
    return "";
  }
}

/**
 * Whether an error means that a name, hostname or domain is taken. `Field` and `ErrorKey` decide; without them, the message does. Assumption: the
 * contract shows no error body.
 */
function saysNameTaken({ field, errorKey, message = "" }: ServiceSaid = {}): boolean {
  const isName = /^((host)?name|domain)$/i.test(field ?? "");
  if (/currently being deleted/i.test(message)) return true;
  // Recorded answers don't show for every kind which field comes with this key.
  if (/\.(name|domain)_taken$/i.test(errorKey ?? "")) return true;
  if (field !== undefined && !isName) return false;
  if (errorKey !== undefined) return (isName ? takenKey : nameTakenKey).test(errorKey);
  return (isName ? takenKey : nameTakenMessage).test(message);
}

const takenKey = /taken|exists|duplicate|conflict|in.?use|already.?(registered|added)/i;
/** Matches `storagezone.name_taken`, but not `storagezone.replication.duplicate`. */
const nameTakenKey =
  /(^|name|zone|domain)[._-]?(is|already)?[._-]?(taken|exists|duplicate|conflict|in_?use|registered)/i;
const nameTakenMessage =
  /\b(name|domain)\b.*\b(taken|exists|duplicate|in use)\b|\balready (taken|exists|in use|registered)\b/i;

function saidText(said: ServiceSaid | undefined): string {
  if (said === undefined) return "";
  const message = (said.message ?? "").replace(/\.$/, "");
  const where = [said.errorKey, said.field && `field ${said.field}`].filter(Boolean).join(", ");
  const whatAndWhere = [message, where && `(${where})`].filter(Boolean).join(" ");
  return [whatAndWhere, said.details].map((text) => (text ? `: ${text}` : "")).join("");
}

function parsed(text: string): unknown {
  try {
    return parseBody(text);
  } catch {
    return undefined;
  }
}
