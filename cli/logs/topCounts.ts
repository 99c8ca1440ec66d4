/** A value and how often it was seen. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

const longestValue = 200;

/**
 * Counts the most frequent of any number of values in bounded memory: past twice its capacity it forgets the rarest half.
 * A value that was forgotten begins anew, so that a count may be too low by no more than {@link missed}.
 */
export class TopCounts {
  readonly #counts = new Map<string, number>();
  #missed = 0;

  constructor(private readonly capacity = 1_000) {}

  add(given: string): void {
    const value = given.length > longestValue ? `${given.slice(0, longestValue)}…` : given;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    if (this.#counts.size > 2 * this.capacity) this.#forget();
  }

  /** By how much a count may be too low; 0 where every one is exact. */
  get missed(): number {
    return this.#missed;
  }

  /** The most frequent values, the first the most; equal ones by their text. */
  top(most: number): Count[] {
    return this.#sorted()
      .slice(0, most)
      .map(([value, count]) => ({ value, count }));
  }

  #forget(): void {
    const rare = this.#sorted().slice(this.capacity);
    this.#missed += rare[0]?.[1] ?? 0;
    for (const [value] of rare) this.#counts.delete(value);
  }

  #sorted(): [string, number][] {
    return [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }
}
