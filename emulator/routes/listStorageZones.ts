import { badRequest, json } from "../http/answer";
import type { Answer } from "../http/answer";
import { boolean, int32, single } from "../http/query";
import type { ServiceRequest } from "../http/route";
import type { Service } from "../service";
import type { KeptStorageZone } from "../state/storageZones";
import { showStorageZone } from "./show";

const smallestPage = 5;
const largestPage = 1000;

/** Lists storage zones, ascending by id: a plain array for page 0, a paginated object above. */
export function listStorageZones(service: Service, { query }: ServiceRequest): Answer {
  const page = int32(query, "page", 0);
  if (page < 0) throw badRequest("page", `The value '${String(page)}' is not valid for page: it begins at 0.`);
  const perPage = pageSize(int32(query, "perPage", largestPage));
  const includeDeleted = boolean(query, "includeDeleted", false);
  const search = single(query, "search")?.toLowerCase() ?? "";
  const now = service.settings.now();
  const found = service.storageZones
    .list()
    .filter((kept) => isListed(kept, includeDeleted, now) && matches(kept, search));
  if (page === 0)
    return json(
      200,
      found.map((kept) => showStorageZone(kept, service)),
    );
  const start = (page - 1) * perPage;
  return json(200, {
    Items: found.slice(start, start + perPage).map((kept) => showStorageZone(kept, service)),
    CurrentPage: page,
    TotalItems: found.length,
    HasMoreItems: start + perPage < found.length,
  });
}

/** Publicly a page size below 5 is raised in silence; above 1000 it breaks the contract's bounds and is refused. */
function pageSize(perPage: number): number {
  if (perPage > largestPage) {
    throw badRequest("perPage", `The value '${String(perPage)}' is not valid for perPage: at most 1000 was expected.`);
  }
  return Math.max(perPage, smallestPage);
}

function isListed({ zone, listedFrom, listedUntil }: KeptStorageZone, includeDeleted: boolean, now: number): boolean {
  return now >= listedFrom && (!zone.Deleted || includeDeleted || now < listedUntil);
}

/** Assumption: the search term is a part of the name, whatever its case. */
function matches({ zone }: KeptStorageZone, search: string): boolean {
  return search === "" || (zone.Name ?? "").toLowerCase().includes(search);
}
