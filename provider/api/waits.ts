import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { utcTime } from "../wire/utcTime";
import { UnavailableError } from "./errors";

const cancelled = new AbortController();
setMaxListeners(0, cancelled.signal);

/**
 * Ends all current and later waits of this process. Running requests are not aborted: their responses may have the id of a new
 * zone.
 */
export function cancelWaits(): void {
  const request = { operation: "wait", method: "", path: "" };
  cancelled.abort(new UnavailableError("The run was cancelled during a wait for the service", { request }, true));
}

/** Waits. If the signal aborts, throws the signal's reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const either = signal === undefined ? cancelled.signal : AbortSignal.any([signal, cancelled.signal]);
  try {
    await setTimeout(ms, undefined, { signal: either });
  } catch (error) {
    throw either.aborted ? either.reason : error;
  }
}

/** Delays before each attempt to find an object that the service may show late, in milliseconds. */
export const findDelays = [0, 250, 500, 1000, 2000];

/**
 * Looks again and again for what the service may show late.
 *
 * @param isSettled whether what was found need not be looked at again
 * @returns what the last look found
 */
export async function eventually<Found>(
  look: () => Promise<Found | undefined>,
  isSettled: (found: Found) => boolean = () => true,
  delays = findDelays,
): Promise<Found | undefined> {
  let found: Found | undefined;
  for (const delay of delays) {
    if (delay > 0) await pause(delay);
    found = await look();
    if (found !== undefined && isSettled(found)) break;
  }
  return found;
}

/** How long after a change the service may still show an object late. */
const recentMs = 60_000;

/** Whether the service may still show an object as it was before its last change. */
export function isRecent(lastModified: unknown, reader: { serviceTime(): number }): boolean {
  return typeof lastModified === "string" && reader.serviceTime() - utcTime(lastModified) < recentMs;
}
