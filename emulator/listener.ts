import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestListener, Server } from "node:http";

// No public site can have a name under .localhost or .test.
const loopback = /^(([\w-]+\.)*(localhost|test)\.?|127(\.\d{1,3}){3}|::1)$/i;

/** The listening socket: it can refuse connections for a time. */
export class Listener {
  readonly #server: Server;
  readonly #host: string;
  #port = 0;
  #reopen: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(host: string, serve: RequestListener) {
    this.#host = host;
    this.#server = createServer(serve);
    // Longer than clients keep a connection: closing it first would cause resets that no fault rule requires.
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

  /**
   * Whether a request with that Host header is answered. A page of any site can reach this machine under a name of its own (DNS
   * rebinding), so an emulator on a loopback address answers to loopback names only.
   */
  admits(name = "localhost"): boolean {
    return (
      !loopback.test(this.#host) || name === "" || loopback.test(name.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1"))
    );
  }

  /** Whether new connections are being refused. Open ones must then be closed once their request is answered. */
  get refusing(): boolean {
    return this.#reopen !== undefined;
  }

  /** Refuses new connections for a time. Requests under way are answered, and their connections then closed. */
  refuseFor(ms: number): void {
    if (this.#closed) return;
    clearTimeout(this.#reopen);
    if (this.#server.listening) this.#server.close();
    this.#reopen = setTimeout(() => {
      this.#listen(this.#port).then(
        () => (this.#reopen = undefined),
        // Another process may hold the port for a moment.
        () => this.refuseFor(20),
      );
    }, ms);
  }

  /** Closes all connections and frees the port. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reopen);
    this.#reopen = undefined;
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
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
