import type { Answer } from "../http/answer";
import { json, Refusal } from "../http/answer";

/** Assumption: the error body of access logs, and its codes. `not_found` is the emulator's own. */
const statuses = {
  invalid_request: 400,
  unauthorized: 401,
  logging_disabled: 404,
  not_found: 404,
  rate_limited: 429,
} as const;

/** An error as access logs answer it. */
export function logError(
  code: keyof typeof statuses,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const answer = json(statuses[code], { error: { code, message, details: [] } });
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Ends the work on a request with 400. */
export function invalid(message: string): Refusal {
  return new Refusal(logError("invalid_request", message));
}
