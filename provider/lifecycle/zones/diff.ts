import type { Kind } from "../../kinds";
import { nameIn } from "../../kinds";
import type { DiffResult, Properties } from "../shared/lifeCycle";
import { isUnknown } from "../shared/properties";
import { isSameName } from "../shared/sameValue";
import { renamedKey } from "../shared/identity";
import { unmetIn } from "./unmet";
import { immutableKeys, isSameInput } from "./zoneKind";

/**
 * Tells which changes need a new zone. An unknown value counts as changed. Names are unique across the service, so if the name
 * stays, the old zone must be deleted first, whatever the reason for the replacement. A zone that was renamed outside is not deleted, so
 * nothing is created in its place either.
 */
export function diffZone(kind: Kind, state: Properties, news: Properties): DiffResult {
  const { replacedNotice } = kind;
  const unmet = unmetIn(state);
  const replaces = immutableKeys(kind).filter((key) => {
    const [current, declared] = [state[key], news[key]];
    if (current === undefined || declared === undefined) return false;
    if (unmet[key] !== undefined && isSameInput(kind, key, unmet[key], declared)) return false;
    return isUnknown(declared) || !isSameInput(kind, key, current, declared);
  });
  const keepsName = isSameName(nameIn(kind, state), nameIn(kind, news));
  const isRenamed = state[renamedKey] !== undefined;
  return {
    replaces,
    deleteBeforeReplace: keepsName || isRenamed,
    ...(replaces.length > 0 && keepsName && replacedNotice !== undefined ? { notice: replacedNotice } : {}),
    ...(keepsName && isRenamed ? { settles: true } : {}),
  };
}
