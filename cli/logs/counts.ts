/** A value and how often it occurred. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

const maxValueLength = 200;
const capacity = 1_000;

/**
 * Counts the most frequent of any number of values in bounded memory: above twice the capacity, it forgets the rarest half. A forgotten value
 * starts again at 0, so a count may be too low by at most {@link missed}.
 */
export class TopCounts {
  readonly #counts = new Map<string, number>();
  #missed = 0;

  add(given: string): void {
    const value = given.length > maxValueLength ? `${given.slice(0, maxValueLength)}…` : given;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    if (this.#counts.size > 2 * capacity) this.#forget();
  }

  /** The maximum by which a count is too low; 0 if all counts are exact. */
  get missed(): number {
    return this.#missed;
  }

  /** The most frequent values, most frequent first. Values with equal counts are in alphabetical order. */
  top(limit: number): Count[] {
    return this.#sorted()
      .slice(0, limit)
      .map(([value, count]) => ({ value, count }));
  }

  #forget(): void {
    const rare = this.#sorted().slice(capacity);
    // The count of a forgotten value that occurs again is too low by at most the count of the most frequent forgotten value.
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

/** Possible lengths of a bucket, in seconds. Each is a multiple of the one before. */
const widths = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 604_800, 31_449_600];
const maxBuckets = 24;

/** Counts by second. These are few, because logs are kept for three days; {@link buckets} adds them up. */
export class Histogram {
  readonly #seconds = new Map<number, { count: number; errors: number }>();

  /** @param at milliseconds since the epoch */
  add(at: number, isError: boolean): void {
    const second = Math.floor(at / 1000);
    const { count, errors } = this.#seconds.get(second) ?? { count: 0, errors: 0 };
    this.#seconds.set(second, { count: count + 1, errors: errors + (isError ? 1 : 0) });
  }

  /** Returns the shortest buckets of which {@link maxBuckets} cover the period, from the first to the last non-empty one. */
  buckets(): { readonly bucketSeconds: number; readonly buckets: readonly Bucket[] } {
    const seconds = [...this.#seconds.keys()].sort((a, b) => a - b);
    const [from = 0, to = -1] = [seconds[0], seconds.at(-1)];
    const lengthIn = (width: number): number => Math.floor(to / width) - Math.floor(from / width) + 1;
    const bucketSeconds = widths.find((width) => lengthIn(width) <= maxBuckets) ?? Number(widths.at(-1));
    const first = Math.floor(from / bucketSeconds);
    const buckets = Array.from({ length: Math.min(maxBuckets, lengthIn(bucketSeconds)) }, (_, index) => ({
      start: new Date((first + index) * bucketSeconds * 1000).toISOString(),
      count: 0,
      errors: 0,
    }));
    for (const [second, { count, errors }] of this.#seconds) {
      const bucket = buckets[Math.floor(second / bucketSeconds) - first];
      if (bucket === undefined) continue;
      bucket.count += count;
      bucket.errors += errors;
    }
    return { bucketSeconds, buckets };
  }
}
