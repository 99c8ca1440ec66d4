import type { AccessLogEntry } from "../../types/accessLog";

/**
 * Whether entries look like those that a search found. One alone proves nothing, as a service may find what it does not show,
 * or fold letters otherwise; where not a single one of a page holds a word, the search was passed over.
 *
 * @param search the words, as they were sent
 */
export function isSearched(entries: readonly AccessLogEntry[], search: unknown): boolean {
  if (typeof search !== "string" || entries.length === 0) return true;
  const words = search.split(" ").map(folded);
  return entries.some((entry) => {
    const texts = Object.values(entry).filter((value) => typeof value === "string");
    return texts.some((text) => words.some((word) => folded(text).includes(word)));
  });
}

/** A request ID is written with hyphens or without. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("-", "");
}
