import type { Properties } from "./properties";

/** Step of a property path: a name or `*`, or an index. */
type Step = string | number;

/**
 * Returns the new value of a property after `ignoreChanges`. Like the engine, it resets what a path names to the old value, at any depth. Elements
 * are reset only if both arrays have them, so an element that was added or removed is not ignored by its path.
 *
 * @param ignored the paths in `ignoreChanges`
 */
export function afterIgnoring(key: string, old: unknown, declared: unknown, ignored: readonly string[]): unknown {
  let value = declared;
  for (const [name, ...deeper] of ignored.map(stepsOf)) {
    if (name === key || name === "*") value = reset(deeper, old, value);
  }
  return value;
}

/** Whether `ignoreChanges` covers a difference at a path, whatever the values are. */
export function isIgnored(path: string, ignored: readonly string[]): boolean {
  const steps = stepsOf(path);
  return ignored.map(stepsOf).some(
    (one) =>
      // Whether an element is reset depends on the arrays.
      typeof steps[one.length - 1] === "string" &&
      one.every((step, at) => step === steps[at] || (step === "*" && at < steps.length)),
  );
}

function reset([step, ...deeper]: readonly Step[], old: unknown, value: unknown): unknown {
  if (step === undefined) return old;
  if (Array.isArray(value)) {
    if (!Array.isArray(old)) return value;
    const isNamed = (at: number): boolean => at < old.length && (step === "*" || step === at);
    return value.map((element: unknown, at) => (isNamed(at) ? reset(deeper, old[at], element) : element));
  }
  if (!isMap(value) || (old !== undefined && !isMap(old))) return value;
  const names = step === "*" ? Object.keys({ ...old, ...value }) : [String(step)];
  const result = { ...value };
  for (const name of names) {
    // A path leads only into what is there.
    if (deeper.length > 0 && !(name in result)) continue;
    result[name] = reset(deeper, old?.[name], result[name]);
    if (result[name] === undefined) delete result[name];
  }
  return result;
}

function isMap(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Splits a property path: `a` and 0 for `a[0]` and `["a"][0]`. A path that is not valid has no steps. */
function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  const pattern = /(?:^|\.)([^.[\]"]+)|\[(?:"((?:[^"\\]|\\.)*)"|(\*)|(\d+))\]/gy;
  for (let end = 0; end < path.length; end = pattern.lastIndex) {
    const found = pattern.exec(path);
    if (found === null) return [];
    const [, name, quoted, star, index] = found;
    steps.push(index === undefined ? (name ?? quoted?.replace(/\\"/g, '"') ?? star ?? "") : Number(index));
  }
  return steps;
}
