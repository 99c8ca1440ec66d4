import type { Core } from "./core";
import { parseFaultRules } from "./faults/rules";
import type { FaultRule } from "./faults/fault";
import { z } from "zod";
import { lowerCase } from "./core";
import { empty, failed, json } from "./http";
import type { Answer, Incoming } from "./http";
import { answerFiles } from "./storage/access";
import type { KindName } from "./state/kinds";
import { kindNames, kinds } from "./state/kinds";
import type { Store } from "./state/store";
import { parsed } from "./wire/schema";

/** Paths with this prefix control the emulator; the service has none of them. */
export const controlPrefix = "/__emulator__/";

const nothing = failed("emulator", 404);

type ControlRoute = (core: Core, body: unknown, id: number) => Answer;

/** The operations of the control path by method and noun; `/id` stands for any id. */
const routes: Readonly<Record<string, ControlRoute>> = {
  "POST reset": (core) => {
    core.reset();
    return empty(204);
  },
  "GET faults": (core) => json(200, core.faults.rules.map(inJson)),
  "PUT faults": (core, body) => {
    core.faults.set(parseFaultRules(body));
    return empty(204);
  },
  "GET journal": (core) => json(200, core.journal.entries),
  "DELETE journal": (core) => {
    core.journal.clear();
    return empty(204);
  },
  "GET purges": (core) => json(200, core.purges),
  "GET pointed-hostnames": (core) => json(200, [...core.pointedHostnames]),
  "PUT pointed-hostnames": (core, body) => {
    core.pointedHostnames = lowerCase(parsed(z.array(z.string()), "The hostnames are", body));
    return empty(204);
  },
  "GET undelegated-domains": (core) => json(200, [...core.undelegatedDomains]),
  "PUT undelegated-domains": (core, body) => {
    core.undelegatedDomains = lowerCase(parsed(z.array(z.string()), "The domains are", body));
    return empty(204);
  },
  "GET dns-answers": (core) => json(200, core.dnsAnswers),
  "PUT dns-answers": (core, body) => {
    core.dnsAnswers = parsed(
      z.record(z.string().toLowerCase(), z.array(z.string()).nullable()),
      "The answers are",
      body,
    );
    return empty(204);
  },
  ...Object.fromEntries(kindNames.flatMap((name) => Object.entries(objectRoutes(name)))),
};

function objectRoutes(name: KindName): Record<string, ControlRoute> {
  const { path } = kinds[name];
  const storeOf = (core: Core): Store => core[name];
  const shown = (object: object | undefined): Answer => (object === undefined ? nothing : json(200, object));
  return {
    [`GET ${path}`]: (core) => json(200, storeOf(core).list({ includeDeleted: true })),
    // The store validates the fields.
    [`POST ${path}`]: (core, body) => json(201, storeOf(core).add(body as object)),
    [`GET ${path}/id`]: (core, _, id) => shown(storeOf(core).get(id)),
    [`PATCH ${path}/id`]: (core, body, id) => {
      const object = storeOf(core).get(id) as { readonly Deleted?: unknown } | undefined;
      const isLive = object !== undefined && object.Deleted !== true;
      return shown(isLive ? storeOf(core).change(id, body as object) : undefined);
    },
    [`DELETE ${path}/id`]: (core, _, id) => (storeOf(core).delete(id) ? empty(204) : nothing),
  };
}

/** Returns a rule for JSON, which has no regular expressions: a RegExp becomes `pathPattern`, without its flags. */
function inJson(rule: FaultRule): object {
  return rule.path instanceof RegExp ? { ...rule, path: undefined, pathPattern: rule.path.source } : rule;
}

/**
 * Answers a request to the control path. Only `health` is open; everything else requires the header Emulator-Control with the
 * token of this emulator. The journal does not record these requests.
 */
export function answerControl(core: Core, { method, path, headers, body }: Incoming): Answer {
  const [noun = "", id] = path.slice(controlPrefix.length).split("/");
  if (noun === "health") return json(200, { status: "ok" });
  if (headers["emulator-control"] !== core.controlToken) {
    return failed("emulator", 403, {
      Message: "The header Emulator-Control must contain the controlToken that this emulator printed.",
    });
  }
  const isOfFiles = noun === "files" || noun === "visit";
  const route = routes[`${method} ${noun}${id === undefined ? "" : "/id"}`];
  if (route === undefined && !isOfFiles) return nothing;
  try {
    if (route === undefined) return answerFiles(core, method, path.slice(controlPrefix.length), body);
    return route(core, body ? JSON.parse(body) : undefined, Number(id));
  } catch (error) {
    return failed("emulator", 400, { Message: error instanceof Error ? error.message : String(error) });
  }
}
