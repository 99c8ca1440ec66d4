import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import type { z } from "zod";
import { badRequest, empty, Refusal } from "./answer";

/** The largest request body that is read, in bytes: 1 MiB, far above any body of this service. */
const largestBody = 2 ** 20;

/** Reads the whole body as text, unpacked where it is gzipped; undefined where it exceeds 1 MiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) return undefined;
  const body = Buffer.concat(chunks);
  if (!/^(x-)?gzip$/i.test(request.headers["content-encoding"] ?? "")) return body.toString("utf8");
  try {
    return gunzipSync(body, { maxOutputLength: largestBody }).toString("utf8");
  } catch (error) {
    // What is no gzip stays as it is: no valid JSON, so the operation answers 400.
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? undefined : body.toString("utf8");
  }
}

/** Parses a body by its schema, or refuses with 415 (no JSON by its content type) or 400 (naming the field). */
export function parseBody<T>(schema: z.ZodType<T>, contentType: string | undefined, text: string): T {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) throw new Refusal(empty(415));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("", "The request body is not valid JSON.");
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badRequest(String(issue?.path[0] ?? ""), issue?.message ?? "The request body is not valid.");
}
