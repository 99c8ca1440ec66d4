import type { Core } from "../core";
import type { Answer } from "../http/answer";
import { empty, json } from "../http/answer";
import type { Incoming } from "../http/dispatch";
import { controlRoutes } from "./routes";

/** Under this path the emulator itself is spoken to; no path of the service begins like it. */
export const controlPrefix = "/__emulator__/";

/**
 * Answers a request to the control path. Only `health` is open: every other needs the header Emulator-Control with the
 * token of this emulator, and is a path that does not exist to whoever lacks it. The journal keeps none of them.
 */
export function answerControl(core: Core, incoming: Incoming): Answer {
  const [noun = "", id] = incoming.path.slice(controlPrefix.length).split("/");
  if (noun === "health") return json(200, { status: "ok" });
  if (incoming.headers["emulator-control"] !== core.controlToken) return empty(404);
  const route = controlRoutes[`${incoming.method} ${noun}${id === undefined ? "" : "/id"}`];
  if (route === undefined) return empty(404);
  try {
    const body: unknown = incoming.body ? JSON.parse(incoming.body) : undefined;
    return route(core, body, Number(id));
  } catch (error) {
    return json(400, { Message: error instanceof Error ? error.message : String(error) });
  }
}
