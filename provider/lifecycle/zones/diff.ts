import type { Kind } from "../../kinds";
import type { DiffResult, Properties } from "../shared/lifeCycle";
import { isUnknown } from "../shared/properties";
import { isSameName } from "../shared/sameValue";
import { renamedKey } from "../shared/identity";
import { unmetIn } from "./unmet";
import { immutableKeys, isSameInput } from "./zoneKind";

// The service keeps the name of a deleted storage zone for a while; see create.
const replacedNotice =
  "is replaced under its own name: it is deleted with its files first, and the service can keep the name taken for some minutes, in which there is no zone. Another name avoids that";

/**
 * Tells which changes need a new zone. An unknown value counts as changed. Names are unique across the service, so if the name
 * stays, the old zone must be deleted first, whatever the reason for the replacement. A zone that was renamed outside is not deleted, so
 * nothing is created in its place either.
 */
export function diffZone(kind: Kind, state: Properties, news: Properties): DiffResult {
  const unmet = unmetIn(state);
  const replaces = immutableKeys(kind).filter((key) => {
    const [current, declared] = [state[key], news[key]];
    if (current === undefined || declared === undefined) return false;
    if (unmet[key] !== undefined && isSameInput(key, unmet[key], declared)) return false;
    return isUnknown(declared) || !isSameInput(key, current, declared);
  });
  const keepsName = isSameName(state["name"], news["name"]);
  const isRenamed = state[renamedKey] !== undefined;
  return {
    replaces,
    deleteBeforeReplace: keepsName || isRenamed,
    ...(replaces.length > 0 && keepsName && kind.name === "StorageZone" ? { notice: replacedNotice } : {}),
    ...(keepsName && isRenamed ? { settles: true } : {}),
  };
}
