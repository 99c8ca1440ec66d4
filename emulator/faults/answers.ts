import type { Answer } from "../http/answer";
import { json } from "../http/answer";
import type { FaultOf } from "../types/fault";

/** Any status; a string as body goes as plain text, anything else as JSON, and without one the body is empty. */
export function plainAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: lower };
  if (typeof body === "string") return { status, body, headers: { "content-type": "text/plain", ...lower } };
  const answer = json(status, body);
  return { ...answer, headers: { ...answer.headers, ...lower } };
}

/** 429, with the time to wait in the form asked for. */
export function tooManyRequestsAnswer(fault: FaultOf<"tooManyRequests">, now: number): Answer {
  const seconds = fault.retryAfterSeconds ?? 1;
  switch (fault.as ?? "seconds") {
    case "seconds":
      return plainAnswer(429, fault.body, { "retry-after": String(seconds) });
    case "date":
      // An HTTP date has no fraction: rounded up, so that whoever obeys it does not come too early.
      return plainAnswer(429, fault.body, {
        "retry-after": new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString(),
      });
    case "absent":
      return plainAnswer(429, fault.body);
  }
}

export function redirectAnswer({ location, status }: FaultOf<"redirect">): Answer {
  return plainAnswer(status ?? 302, undefined, { location });
}
