import type { ServerResponse } from "node:http";
import type { Answer } from "./answer";

/** Sends an answer whole. */
export function send(response: ServerResponse, answer: Answer): void {
  sendHead(response, answer);
  response.end(answer.body);
}

/** Sends status and headers, with the length of the body that is to follow. */
export function sendHead(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 || status === 304 ? {} : { "content-length": Buffer.byteLength(body ?? "") };
  response.writeHead(status, { ...length, ...headers });
}
