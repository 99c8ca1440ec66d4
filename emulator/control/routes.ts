import type { StorageZoneAccess } from "../access";
import { pullZoneAccess, storageZoneAccess } from "../access";
import type { Core } from "../core";
import { parseFaultRules } from "../faults/rule";
import type { FaultRule } from "../types/faultRule";
import type { Answer } from "../http/answer";
import { empty, json } from "../http/answer";

type ControlRoute = (core: Core, body: unknown, id: number) => Answer;

/** The operations of the control path, by method and noun; `/id` stands for any id. */
export const controlRoutes: Readonly<Record<string, ControlRoute>> = {
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
  ...zoneRoutes("storagezone", storageZoneAccess),
  ...zoneRoutes("pullzone", pullZoneAccess),
};

type Access = Pick<StorageZoneAccess, "list" | "delete"> & {
  get(id: number): unknown;
  add(fields: never): unknown;
  change(id: number, fields: never): unknown;
};

/** What is added or changed is checked by the access itself, so it goes there as it came. */
function zoneRoutes(noun: string, accessOf: (core: Core) => object): Record<string, ControlRoute> {
  const access = (core: Core): Access => accessOf(core) as Access;
  return {
    [`GET ${noun}`]: (core) => json(200, access(core).list({ includeDeleted: true })),
    [`POST ${noun}`]: (core, body) => json(201, access(core).add(body as never)),
    [`GET ${noun}/id`]: (core, _, id) => {
      const zone = access(core).get(id);
      return zone === undefined ? empty(404) : json(200, zone);
    },
    [`PATCH ${noun}/id`]: (core, body, id) => json(200, access(core).change(id, body as never)),
    [`DELETE ${noun}/id`]: (core, _, id) => empty(access(core).delete(id) ? 204 : 404),
  };
}

/** JSON has no regular expressions: one goes out as its source, which comes in again as `pathPattern`. */
function inJson(rule: FaultRule): object {
  return rule.path instanceof RegExp ? { ...rule, path: undefined, pathPattern: rule.path.source } : rule;
}
