import { request } from "node:http";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";

/** A response as a client receives it. */
export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is empty or not JSON. */
  json: unknown;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Sent in place of a JSON body. */
  raw?: string;
}

/** Sends a request without following redirects. */
export async function call(
  { url, accessKey }: Pick<Emulator, "url" | "accessKey">,
  method: string,
  path: string,
  body?: unknown,
  { headers, raw }: CallOptions = {},
): Promise<Seen> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      AccessKey: accessKey,
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  const received = await response.text();
  return { status: response.status, headers: response.headers, text: received, json: parsed(received) };
}

/** The error code of a request over a new connection; undefined if it gets a response. */
export function failure({ url, accessKey }: Emulator, method: string, path: string, body?: unknown) {
  return new Promise<string | undefined>((resolve) => {
    const sent = request(url + path, {
      method,
      agent: false,
      headers: { AccessKey: accessKey, "content-type": "application/json" },
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.on("response", (response) => {
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      response.on("end", () => resolve(undefined));
      response.resume();
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Runs a test against a new emulator that answers as the contract, unless the options say otherwise. */
export async function withEmulator(
  options: EmulatorOptions,
  test: (emulator: Emulator) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator({ contract: true, ...options });
  try {
    await test(emulator);
  } finally {
    await emulator.close();
  }
}

/** A clock that moves only when told to. */
export function stoppedClock(start = Date.parse("2026-03-01T12:00:00Z")) {
  let at = start;
  return { now: () => at, advance: (ms: number) => (at += ms) };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
