import { badRequest, json } from "./answer";
import type { Answer } from "./answer";
import { int32 } from "./query";

const minPerPage = 5;
const maxPerPage = 1000;

/** What a query asks of a list: page 0 is all of it. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** Publicly a page size below 5 is raised without an error; one above 1000 breaks the contract's bounds and is refused. */
export function pageIn(query: URLSearchParams): Page {
  const page = int32(query, "page", 0);
  if (page < 0) throw badRequest("page", `The value '${String(page)}' is not valid for page: it begins at 0.`);
  const perPage = int32(query, "perPage", maxPerPage);
  if (perPage > maxPerPage) {
    throw badRequest("perPage", `The value '${String(perPage)}' is not valid for perPage: at most 1000 was expected.`);
  }
  return { page, perPage: Math.max(perPage, minPerPage) };
}

/** A plain array for page 0, a paginated object above. */
export function paged<T>(found: readonly T[], { page, perPage }: Page, show: (item: T) => object): Answer {
  if (page === 0) return json(200, found.map(show));
  const start = (page - 1) * perPage;
  return json(200, {
    Items: found.slice(start, start + perPage).map(show),
    CurrentPage: page,
    TotalItems: found.length,
    HasMoreItems: start + perPage < found.length,
  });
}
