/** Text gathered before it is written, in UTF-16 units: a write for every line would take longer than the reading. */
const batch = 64 * 1024;

/** Writes as fast as the reader takes it in, and knows when there is none any more. */
export class Output {
  #gathered = "";
  #flushing: Promise<void> = Promise.resolve();
  #scheduled = false;
  readonly #closed = new AbortController();
  #failure: Error | undefined;

  constructor(private readonly stream: NodeJS.WritableStream) {
    // It stays to the end of the process: without it, a late error of a closed pipe would end that with a stack trace.
    stream.on("error", (error: NodeJS.ErrnoException) => this.#close(error));
  }

  /** Aborts when whoever reads has left. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Why the output ended; undefined where the reader merely left. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  async write(text: string): Promise<void> {
    this.#gathered += text;
    if (this.#gathered.length >= batch) return this.flush();
    // What is gathered goes out as soon as there is something to wait for.
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.flush();
    });
  }

  /** Resolves when all is written, or nobody is left to read it. */
  flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = "";
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
