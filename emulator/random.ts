/**
 * A small seeded generator of pseudo-random numbers (mulberry32): one seed, one sequence, on every machine. Good enough to
 * decide when a fault occurs and to create test passwords; worthless as cryptography. A library's numbers may change with its version.
 */
export class Random {
  readonly #seed: number;
  /** Where the sequence is. */
  state: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.state = this.#seed;
  }

  /** Starts the sequence again. */
  reset(): void {
    this.state = this.#seed;
  }

  /** The next number, at least 0 and below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A number of the standard normal distribution (Box-Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Lower-case hexadecimal digits. */
  hex(digits: number): string {
    const digit = (): string => Math.floor(this.next() * 16).toString(16);
    return Array.from({ length: digits }, digit).join("");
  }

  /** Groups of hexadecimal digits joined by hyphens, as in a UUID. */
  groups(...lengths: readonly number[]): string {
    return lengths.map((length) => this.hex(length)).join("-");
  }
}
