import { setTimeout } from "node:timers/promises";

/** So many requests within any stretch of that length. */
export interface Rate {
  readonly requests: number;
  readonly perMs: number;
}

/** A request that was let go; {@link Pace} is told how it ended. */
export interface Pass {
  readonly at: number;
}

/** A little below what was seen, because the service counts arrivals and we count departures. */
const margin = 0.9;
const learningWindowMs = 1_000;
const firstGrowth = 0.05;
/** This share of refusals or less says nothing of a rate. */
const hiccups = 0.1;
/** So many requests go side by side at first: what a service that limits them refuses at most before we know. */
const firstWidth = 16;
/** A request that is answered no sooner holds up no other one. */
const longestHoldMs = 500;

/**
 * Holds requests to a rate: one that is given, or one learned from the service's 429 answers. Before anything is learned
 * it only keeps the number of requests side by side from growing faster than the service answers.
 *
 * After a 429 every request waits until the time that the service named, and from then on goes at the rate that worked
 * just before, which then grows again bit by bit. So many parallel operations do not storm a service that has said "slow
 * down", and one early 429 does not slow down a whole run.
 */
export class Pace {
  readonly #isGiven: boolean;
  #rate: Rate | undefined;
  #rateSince = 0;
  /** Until a rate was learned from more than a few answers it grows fast. */
  #isGuess = false;
  #width = firstWidth;
  readonly #flying = new Set<Pass>();
  #sent: number[] = [];
  #answered: number[] = [];
  #refusals: number[] = [];
  #closedAt = -1;
  /** Since it was closed last. */
  #hasLearned = false;
  #growth = firstGrowth;
  #closedUntil = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    rate?: Rate,
    private readonly now: () => number = Date.now,
    private readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void> = pause,
  ) {
    this.#rate = rate;
    this.#isGiven = rate !== undefined;
  }

  /** Resolves when the next request may go. First come, first served. An abort gives the turn up and throws its reason. */
  async next(signal?: AbortSignal): Promise<Pass> {
    const turn = this.#turn.then(() => this.#wait(signal));
    // Who gives up does not hold up those behind.
    this.#turn = turn.catch(() => undefined);
    return signal === undefined ? turn : unlessAborted(turn, signal);
  }

  /** Says that the service took a request. */
  taken(pass: Pass): void {
    this.#flying.delete(pass);
    const now = this.now();
    this.#answered.push(now);
    this.#answered = this.#answered.filter((time) => now - time < learningWindowMs);
    this.#width += this.#rate === undefined ? 0.25 : 1 / this.#width;
    if (!this.#isGiven) this.#grow(now);
  }

  /** Says that a request got no answer. */
  lost(pass: Pass): void {
    this.#flying.delete(pass);
  }

  /** Says that the service refused a request as one too many, and asks for a pause. */
  refused(pass: Pass, retryAfter: number): void {
    this.#flying.delete(pass);
    const now = this.now();
    this.#closedUntil = Math.max(this.#closedUntil, now + retryAfter);
    this.#refusals = [...this.#refusals.filter((time) => now - time < learningWindowMs), now];
    // Those that were under way already when the first one was refused are no reason to halve once more.
    if (pass.at > this.#closedAt) {
      this.#closedAt = now;
      this.#width = Math.max(1, this.#width / 2);
      this.#hasLearned = false;
      this.#growth = firstGrowth;
    }
    if (!this.#isGiven && !this.#hasLearned && this.#areMany(now)) this.#learn(now);
  }

  /** One refused among many that were taken is a hiccup, and no rate to be held to: waiting as asked is enough. */
  #areMany(now: number): boolean {
    const taken = this.#answered.filter((time) => now - time < learningWindowMs).length;
    return this.#refusals.length > 1 && this.#refusals.length > taken * hiccups;
  }

  #learn(now: number): void {
    this.#hasLearned = true;
    const recent = this.#answered.filter((time) => now - time < learningWindowMs).length;
    this.#rateSince = now;
    this.#isGuess = this.#rate === undefined && recent < 5;
    // Far below the rate it was not the rate that was too high.
    if (this.#rate !== undefined && recent < this.#rate.requests * 0.7) return;
    const seen = Math.min(recent, this.#rate?.requests ?? recent);
    this.#rate = { requests: Math.max(1, Math.floor(seen * margin)), perMs: learningWindowMs };
  }

  /** A rate that held back requests for a while, and none of them was refused, may be too low. */
  #grow(now: number): void {
    if (this.#rate === undefined) return;
    const { requests, perMs } = this.#rate;
    const [after, by] = this.#isGuess ? [perMs, 0.5] : [3 * perMs, this.#growth];
    if (now - this.#rateSince < after || this.#sent.length < requests) return;
    this.#rate = { requests: requests + Math.ceil(requests * by), perMs };
    this.#rateSince = now;
    // A limit is met within a step or two. Past these, what was learned was none.
    this.#growth = Math.min(1, this.#growth * 2);
  }

  async #wait(signal: AbortSignal | undefined): Promise<Pass> {
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      const delay = this.#delay();
      if (delay <= 0) break;
      await this.sleep(delay, signal);
    }
    const pass = { at: this.now() };
    this.#sent.push(pass.at);
    if (!this.#isGiven) this.#flying.add(pass);
    return pass;
  }

  #delay(): number {
    const now = this.now();
    if (now < this.#closedUntil) return this.#closedUntil - now;
    const rate = this.#rate;
    if (this.#isCrowded(now)) return 5;
    if (rate === undefined) {
      this.#sent = [];
      return 0;
    }
    this.#sent = this.#sent.filter((time) => now - time < rate.perMs);
    const oldest = this.#sent[this.#sent.length - rate.requests];
    return oldest === undefined ? 0 : oldest + rate.perMs - now;
  }

  #isCrowded(now: number): boolean {
    for (const pass of this.#flying) if (now - pass.at > longestHoldMs) this.#flying.delete(pass);
    return this.#flying.size >= this.#width;
  }
}

/** Who stands behind others gives up at once as well, not only when the turn comes. */
function unlessAborted<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason as Error);
  });
  signal.addEventListener("abort", giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([turn, aborted]).finally(() => signal.removeEventListener("abort", giveUp));
}

/** Waits, but no longer than until the signal aborts, which throws its reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}
