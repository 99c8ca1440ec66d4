/** A value and how often it occurred. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

const maxValueLength = 200;
const capacity = 1_000;

/**
 * Counts the most frequent of any number of values in bounded memory: beyond twice the capacity it forgets the rarest half.
 * A forgotten value starts again at 0, so a count may be too low by at most {@link missed}.
 */
export class TopCounts {
  readonly #counts = new Map<string, number>();
  #missed = 0;

  add(given: string): void {
    const value = given.length > maxValueLength ? `${given.slice(0, maxValueLength)}…` : given;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    if (this.#counts.size > 2 * capacity) this.#forget();
  }

  /** By how much a count may be too low; 0 if all counts are exact. */
  get missed(): number {
    return this.#missed;
  }

  /** The most frequent values, most frequent first; equal ones in alphabetical order. */
  top(limit: number): Count[] {
    return this.#sorted()
      .slice(0, limit)
      .map(([value, count]) => ({ value, count }));
  }

  #forget(): void {
    const rare = this.#sorted().slice(capacity);
    // If a forgotten value comes again, its count lacks at most that of the most frequent forgotten one.
    this.#missed += rare[0]?.[1] ?? 0;
    for (const [value] of rare) this.#counts.delete(value);
  }

  #sorted(): [string, number][] {
    return [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }
}

/** A period of time and the entries in it. */
export interface Bucket {
  /** ISO 8601, UTC. */
  readonly start: string;
  readonly count: number;
  /** Entries with a status of 500 to 599. */
  readonly errors: number;
}

/** In seconds. Each is a multiple of the one before, so that buckets can be merged. */
const widths = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800, 31_449_600];
const maxBuckets = 24;

/** Counts over time without knowing the period beforehand: buckets widen as the period grows. */
export class Histogram {
  /** Index in `widths`. */
  #width = 0;
  /** By their number: the time divided by the width. */
  #buckets = new Map<number, { count: number; errors: number }>();
  #first = Infinity;
  #last = -Infinity;

  /** @param at milliseconds since the epoch */
  add(at: number, error: boolean): void {
    this.#put(Math.floor(at / this.#ms), 1, error ? 1 : 0);
    while (this.#last - this.#first >= maxBuckets && this.#width < widths.length - 1) this.#widen();
  }

  get bucketSeconds(): number {
    return this.#ms / 1000;
  }

  /** All buckets from the first to the last non-empty one. */
  buckets(): Bucket[] {
    if (this.#buckets.size === 0) return [];
    return Array.from({ length: Math.min(maxBuckets, this.#last - this.#first + 1) }, (_, index) => {
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
