import type { HttpRequest } from "../../provider/api/transport";

// Bodies of requests and answers.

export type Json = Readonly<Record<string, unknown>>;

/** Returns what to send: JSON, or the bytes of a file. */
export function sent(body: unknown): Pick<HttpRequest, "body" | "content"> {
  if (body === undefined) return {};
  return body instanceof Buffer ? { content: { bytes: body.length, open: () => chunksOf(body) } } : { body };
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}

/** Returns parsed JSON, other text as it is, and undefined for an empty body. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text === "" ? undefined : text;
  }
}

export function objectIn(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Returns the objects of a list, which may be a plain array or a page. */
export function itemsIn(body: unknown): Json[] {
  const items = Array.isArray(body) ? (body as unknown[]) : objectIn(body)["Items"];
  return Array.isArray(items) ? items.map(objectIn) : [];
}
