import type { InvalidInputError, RequestInfo, ServiceError } from "../api/errors";
import { isRefusedIn2xx, isUnclear, NotFoundError, PlanError, RefusedError, UnavailableError } from "../api/errors";
import { goneError } from "../api/messages";
import { eventually } from "../api/waits";
import { sentence } from "../wire/words";

/** A write whose response proves nothing: it only repeats the request, and a refusal can have been applied. */
interface Write<Live> {
  /** Text for the object in messages, at the start of a sentence. */
  readonly called: string;
  /** The request for errors about the object. */
  readonly request: RequestInfo;
  readonly send: () => Promise<unknown>;
  readonly look: () => Promise<Live | undefined>;
  /** Returns the names of the settings that an object does not have as declared. */
  readonly stayed: (live: Live) => readonly string[];
  readonly tell: (text: string) => void;
}

/** Delays before each read after a refusal, in milliseconds. */
export const refusedDelays = [0, 250, 750];

/**
 * Sends settings and reads the object: only that decides whether the write was done.
 *
 * @returns the object afterwards
 * @throws {CdnError} naming the settings that stayed, with what the service said
 */
export async function readBack<Live>({ called, request, send, look, stayed, tell }: Write<Live>): Promise<Live> {
  const refusal = await doubtOf(send);
  const delays = refusal === undefined || isUnclear(refusal) ? undefined : refusedDelays;
  const after = await eventually(look, (live) => stayed(live).length === 0, delays);
  if (after === undefined) throw goneError(`${called} was deleted while it was being updated`, request);
  const names = stayed(after);
  if (names.length > 0) throw stayedError(called, names, request, refusal);
  if (refusal !== undefined) tell(appliedText(`${called} was updated`, refusal));
  return after;
}

/** Sends a request. @returns the refusal or failure after which only a read shows whether it was applied */
export async function doubtOf(send: () => Promise<unknown>): Promise<ServiceError | InvalidInputError | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (isRefusedIn2xx(error) || isUnclear(error)) return error;
    throw error;
  }
}

/** Deletes an object. A refused deletion can have been applied, so the object is read. @throws the refusal if the object is still there */
export async function removeAndLook(send: () => Promise<unknown>, look: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isRefusedIn2xx(error) || error instanceof NotFoundError) throw error;
    if ((await look()) !== undefined) throw error;
  }
}

/** Returns the text for a request that was applied although it was refused or its response was lost. */
export function appliedText(what: string, refusal: { readonly message: string }): string {
  return `${what}, although the service answered otherwise: ${refusal.message}`;
}

/** Returns the error for settings that a request did not change. */
function stayedError(
  called: string,
  names: readonly string[],
  request: RequestInfo,
  refusal: ServiceError | InvalidInputError | undefined,
): ServiceError {
  const what = `${called} was not updated: ${sentence(names)} ${names.length === 1 ? "keeps its value" : "keep their values"}`;
  if (refusal === undefined) {
    const text = `${what}, although the service answered with success. Run the same command again`;
    return new RefusedError(text, { request });
  }
  if (refusal instanceof UnavailableError)
    return new UnavailableError(`${what}. ${refusal.message}`, refusal.evidence, true);
  // Without the status: unlike a refusal alone, the read proves that nothing was changed.
  const { said } = refusal.evidence ?? {};
  const evidence = { request: refusal.evidence?.request ?? request, ...(said === undefined ? {} : { said }) };
  if (!(refusal instanceof PlanError)) return new RefusedError(`${what}. ${refusal.message}`, evidence);
  const isBlocked = said?.errorKey?.startsWith("plan_change_blocked") === true;
  const advice = isBlocked ? ". First remove what that plan does not have, in a run that keeps the plan" : "";
  return new PlanError(`${what}. ${refusal.message}${advice}`, evidence);
}
