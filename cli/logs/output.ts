import { writeTo } from "../print";

/** The size of a batch, in UTF-16 units: a write for each line would take longer than reading the entries. */
const batchSize = 64 * 1024;

/** Writes with back pressure, and aborts a signal when the reader is gone. */
export class Output {
  #pending = "";
  #flushing: Promise<void> = Promise.resolve();
  #scheduled = false;
  readonly #closed = new AbortController();

  constructor(
    private readonly stream: NodeJS.WritableStream,
    private readonly color: boolean,
  ) {
    // The listener is never removed: without one, a late error would end the process with a stack trace.
    stream.on("error", () => this.#closed.abort());
  }

  /** Aborts when the reader has closed the pipe or writing fails, which `main` reports. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Writes whole lines soon. Resolves immediately or, if much is pending, once that is written. */
  async print(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= batchSize) return this.flush();
    // A smaller batch is written as soon as no more text is ready.
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.flush();
    });
  }

  /** Resolves when everything is written or the pipe is closed. */
  flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = "";
    this.#flushing = this.#flushing.then(() => this.#send(text));
    return this.#flushing;
  }

  #send(text: string): Promise<void> {
    if (text === "" || this.closed.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      writeTo(this.stream, text, { color: this.color }, (error) => {
        if (error) this.#closed.abort();
        resolve();
      });
    });
  }
}
