/**
 * Converts a wire name to a typed name: leading capitals become lower case, except the last capital of a run, which begins the next word.
 *
 * `EnableTLS1_1` → `enableTLS1_1`, `EUUSDiscount` → `euusDiscount`, `Id` → `id`.
 */
export function typedName(wire: string): string {
  const run = /^[A-Z]+/.exec(wire)?.[0].length ?? 0;
  const lowered = run > 1 && run < wire.length && /[a-z]/.test(wire.charAt(run)) ? run - 1 : run;
  return wire.slice(0, lowered).toLowerCase() + wire.slice(lowered);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins the first texts of a list and the number of the others: "A, B and 3 more". */
export function firstOf(texts: readonly string[], most = 10): string {
  const more = texts.length > most ? ` and ${String(texts.length - most)} more` : "";
  return texts.slice(0, most).join(", ") + more;
}

/** Returns a noun with its indefinite article: "a pull zone", "an edge rule". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
