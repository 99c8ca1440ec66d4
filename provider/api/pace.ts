import { setTimeout } from "node:timers/promises";

/** So many requests within any stretch of that length. */
export interface Rate {
  readonly requests: number;
  readonly perMs: number;
}

/** A little below what was seen, because the service counts arrivals and we count departures. */
const margin = 0.9;
const learningWindowMs = 1_000;

/**
 * Holds requests to a rate: one that is given, or one learned from the service's 429 answers. Without either it holds
 * nothing back.
 *
 * After a 429 every request waits until the time that the service named, and from then on goes at the rate that worked
 * just before. So many parallel operations do not storm a service that has said "slow down".
 */
export class Pace {
  #rate: Rate | undefined;
  #sent: number[] = [];
  #answered: number[] = [];
  #closedUntil = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    rate?: Rate,
    private readonly now: () => number = Date.now,
    private readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void> = pause,
  ) {
    this.#rate = rate;
  }

  /** Resolves when the next request may go. First come, first served. An abort gives the turn up and throws its reason. */
  async next(signal?: AbortSignal): Promise<void> {
    const turn = this.#turn.then(() => this.#wait(signal));
    // Who gives up does not hold up those behind.
    this.#turn = turn.catch(() => undefined);
    await (signal === undefined ? turn : unlessAborted(turn, signal));
  }

  /** Says that the service took a request. */
  taken(): void {
    const now = this.now();
    this.#answered.push(now);
    this.#answered = this.#answered.filter((time) => now - time < learningWindowMs);
  }

  /** Says that the service refused a request as one too many. */
  refused(retryAfter: number): void {
    const now = this.now();
    this.#closedUntil = Math.max(this.#closedUntil, now + retryAfter);
    const recent = this.#answered.filter((time) => now - time < learningWindowMs).length;
    const seen = Math.max(1, Math.floor(recent * margin));
    if (this.#rate === undefined) this.#rate = { requests: seen, perMs: learningWindowMs };
    else if (recent > 0 && seen < this.#rate.requests && this.#rate.perMs === learningWindowMs) {
      this.#rate = { requests: seen, perMs: learningWindowMs };
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      const delay = this.#delay();
      if (delay <= 0) break;
      await this.sleep(delay, signal);
    }
    this.#sent.push(this.now());
  }

  #delay(): number {
    const now = this.now();
    if (now < this.#closedUntil) return this.#closedUntil - now;
    const rate = this.#rate;
    if (rate === undefined) {
      this.#sent = [];
      return 0;
    }
    this.#sent = this.#sent.filter((time) => now - time < rate.perMs);
    const oldest = this.#sent[this.#sent.length - rate.requests];
    return oldest === undefined ? 0 : oldest + rate.perMs - now;
  }
}

/** Who stands behind others gives up at once as well, not only when the turn comes. */
async function unlessAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (giveUp = resolve));
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  await Promise.race([turn, aborted]).finally(() => signal.removeEventListener("abort", giveUp));
  if (signal.aborted) throw signal.reason;
}

/** Waits, but no longer than until the signal aborts, which throws its reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}
