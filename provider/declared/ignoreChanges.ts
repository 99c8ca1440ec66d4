/**
 * The new value of a property after `ignoreChanges`, which resets it to the old one as the engine does: as a whole, or each named
 * element that both arrays have. So an element that was added or removed is not ignored by its path.
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

/** The steps of a path: `a` and `0` for `a[0]` and `["a"][0]`. */
function stepsOf(path: string): string[] {
  const dotted = path.replace(/\["([^"]*)"\]|\[(\*|\d+)\]/g, ".$1$2");
  return dotted.replace(/^\./, "").split(".");
}
