/**
 * Writes the state on request, one write at a time. Requests that come while one runs share the next one, which
 * starts after them all: so when `flush` returns, what it was called for is on disk.
 */
export class CoalescingWriter {
  readonly #write: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  flush(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#start();
    this.#next = this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  #start(): Promise<void> {
    const write = this.#write().finally(() => {
      if (this.#running === write) this.#running = undefined;
    });
    this.#running = write;
    return write;
  }
}
