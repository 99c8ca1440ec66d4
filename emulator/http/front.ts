import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The listening socket: opens, refuses connections for a time, and closes. */
export class Front {
  readonly #server: Server;
  readonly #host: string;
  #port = 0;
  #reopen: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(host: string, serve: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#host = host;
    this.#server = createServer(serve);
    // Longer than any client keeps a connection: a server that hangs up first makes resets that no rule asked for.
    this.#server.keepAliveTimeout = 120_000;
    this.#server.requestTimeout = 0;
  }

  async open(port: number): Promise<void> {
    await this.#listen(port);
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    const host = this.#host.includes(":") ? `[${this.#host}]` : this.#host;
    return `http://${host}:${String(this.#port)}`;
  }

  /** Whether connections must not be kept: new ones are being refused. */
  get refusing(): boolean {
    return this.#reopen !== undefined;
  }

  /** Refuses new connections for so many milliseconds. What is under way is answered and then hung up. */
  refuseFor(ms: number): void {
    if (this.#closed) return;
    clearTimeout(this.#reopen);
    if (this.#server.listening) this.#server.close();
    this.#reopen = setTimeout(() => this.#listenAgain(), ms);
  }

  /** Hangs up on everyone and gives the port back. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reopen);
    this.#reopen = undefined;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeAllConnections();
    await closed;
  }

  #listenAgain(): void {
    this.#listen(this.#port).then(
      () => (this.#reopen = undefined),
      // Someone else may hold the port for a moment.
      () => this.refuseFor(20),
    );
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, this.#host, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
  }
}
