import type { Answer } from "../http";
import { json } from "../http";
import type { Parameters } from "../parameters";

/**
 * Answers a list by the parameters page and perPage: a plain array for page 0, a paginated object from page 1. The public
 * service raises a perPage below 5 to 5; one above 1000 is beyond the contract's bounds and refused.
 */
export function page<T>(query: Parameters, find: () => readonly T[], show: (item: T) => unknown): Answer {
  const number = query.integer("page", 0, 2 ** 31 - 1) ?? 0;
  const perPage = Math.max(5, query.integer("perPage", -(2 ** 31), 1000) ?? 1000);
  const found = find();
  if (number === 0) return json(200, found.map(show));
  const start = (number - 1) * perPage;
  return json(200, {
    Items: found.slice(start, start + perPage).map(show),
    CurrentPage: number,
    TotalItems: found.length,
    HasMoreItems: start + perPage < found.length,
  });
}

/** Assumption: a search term matches a part of the name, ignoring case. */
export function nameContains({ Name }: { readonly Name: string | null }, search = ""): boolean {
  return (Name ?? "").toLowerCase().includes(search.toLowerCase());
}
