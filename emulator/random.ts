/**
 * A small seeded generator of pseudo-random numbers (mulberry32). A seed gives the same sequence on every machine, whereas the numbers of a
 * library may change with its version. It decides when a fault occurs and creates test passwords; it is not cryptographically secure.
 */
export class Random {
  readonly #seed: number;
  /** The position in the sequence. */
  state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.state = this.#seed;
  }

  /** Restarts the sequence. */
  reset(): void {
    this.state = this.#seed;
  }

  /** Returns the next number, at least 0 and below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a number of the standard normal distribution (Box-Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Returns lower-case hexadecimal digits. */
  hex(digits: number): string {
    const digit = (): string => Math.floor(this.next() * 16).toString(16);
    return Array.from({ length: digits }, digit).join("");
  }

  /** Returns groups of hexadecimal digits joined by hyphens, as in a UUID. */
  groups(...lengths: readonly number[]): string {
    return lengths.map((length) => this.hex(length)).join("-");
  }
}
