/**
 * Returns the new value of a property after `ignoreChanges`. Like the engine, it resets the property to the old value: completely, or only the named
 * elements that both arrays have. An element that was added or removed is therefore not ignored by its path.
 *
 * @param ignored the paths in `ignoreChanges`
 */
export function afterIgnoring(key: string, old: unknown, declared: unknown, ignored: readonly string[]): unknown {
  let value = declared;
  for (const [name, index, ...deeper] of ignored.map(stepsOf)) {
    if (index === undefined) {
      if (name === key || name === "*") value = old;
    } else if (name === key && deeper.length === 0 && Array.isArray(old) && Array.isArray(value)) {
      const isReset = (at: number): boolean => at < old.length && (index === "*" || index === String(at));
      value = value.map((element: unknown, at) => (isReset(at) ? (old[at] as unknown) : element));
    }
  }
  return value;
}

/** Splits a property path: `a` and `0` for `a[0]` and `["a"][0]`. */
function stepsOf(path: string): string[] {
  const dotted = path.replace(/\["([^"]*)"\]|\[(\*|\d+)\]/g, ".$1$2");
  return dotted.replace(/^\./, "").split(".");
}
