import type { Properties } from "../../provider/lifecycle/lifeCycle";

/**
 * The expected properties with those that the resource option `ignoreChanges` names taken from the live ones, as the
 * engine does before it compares.
 *
 * @param paths such as `replicationRegions`, `replicationRegions[0]`, `*`
 */
export function withoutIgnored(expected: Properties, actual: Properties, paths: readonly string[]): Properties {
  const result: Properties = { ...expected };
  for (const path of paths) {
    const [, key = "", index] = /^\[?"?([^[\]"]+)"?\]?(?:\[(\d+|\*)\])?$/.exec(path) ?? [];
    if (key === "*") return { ...actual };
    if (index === undefined || index === "*") take(result, actual, key);
    else takeElement(result, actual, key, Number(index));
  }
  return result;
}

function take(into: Properties, from: Properties, key: string): void {
  if (from[key] === undefined) delete into[key];
  else into[key] = from[key];
}

function takeElement(into: Properties, from: Properties, key: string, index: number): void {
  const [old, now] = [into[key], from[key]];
  if (!Array.isArray(old) || !Array.isArray(now) || index >= now.length || index > old.length) return;
  const elements: unknown[] = [...(old as unknown[])];
  elements[index] = now[index];
  into[key] = elements;
}
