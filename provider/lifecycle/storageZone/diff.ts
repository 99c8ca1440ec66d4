import type { DiffResult, Properties } from "../lifeCycle";
import { isUnknown } from "../properties";
import { immutableKeys, isSameInput, isSameName } from "./inputs";

/**
 * Tells which changes need a new zone. An unknown value counts as changed. Names are unique across the service, so if the name
 * stays, the old zone must be deleted first, whatever the reason for the replacement.
 */
export function diffStorageZone(state: Properties, news: Properties): DiffResult {
  const replaces = immutableKeys.filter((key) => {
    const [current, declared] = [state[key], news[key]];
    if (current === undefined || declared === undefined) return false;
    return isUnknown(declared) || !isSameInput(key, current, declared);
  });
  return { replaces, deleteBeforeReplace: isSameName(state["name"], news["name"]) };
}
