/** A stretch of time in which nothing but one kind of failure came of any attempt. */
export class Outage {
  #since: number | undefined;
  #last = 0;

  /** @param forgottenAfterMs so long after the last failure, another one begins an outage of its own */
  constructor(private readonly forgottenAfterMs: number) {}

  /** Says that one more attempt failed so. */
  note(now: number): void {
    if (this.#since === undefined || now - this.#last >= this.forgottenAfterMs) this.#since = now;
    this.#last = now;
  }

  /** Says that an attempt came out otherwise. */
  end(): void {
    this.#since = undefined;
  }

  /** Milliseconds since it began; 0 where there is none. */
  lasted(now: number): number {
    return this.#since === undefined ? 0 : now - this.#since;
  }
}
