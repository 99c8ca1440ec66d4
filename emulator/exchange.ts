import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Core } from "./core";
import { answerControl, controlPrefix } from "./control/control";
import { act } from "./faults/act";
import type { Stage } from "./faults/act";
import type { Strike } from "./faults/deck";
import { empty } from "./http/answer";
import type { Answer } from "./http/answer";
import { readBody } from "./http/body";
import type { Incoming } from "./http/dispatch";
import { dispatch } from "./http/dispatch";
import { send } from "./http/send";
import { targetOf } from "./http/target";
import { shownRequest } from "./journal";
import type { OpenEntry } from "./journal";
import type { Lag } from "./lag";

/** Serves one request from its first byte to the last of its answer. */
export async function serve(core: Core, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { path, query } = targetOf(request.url ?? "/");
  const begun = performance.now();
  const when = new Date(core.settings.now()).toISOString();
  core.inFlight += 1;
  response.once("close", () => (core.inFlight -= 1));
  const { inFlight } = core;
  const body = await readBody(request);
  const method = request.method ?? "GET";
  const incoming: Incoming = {
    method,
    path,
    query,
    headers: request.headers,
    body,
  };
  if (path.startsWith(controlPrefix)) return send(response, answerControl(core, incoming));
  const parsed = parsedOrNothing(body);
  const requestId = core.requestIds.hex(32);
  const entry = core.journal.open({
    method,
    ...shownRequest(request.url ?? "/", parsed, core.accessKey),
    when,
    inFlight,
    requestId,
  });
  response.once("close", () => (entry.durationMs = performance.now() - begun));
  response.setHeader("cdn-requestid", requestId);
  await answer(core, incoming, parsed, entry, response);
}

async function answer(
  core: Core,
  incoming: Incoming,
  parsed: unknown,
  entry: OpenEntry,
  response: ServerResponse,
): Promise<void> {
  const { accessKey, closing, faults, front, router, service, settings } = core;
  const reply: Stage["reply"] = (sent, how = send) => {
    if (response.destroyed) return;
    entry.status = sent.status;
    if (front.refusing) response.setHeader("connection", "close");
    how(response, sent);
  };
  const limited = rateLimited(core);
  if (limited !== undefined) {
    await hold(settings.latencyMs, closing.signal);
    return reply(limited);
  }
  const strike = faults.strike({ method: incoming.method, path: incoming.path, body: parsed });
  entry.faults = strike.kinds;
  entry.faultRules = strike.rules;
  const lag = lagOf(strike.fault, settings.lag);
  await act(strike.fault, {
    response,
    signal: closing.signal,
    now: settings.now,
    apply: () => dispatch(service, router, accessKey, incoming, lag, entry),
    hold: () => hold(settings.latencyMs + strike.latencyMs, closing.signal),
    refuseFor: (ms) => front.refuseFor(ms),
    reply,
  });
}

function rateLimited({ rateLimiter }: Core): Answer | undefined {
  const waitMs = rateLimiter?.admit() ?? 0;
  return waitMs > 0 ? empty(429, { "retry-after": String(Math.ceil(waitMs / 1000)) }) : undefined;
}

function lagOf(fault: Strike["fault"], usual: Lag): Lag {
  if (fault?.kind !== "lag") return usual;
  return {
    getMs: fault.getMs ?? usual.getMs,
    getRequests: fault.getRequests ?? usual.getRequests,
    listMs: fault.listMs ?? usual.listMs,
  };
}

async function hold(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal });
}

function parsedOrNothing(body: string | undefined): unknown {
  try {
    return body === undefined || body === "" ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
