import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Core, OpenEntry } from "../core";
import type { Answer, Listener } from "../http";
import { failed, send, sendHead } from "../http";
import { recorded } from "../profiles/recorded";
import type { Decision } from "./decide";
import type { FaultOf } from "./fault";

/** A request under way, on which a fault acts. */
export interface Exchange {
  readonly core: Pick<Core, "closing" | "settings">;
  readonly listener: Listener;
  readonly response: ServerResponse;
  readonly entry: OpenEntry;
  /** Carries the request out; each call does so once more. */
  readonly apply: () => Promise<Answer>;
}

/** Carries out a request and responds, or does what the fault requires instead. */
export async function act(decision: Decision, { core, listener, response, entry, apply }: Exchange): Promise<void> {
  const { fault } = decision;
  const { signal } = core.closing;
  entry.faults = decision.kinds;
  entry.faultRules = decision.rules;
  const delay = async (): Promise<void> => {
    const ms = core.settings.latencyMs + decision.latencyMs;
    if (ms > 0) await sleep(ms, undefined, { signal });
  };
  const reply = (answer: Answer, how = (): void => send(response, answer)): void => {
    if (response.destroyed) return;
    entry.status = answer.status;
    if (listener.refusing) response.setHeader("connection", "close");
    how();
  };
  const replyInBody = async (how: (answer: Whole) => void): Promise<void> => {
    const answer = withBody(await apply());
    await delay();
    reply(answer, () => how(answer));
  };
  const reset = (): unknown => response.req.socket.resetAndDestroy();
  if (fault === undefined || fault.kind === "lag") {
    const answer = await apply();
    await delay();
    return reply(answer);
  }
  switch (fault.kind) {
    case "duplicate": {
      const [first, second] = [await apply(), await apply()];
      await delay();
      return reply(fault.answer === "first" ? first : second);
    }
    case "status":
      if (fault.applied === true) await apply();
      await delay();
      return reply(plainAnswer(fault.status, fault.body, fault.headers));
    case "tooManyRequests":
      await delay();
      return reply(tooManyRequests(fault, core.settings.now()));
    case "redirect":
      await delay();
      return reply(plainAnswer(fault.status ?? 302, undefined, { location: fault.location }));
    case "refuse":
      listener.refuseFor(fault.ms);
      return void reset();
    case "reset":
      if (fault.when === "after") await apply();
      await delay();
      return void reset();
    case "hang":
      if (fault.applied === true) await apply();
      if (fault.ms === undefined) return;
      await sleep(fault.ms, undefined, { signal });
      return void reset();
    case "invalidJson":
      return replyInBody(({ body, ...answer }) => {
        send(response, { ...answer, body: fault.body ?? body.slice(0, Math.ceil(body.length / 2)) });
      });
    case "contentType": {
      const type = { "content-type": fault.contentType ?? "text/html; charset=utf-8" };
      return replyInBody(({ status, body, headers }) => {
        send(response, { status, body: fault.body ?? body, headers: { ...headers, ...type } });
      });
    }
    case "reorder": {
      const { list } = fault;
      return replyInBody(({ status, body, headers }) => {
        send(response, { status, body: reordered(String(body), list), headers });
      });
    }
    case "cutShort":
      return replyInBody((answer) => cutShort(response, answer, fault.bytes));
    case "drip":
      return replyInBody((answer) => void drip(response, answer, fault, signal));
    case "oversized":
      return replyInBody(({ status }) => stream(response, status, {}, padding(fault.bytes ?? 64 * MiB)));
    case "gzipBomb": {
      const encoding = { "content-encoding": "gzip" };
      return replyInBody(({ status }) => stream(response, status, encoding, bomb(fault.bytes ?? 256 * MiB)));
    }
  }
}

/** Returns a JSON body in which each array of that name is reversed. */
function reordered(body: string, list: string): string {
  const value: unknown = JSON.parse(body, (name, inner: unknown) =>
    name === list && Array.isArray(inner) ? (inner as unknown[]).reverse() : inner,
  );
  return JSON.stringify(value);
}

type Whole = Required<Omit<Answer, "source">>;

/** Returns a response with a body, which some faults need: a 204 becomes a 200 with an empty object. */
function withBody({ status, body, headers = {} }: Answer): Whole {
  if (body !== undefined) return { status, body, headers };
  return { status: status === 204 ? 200 : status, body: "{}", headers };
}

/** Returns a response whose body is plain text if it is a string, else JSON. */
function plainAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: lower };
  return typeof body === "string"
    ? { status, body, headers: { "content-type": "text/plain", ...lower } }
    : failed("emulator", status, body, lower);
}

function tooManyRequests(fault: FaultOf<"tooManyRequests">, now: number): Answer {
  const { retryAfterSeconds = 1, as, body } = fault;
  return as === "body" ? recorded.purgeLimited(retryAfterSeconds) : plainAnswer(429, body, retryAfter(fault, now));
}

function retryAfter({ retryAfterSeconds = 1, as }: FaultOf<"tooManyRequests">, now: number): Record<string, string> {
  if (as === "absent") return {};
  if (as !== "date") return { "retry-after": String(retryAfterSeconds) };
  // An HTTP date has no fraction, so it is rounded up: a client that obeys it must not be early.
  return { "retry-after": new Date(Math.ceil(now / 1000 + retryAfterSeconds) * 1000).toUTCString() };
}

function cutShort(response: ServerResponse, answer: Whole, bytes?: number): void {
  const body = Buffer.from(answer.body);
  const kept = Math.min(bytes ?? Math.floor(body.length / 2), body.length - 1);
  sendHead(response, answer);
  response.flushHeaders();
  if (kept > 0) response.write(body.subarray(0, kept));
  response.socket?.end();
}

async function drip(
  response: ServerResponse,
  answer: Whole,
  { bytes = 16, everyMs = 20 }: FaultOf<"drip">,
  signal: AbortSignal,
): Promise<void> {
  const body = Buffer.from(answer.body);
  sendHead(response, answer);
  try {
    for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
      response.write(body.subarray(at, at + bytes));
      await sleep(everyMs, undefined, { signal });
    }
    response.end();
  } catch {
    response.destroy();
  }
}

const MiB = 2 ** 20;

/** Yields a JSON object of that many bytes. */
function* padding(bytes: number): Generator<string> {
  yield `{"Padding":"`;
  const block = "x".repeat(65_536);
  for (let left = bytes - `{"Padding":""}`.length; left > 0; left -= block.length) yield block.slice(0, left);
  yield `"}`;
}

/** Yields a gzipped JSON object followed by blanks. Gzip members may follow one another, so one compressed block is repeated. */
function* bomb(bytes: number): Generator<Buffer> {
  yield gzipSync("{}");
  const blanks = gzipSync(Buffer.alloc(MiB, " "));
  for (let left = bytes; left > 0; left -= MiB) yield blanks;
}

/** Sends a body without its length. It is not an error if the client hangs up. */
function stream(response: ServerResponse, status: number, encoding: object, pieces: Iterable<string | Buffer>): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...encoding });
  void pipeline(Readable.from(pieces), response).catch(() => undefined);
}
