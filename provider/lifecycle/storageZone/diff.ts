import type { DiffResult, Properties } from "../lifeCycle";
import { isUnknown } from "../unknown";
import { immutableKeys, isOneName, isSame } from "./inputs";

/**
 * Says which changes take another zone. A value that is not known yet may be another one. A name is unique across the
 * service, so where it stays the old zone must go first, whatever the reason for which an engine replaces it.
 */
export function diffStorageZone(state: Properties, news: Properties): DiffResult {
  const replaces = immutableKeys.filter((key) => {
    const [standing, declared] = [state[key], news[key]];
    if (standing === undefined || declared === undefined || declared === null) return false;
    return isUnknown(declared) || !isSame(key, standing, declared);
  });
  return { replaces, deleteBeforeReplace: isOneName(state["name"], news["name"]) };
}
