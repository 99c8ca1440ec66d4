import type { Redact } from "../wire/wireError";
import type { ServiceEvidence, ServiceSaid } from "./errors";
import { InvalidInputError, LimitError, NotFoundError, PlanError, RefusedError } from "./errors";

// Some kinds of objects get refusals with a status of success, and their keys say more than a status. Source of the keys and of their places in
// bodies: recorded responses; see docs/contract-and-assumptions.md.

/** Whether a response with a success is a refusal. `success: false` alone is none: it was seen beside good data. */
export function refusesIn(status: number, body: unknown): boolean {
  const isRefused = (place: Place): boolean => place["success"] === false && saidAt(place, String) !== undefined;
  return status === 202 || placesIn(body).some(isRefused);
}

/** Returns the message and the key in a body: at its top, in `error`, or in `errorResponse`. */
export function keyedSaid(body: unknown, redact: Redact): ServiceSaid | undefined {
  const said = placesIn(body).map((place) => saidAt(place, redact));
  return said.find((one) => one?.errorKey !== undefined) ?? said.find((one) => one !== undefined);
}

/**
 * Returns the error for the key of a refusal; undefined if the status decides.
 *
 * @param failed the beginning of the message: what failed, and what the service said
 */
export function keyedError(failed: string, evidence: ServiceEvidence): Error | undefined {
  const { status = 0, said: { errorKey = "" } = {} } = evidence;
  if (errorKey.startsWith("not_found")) {
    return new NotFoundError(`${failed}. Check the id, and that the access key belongs to the same account`, evidence);
  }
  if (planKeys.test(errorKey)) return new PlanError(failed, evidence);
  if (errorKey.startsWith("limit_reached")) return new LimitError(failed, evidence);
  const isInvalid = errorKey.startsWith("model_validation_error") || (status === 401 && errorKey !== "");
  if (isInvalid) return new InvalidInputError(failed, undefined, evidence);
  if (status >= 200 && status < 300) return new RefusedError(failed, evidence);
  return undefined;
}

const planKeys =
  /^(invalid_plan_type|feature_not_available_on_plan|not_available\.access_list|plan_limit_restriction|plan_change_blocked)/;

type Place = Readonly<Record<string, unknown>>;

function placesIn(body: unknown): Place[] {
  const isPlace = (value: unknown): value is Place => typeof value === "object" && value !== null;
  if (!isPlace(body)) return [];
  return [body, body["error"], body["errorResponse"]].filter(isPlace);
}

function saidAt(place: Place, redact: Redact): ServiceSaid | undefined {
  const read = (key: string): string | undefined => {
    const value = place[key];
    return typeof value === "string" && value !== "" ? oneLine(redact(value)).slice(0, 500) : undefined;
  };
  const [errorKey, message] = [read("errorKey"), read("message")];
  if (errorKey === undefined && message === undefined) return undefined;
  return { ...(errorKey === undefined ? {} : { errorKey }), ...(message === undefined ? {} : { message }) };
}

/** Replaces control characters and line breaks: they could forge output in a terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
