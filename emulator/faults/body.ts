import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Answer } from "../http/answer";
import { sendHead } from "../http/send";
import type { FaultOf } from "../types/fault";

const MiB = 2 ** 20;

/** Announces the whole body, sends the first bytes of it (half, unless told), and hangs up. */
export function cutShort(response: ServerResponse, answer: Answer, bytes?: number): void {
  const body = Buffer.from(answer.body ?? "");
  const kept = Math.min(bytes ?? Math.floor(body.length / 2), body.length - 1);
  sendHead(response, answer);
  response.flushHeaders();
  if (kept > 0) response.write(body.subarray(0, kept));
  response.socket?.end();
}

/** Sends the body in pieces of so many bytes (16), with a pause of so many milliseconds (20) after each. */
export async function drip(
  response: ServerResponse,
  answer: Answer,
  { bytes = 16, everyMs = 20 }: FaultOf<"drip">,
  signal: AbortSignal,
): Promise<void> {
  const body = Buffer.from(answer.body ?? "");
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

/** A JSON object of so many bytes (64 MiB), sent without its length. */
export function oversized(response: ServerResponse, status: number, bytes = 64 * MiB): Promise<void> {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  return stream(response, padded(Math.max(0, bytes - `{"Padding":""}`.length)));
}

/** A small gzip body that unpacks to so many bytes of JSON (256 MiB): an empty object and blanks. */
export function gzipBomb(response: ServerResponse, status: number, bytes = 256 * MiB): Promise<void> {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" });
  return stream(response, compressed(Math.ceil(bytes / MiB)));
}

function* padded(bytes: number): Generator<string> {
  yield `{"Padding":"`;
  const block = "x".repeat(65_536);
  for (let left = bytes; left > 0; left -= block.length) yield left >= block.length ? block : block.slice(0, left);
  yield `"}`;
}

/** Gzip members may follow one another, so one compressed block does for the whole body. */
function* compressed(blocks: number): Generator<Buffer> {
  yield gzipSync("{}");
  const blanks = gzipSync(Buffer.alloc(MiB, " "));
  for (let left = blocks; left > 0; left -= 1) yield blanks;
}

/** A client that has had enough hangs up: that is what these bodies are for, and no error. */
async function stream(response: ServerResponse, pieces: Iterable<string | Buffer>): Promise<void> {
  await pipeline(Readable.from(pieces), response).catch(() => undefined);
}
