/** A stretch of time and what fell into it. */
export interface Bucket {
  /** Its begin: ISO 8601, UTC. */
  readonly start: string;
  readonly count: number;
  /** Those of them with a status of 500 or more. */
  readonly errors: number;
}

/** Each is a multiple of the one before, so that buckets merge whole. In seconds. */
const widths = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800, 31_449_600];
const mostBuckets = 24;

/** Counts over time without knowing the time beforehand: its buckets grow wider as the times spread. */
export class Histogram {
  #width = 0;
  #buckets = new Map<number, { count: number; errors: number }>();
  #first = Infinity;
  #last = -Infinity;

  /** @param at milliseconds since the epoch */
  add(at: number, error: boolean): void {
    this.#put(Math.floor(at / this.#ms), 1, error ? 1 : 0);
    while (this.#last - this.#first >= mostBuckets && this.#width < widths.length - 1) this.#widen();
  }

  /** How long a bucket lasts. */
  get bucketSeconds(): number {
    return this.#ms / 1000;
  }

  /** All buckets from the first to the last that is not empty. */
  buckets(): Bucket[] {
    if (this.#buckets.size === 0) return [];
    return Array.from({ length: Math.min(mostBuckets, this.#last - this.#first + 1) }, (_, index) => {
      const { count, errors } = this.#buckets.get(this.#first + index) ?? { count: 0, errors: 0 };
      return { start: new Date((this.#first + index) * this.#ms).toISOString(), count, errors };
    });
  }

  get #ms(): number {
    return (widths[this.#width] ?? NaN) * 1000;
  }

  #put(index: number, count: number, errors: number): void {
    const bucket = this.#buckets.get(index) ?? { count: 0, errors: 0 };
    this.#buckets.set(index, { count: bucket.count + count, errors: bucket.errors + errors });
    this.#first = Math.min(this.#first, index);
    this.#last = Math.max(this.#last, index);
  }

  #widen(): void {
    const [old, oldMs] = [this.#buckets, this.#ms];
    this.#width += 1;
    this.#buckets = new Map();
    [this.#first, this.#last] = [Infinity, -Infinity];
    for (const [index, { count, errors }] of old) this.#put(Math.floor((index * oldMs) / this.#ms), count, errors);
  }
}
