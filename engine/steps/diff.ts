import { detailedDiff, invert, type DetailedDiff, type PropertyDiffKind } from "../property/diff";
import { ignoreChanges, parsePath, pathContains } from "../property/path";
import { revealMap } from "../property/secrets";
import type { PropertyMap } from "../property/value";
import type { Provider } from "../provider/provider";

export interface DiffResult {
  changes: boolean;
  /** The properties that force a replacement. */
  replaceKeys: string[];
  deleteBeforeReplace: boolean;
  changedKeys: string[];
  /** Absent when the provider says that something changed and not what. */
  detailedDiff?: DetailedDiff;
}

export const noChanges: DiffResult = { changes: false, replaceKeys: [], deleteBeforeReplace: false, changedKeys: [] };

/** Something other than an input forces a replacement, such as a changed provider. */
export function replacementBecauseOf(key: string): DiffResult {
  return { ...noChanges, changes: true, replaceKeys: [key] };
}

export interface DiffSubject {
  urn: string;
  id: string;
  oldInputs: PropertyMap;
  oldOutputs: PropertyMap;
  newInputs: PropertyMap;
  ignoreChanges: string[];
}

/** Asks the provider; where it leaves open whether anything changed, the inputs decide. */
export async function diffResource(provider: Provider, subject: DiffSubject): Promise<DiffResult> {
  const { urn, id, oldInputs, oldOutputs, newInputs, ignoreChanges: ignored } = subject;
  const answer = await provider.diff(urn, id, oldInputs, oldOutputs, newInputs, ignored);
  const { replaces: replaceKeys, deleteBeforeReplace } = answer;
  if (answer.changes !== "unknown") {
    return { changes: answer.changes === "some", replaceKeys, deleteBeforeReplace, changedKeys: [] };
  }
  const detail = detailedDiff(revealMap(oldInputs), revealMap(ignoreChanges(newInputs, oldInputs, ignored)));
  const changedKeys = [...new Set(Object.keys(detail).map((path) => String(parsePath(path)[0])))];
  const changes = changedKeys.length > 0;
  return { changes, replaceKeys, deleteBeforeReplace, changedKeys, ...(changes ? { detailedDiff: detail } : {}) };
}

/** Turns changes of what `replaceOnChanges` names into replacements. */
export function applyReplaceOnChanges(diff: DiffResult, replaceOnChanges: string[], initErrors: boolean): DiffResult {
  if (replaceOnChanges.length === 0 || (!diff.changes && !initErrors)) return diff;
  const paths = replaceOnChanges.map(parsePath);
  const named = (path: string): boolean => paths.some((outer) => pathContains(outer, parsePath(path)));
  const replaceKeys = new Set([...diff.replaceKeys, ...diff.changedKeys.filter(named)]);
  let { changes } = diff;
  if (initErrors && named("#initerror")) {
    replaceKeys.add("#initerror");
    changes = true;
  }
  const result: DiffResult = { ...diff, changes, replaceKeys: [...replaceKeys] };
  if (diff.detailedDiff === undefined) return result;
  const detail = Object.entries(diff.detailedDiff).map(([path, kind]) => [path, named(path) ? toReplace(kind) : kind]);
  return { ...result, detailedDiff: Object.fromEntries(detail) as DetailedDiff };
}

export function isReplacement(diff: DiffResult): boolean {
  return (
    diff.replaceKeys.length > 0 || Object.values(diff.detailedDiff ?? {}).some((kind) => kind.endsWith("-replace"))
  );
}

export function invertDiff(diff: DiffResult): DiffResult {
  return diff.detailedDiff === undefined ? diff : { ...diff, detailedDiff: invert(diff.detailedDiff) };
}

function toReplace(kind: PropertyDiffKind): PropertyDiffKind {
  switch (kind) {
    case "add":
      return "add-replace";
    case "delete":
      return "delete-replace";
    case "update":
      return "update-replace";
    case "add-replace":
    case "delete-replace":
    case "update-replace":
      return kind;
  }
}
