import type { IncomingMessage } from "node:http";
import type { OpenEntry } from "../journal";
import type { Lag } from "../lag";
import type { Settings } from "../options";
import type { Service } from "../service";
import type { Answer } from "./answer";
import { empty, json, Refusal } from "./answer";
import { withDecimalPoints } from "./decimals";
import type { Route } from "./route";
import { Router } from "./router";

/** A request as it came over the wire, body included. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** Undefined where it was too large to be read. */
  readonly body: string | undefined;
}

/** The router of the operations that are served. */
export function servedRouter(routes: readonly Route[], { unserved, unservedStatus }: Settings): Router {
  const isServed = (route: Route): boolean => !unserved.includes(route.operation);
  if (unservedStatus === 405) return new Router(routes.filter(isServed));
  return new Router(routes.map((route) => (isServed(route) ? route : { ...route, handle: () => empty(404) })));
}

/** Carries a request out, once. */
export function dispatch(
  service: Service,
  router: Router,
  accessKey: string,
  incoming: Incoming,
  lag: Lag,
  entry: OpenEntry,
): Answer {
  const match = router.match(incoming.method, incoming.path);
  const route = match !== undefined && "route" in match ? match.route : undefined;
  entry.operation = route?.operation;
  if (incoming.headers["accesskey"] !== accessKey) return route?.unauthorized ?? empty(401);
  if (match === undefined) return empty(404);
  if (!("route" in match)) return empty(405, { allow: match.allow.join(", ") });
  if (incoming.body === undefined) return empty(413);
  entry.applied += 1;
  try {
    const answer = match.route.handle(service, {
      params: match.params,
      query: incoming.query,
      contentType: incoming.headers["content-type"],
      body: incoming.body,
      lag,
    });
    return service.settings.decimalPoint ? withDecimalPoints(answer) : answer;
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    // A fault of the emulator itself: say so, rather than let a test puzzle over a bare 500.
    return json(500, { ErrorKey: "emulator_error", Field: null, Message: String(error) });
  }
}
