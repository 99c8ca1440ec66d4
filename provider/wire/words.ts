const warningMark = "warning: ";

/**
 * Marks a text as a warning: something will not work, may be wrong, or was left undone. Every other line that a run or a command prints is
 * information. The plugin shows a marked text with the severity of a warning; everything else prints it as it is.
 */
export function warning(text: string): string {
  return isWarning(text) ? text : warningMark + text;
}

export function isWarning(text: string): boolean {
  return text.startsWith(warningMark);
}

/** Returns a text without the mark of a warning. */
export function unmarked(text: string): string {
  return isWarning(text) ? text.slice(warningMark.length) : text;
}

/** Begins a text with what it is about. The mark of a warning stays in front. */
export function about(subject: string, text: string): string {
  return isWarning(text) ? warning(subject + unmarked(text)) : subject + text;
}

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

/** Returns the plural of a noun, or of a name that ends in it: "pull zones", "video libraries", "videoLibraries", "caches". */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}${/(s|x|z|ch|sh)$/i.test(noun) ? "es" : "s"}`;
}

/** Returns a list of ways to go on, each on its own line, for the end of an error. The sentence before it ends in a colon. */
export function waysText(ways: readonly string[]): string {
  return ways.map((way) => `\n- ${way}`).join("");
}

/** The resource option for a renamed resource, in messages. */
export const aliasesOption = 'the option aliases: [{ name: "OLD-NAME" }]';

/** Returns the resource option that imports an object, in messages. */
export function importOption(id: string): string {
  return `the option import: "${id}"`;
}

/** Returns a text with these options by name instead of in TypeScript, for programs in every language. */
export function inAnyLanguage(text: string): string {
  return text
    .replaceAll(aliasesOption, "the resource option aliases with the name OLD-NAME")
    .replace(/the option import: "([^"\n]*)"/g, "the resource option import with the ID $1");
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
