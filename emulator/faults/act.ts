import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../http/answer";
import type { Strike } from "./deck";
import { cutShort, drip, gzipBomb, oversized } from "./body";
import { plainAnswer, redirectAnswer, tooManyRequestsAnswer } from "./answers";

/** One request under way, as a fault deals with it. */
export interface Stage {
  readonly response: ServerResponse;
  /** Aborted when the emulator closes. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Carries the request out; each call does so once more. */
  readonly apply: () => Answer;
  /** Waits for as long as latencies ask. */
  readonly hold: () => Promise<void>;
  readonly refuseFor: (ms: number) => void;
  /** Notes the status in the journal and sends: whole, or in the way of the fault. */
  readonly reply: (answer: Answer, how?: (response: ServerResponse, answer: Answer) => void) => void;
}

/** Carries a request out and answers it, or does whatever the fault does in place of that. */
export async function act(fault: Strike["fault"], stage: Stage): Promise<void> {
  const { apply, hold, reply, response, signal } = stage;
  switch (fault?.kind) {
    case undefined:
    case "lag": {
      const answer = apply();
      await hold();
      return reply(answer);
    }
    case "status":
      if (fault.applied === true) apply();
      await hold();
      return reply(plainAnswer(fault.status, fault.body, fault.headers));
    case "tooManyRequests":
      await hold();
      return reply(tooManyRequestsAnswer(fault, stage.now()));
    case "redirect":
      await hold();
      return reply(redirectAnswer(fault));
    case "refuse":
      stage.refuseFor(fault.ms);
      return resetConnection(response);
    case "reset":
      if (fault.when === "after") apply();
      await hold();
      return resetConnection(response);
    case "hang":
      if (fault.applied === true) apply();
      if (fault.ms === undefined) return;
      await sleep(fault.ms, undefined, { signal });
      return resetConnection(response);
    case "duplicate": {
      const first = apply();
      const second = apply();
      await hold();
      return reply(fault.answer === "first" ? first : second);
    }
    case "invalidJson": {
      const answer = withBody(apply());
      await hold();
      return reply({ ...answer, body: fault.body ?? answer.body.slice(0, Math.ceil(answer.body.length / 2)) });
    }
    case "contentType": {
      const answer = withBody(apply());
      await hold();
      const headers = { ...answer.headers, "content-type": fault.contentType ?? "text/html; charset=utf-8" };
      return reply({ ...answer, body: fault.body ?? answer.body, headers });
    }
    case "cutShort": {
      const answer = withBody(apply());
      await hold();
      return reply(answer, (_, whole) => cutShort(response, whole, fault.bytes));
    }
    case "drip": {
      const answer = withBody(apply());
      await hold();
      return reply(answer, (_, whole) => void drip(response, whole, fault, signal));
    }
    case "oversized": {
      const answer = withBody(apply());
      await hold();
      return reply(answer, (_, { status }) => void oversized(response, status, fault.bytes));
    }
    case "gzipBomb": {
      const answer = withBody(apply());
      await hold();
      return reply(answer, (_, { status }) => void gzipBomb(response, status, fault.bytes));
    }
  }
}

function resetConnection(response: ServerResponse): void {
  response.req.socket.resetAndDestroy();
}

/** A fault of the body needs one: an answer without (204) becomes 200 with an empty object. */
function withBody(answer: Answer): Answer & { body: string } {
  if (answer.body !== undefined) return { ...answer, body: answer.body };
  return { ...answer, status: answer.status === 204 ? 200 : answer.status, body: "{}" };
}
