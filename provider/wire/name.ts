/**
 * Converts a wire name to a typed name: leading capitals become lower case, except the last one of a run, which begins the next
 * word.
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

/** "a pull zone", "an edge rule" */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
