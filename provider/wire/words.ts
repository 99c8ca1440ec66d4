export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins the first texts of a list and the number of the others: "A, B and 3 more". */
export function firstOf(texts: readonly string[], max = 10): string {
  const more = texts.length > max ? ` and ${String(texts.length - max)} more` : "";
  return texts.slice(0, max).join(", ") + more;
}

/** Returns a noun with its indefinite article: "a pull zone", "an edge rule". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** Joins names for a sentence: "A", "A and B", "A, B and C". */
export function sentence(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** Returns a value for an error message, shortened to 80 characters. */
export function inMessage(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}…` : value);
  if (typeof value === "bigint" || typeof value === "symbol" || isNotFinite(value)) return String(value);
  if (typeof value === "function") return "a function";
  const text = jsonOf(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function isNotFinite(value: unknown): value is number {
  return typeof value === "number" && !Number.isFinite(value);
}

/** Returns a value as JSON. `JSON.stringify` throws for a cycle, and has no result for some objects. */
function jsonOf(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "an object";
  } catch {
    return "an object";
  }
}
