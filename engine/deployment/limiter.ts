/** Lets a number of tasks run at a time; the others wait their turn, first come first served. */
export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  readonly #idle: (() => void)[] = [];

  constructor(parallel: number) {
    this.#free = Math.max(1, parallel);
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    this.#running++;
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
      if (--this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  /** Resolves once nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
