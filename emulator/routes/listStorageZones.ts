import type { Answer } from "../http/answer";
import { paged, pageIn } from "../http/page";
import { boolean, single } from "../http/query";
import type { ServiceRequest } from "../http/route";
import type { Service } from "../service";
import type { KeptStorageZone } from "../state/storageZones";
import { showStorageZone } from "./show";

/** Lists storage zones, ascending by id: a plain array for page 0, a paginated object above. */
export function listStorageZones(service: Service, { query }: ServiceRequest): Answer {
  const page = pageIn(query);
  const includeDeleted = boolean(query, "includeDeleted", false);
  const search = single(query, "search") ?? "";
  const now = service.settings.now();
  const found = service.storageZones
    .list()
    .filter((kept) => isListed(kept, includeDeleted, now) && nameContains(kept.zone, search));
  return paged(found, page, (kept) => showStorageZone(kept, service));
}

function isListed({ zone, listedFrom, listedUntil }: KeptStorageZone, includeDeleted: boolean, now: number): boolean {
  return now >= listedFrom && (!zone.Deleted || includeDeleted || now < listedUntil);
}

/** Assumption: the search term is a part of the name, whatever its case. */
export function nameContains({ Name }: { readonly Name: string | null }, search: string): boolean {
  return (Name ?? "").toLowerCase().includes(search.toLowerCase());
}
