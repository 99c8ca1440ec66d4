/** Text is written in batches of this many UTF-16 units: a write for each line would take longer than reading the entries. */
const batchSize = 64 * 1024;

/** Writes with back pressure, and detects that the reader has closed the pipe. */
export class Output {
  #pending = "";
  #flushing: Promise<void> = Promise.resolve();
  #scheduled = false;
  readonly #closed = new AbortController();
  #failure: Error | undefined;

  constructor(private readonly stream: NodeJS.WritableStream) {
    // It stays until the process ends, because a late error of a closed pipe would end that with a stack trace.
    stream.on("error", (error: NodeJS.ErrnoException) => this.#close(error));
  }

  /** Aborts when the reader has closed the pipe. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Why writing failed; undefined if the reader has closed the pipe. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  async write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= batchSize) return this.flush();
    // Otherwise it goes out when there is something to wait for.
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
      this.stream.write(text, (error) => {
        if (error) this.#close(error);
        resolve();
      });
    });
  }

  #close(error: NodeJS.ErrnoException): void {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") this.#failure ??= error;
    this.#closed.abort();
  }
}
