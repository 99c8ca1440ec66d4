import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { utcTime } from "../wire/utcTime";
import { UnavailableError } from "./errors";

const cancelled = new AbortController();
setMaxListeners(0, cancelled.signal);

/**
 * Ends all current and later waits of this process. Running requests are not aborted, because their responses may contain the id of a new zone.
 */
export function cancelWaits(): void {
  const request = { operation: "wait", method: "", path: "" };
  cancelled.abort(new UnavailableError("The run was cancelled during a wait for the service", { request }, true));
}

/** Waits for some milliseconds. If the signal aborts, it throws the signal's reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const either = signal === undefined ? cancelled.signal : AbortSignal.any([signal, cancelled.signal]);
  try {
    await setTimeout(ms, undefined, { signal: either });
  } catch (error) {
    throw either.aborted ? either.reason : error;
  }
}

/** Delays before each attempt to find an object that the service may show late, in milliseconds. Their sum is the longest wait. */
export const findDelays = [0, 250, 500, 1000, 2000];

/** Delays before each attempt to see what the service makes by itself, in milliseconds, a minute in total: it takes more than 30 s. */
export const minuteDelays: readonly number[] = [...findDelays, 4_000, 8_000, 15_000, 30_000];

/** Returns the sum of delays in seconds, for messages. */
export function secondsOf(delays: readonly number[]): string {
  return String(Math.round(delays.reduce((sum, delay) => sum + delay, 0) / 1000));
}

/**
 * Repeats a read until it finds what the service may show late.
 *
 * @param isSettled whether the result is final; otherwise the read is repeated
 * @returns the result of the last read
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

/** Time after a change for which the service may still show the previous version of an object, in milliseconds. */
const recentMs = 60_000;

/** Whether the service may still show the version of an object before its last change. @param lastModified date of that change */
export function isRecent(lastModified: unknown, reader: { serviceTime(): number }): boolean {
  return typeof lastModified === "string" && reader.serviceTime() - utcTime(lastModified) < recentMs;
}
