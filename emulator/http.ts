import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import type { Source } from "./sources";
import type { Validator } from "./wire/validator";

/** A request as it was received. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The body; undefined if it was too large. */
  readonly body: string | undefined;
}

/** A response of the service, before any fault changes it. */
export interface Answer {
  readonly status: number;
  /** The body. @default empty */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a refusal rests on. @default the source of the route */
  readonly source?: Source;
}

/** The statuses of responses that are no errors. An error is a {@link failed} response, which needs a source. */
type Success = 200 | 201 | 204;

/** Thrown at any depth to end a request with a response. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(readonly answer: Answer) {
    super(`answered ${String(answer.status)}`);
  }
}

/** Returns a response with a JSON body. */
export function json(status: Success, value: unknown): Answer {
  return { status, ...jsonBody(value) };
}

/** Returns a response without a body. */
export function empty(status: Success): Answer {
  return { status };
}

/** Returns an error response. @param value the JSON body; undefined for none */
export function failed(
  source: Source,
  status: number,
  value?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = value === undefined ? undefined : jsonBody(value);
  return { status, ...body, headers: { ...body?.headers, ...headers }, source };
}

function jsonBody(value: unknown): Pick<Required<Answer>, "body" | "headers"> {
  return { body: JSON.stringify(value), headers: { "content-type": "application/json; charset=utf-8" } };
}

/** Returns a refusal with the error body of the management API. */
export function badRequest(source: Source, field: string, message: string, errorKey = "validation_error"): Refusal {
  return new Refusal(failed(source, 400, { ErrorKey: errorKey, Field: field, Message: message }));
}

/** The maximum size of most bodies, far above what clients send. */
const usualBodyBytes = 2 ** 20;

/** Reads the whole body as text, decompressed if it is gzipped; undefined if it is larger than allowed. @param maxBodyBytes 1 MiB by default */
export async function readBody(request: IncomingMessage, maxBodyBytes = usualBodyBytes): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) return undefined;
  const body = Buffer.concat(chunks);
  if (!/^(x-)?gzip$/i.test(request.headers["content-encoding"] ?? "")) return body.toString("utf8");
  try {
    return gunzipSync(body, { maxOutputLength: maxBodyBytes }).toString("utf8");
  } catch (error) {
    // Invalid gzip stays as it is. It is not valid JSON either, so the operation responds with 400.
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? undefined : body.toString("utf8");
  }
}

/** The parts of a request that an operation reads. */
interface BodyRequest {
  readonly contentType: string | undefined;
  readonly body: string;
}

/** Parses a body by its schema, or refuses with 415 (no JSON by its content type) or 400 (naming the field). */
export function parseBody<T>(schema: Validator<T>, { contentType, body }: BodyRequest, errorKey?: string): T {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) throw new Refusal(failed("assumed", 415));
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest("assumed", "", "The request body is not valid JSON.", errorKey);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badRequest(
    "assumed",
    String(issue?.path[0] ?? ""),
    issue?.message ?? "The request body is not valid.",
    errorKey,
  );
}

/** Removes null values, because clients send null for omitted fields. */
export function withoutNulls(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** Sends a complete response. */
export function send(response: ServerResponse, answer: Answer): void {
  sendHead(response, answer);
  response.end(answer.body);
}

/** Sends status and headers, with the length of the body that follows. */
export function sendHead(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 || status === 304 ? {} : { "content-length": Buffer.byteLength(body ?? "") };
  response.writeHead(status, { ...length, ...headers });
}

// These names are never public, because no public site has a name under .localhost or .test.
const loopback = /^(([\w-]+\.)*(localhost|test)\.?|127(\.\d{1,3}){3}|::1)$/i;

/** The listening socket: it can refuse connections for a time. */
export class Listener {
  readonly #server = createServer();
  readonly #host: string;
  #port = 0;
  #reopen: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(host: string) {
    this.#host = host;
    // The timeout is longer than that of clients: if the server closed a connection first, there would be resets without a fault rule.
    this.#server.keepAliveTimeout = 120_000;
    this.#server.requestTimeout = 0;
  }

  async open(port: number, serve: RequestListener): Promise<void> {
    this.#server.on("request", serve);
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
        // Another process may have the port for a moment.
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
