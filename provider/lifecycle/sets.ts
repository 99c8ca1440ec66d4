/**
 * Orders a set after an earlier one: what stood there keeps its order, what is new follows in alphabetical order. So a
 * comparison element by element shows what was added or removed, and nothing else.
 */
export function alignSet(values: readonly string[], earlier: readonly string[]): string[] {
  const kept = [...new Set(earlier)].filter((value) => values.includes(value));
  const added = values.filter((value) => !earlier.includes(value)).sort();
  return [...kept, ...added];
}

/** The strings of what should be an array of them, and of anything else none. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === "string") : [];
}

/** Names in a sentence: "A", "A and B", "A, B and C". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}
