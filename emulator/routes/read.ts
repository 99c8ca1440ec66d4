import type { Answer } from "../http";
import { json, Refusal } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import type { PullZone } from "../state/objects";
import type { KindName } from "../state/kinds";
import { kindNames, kinds } from "../state/kinds";
import type { Kind, Store } from "../state/store";

/** The operation that gets one object of a kind. */
export function get(name: KindName): Route["handle"] {
  return (service, { path, query }) => {
    const store: Store = service[name];
    const includeCertificate = query.boolean("includeCertificate");
    const stored = store.found(path.id("id"));
    if (stored === undefined) return store.notFound(path.id("id"));
    return json(200, store.shown(stored, { view: "one", includeCertificate }));
  };
}

/** The pull zone that a request changes; refuses with 404 if there is none. */
export function pullZoneOf({ pullZones }: Service, { path }: ServiceRequest): PullZone {
  const stored = pullZones.stored(path.id("id"));
  if (stored === undefined) throw new Refusal(pullZones.notFound(path.id("id")));
  return stored.object;
}

/** The list operation of each kind that has one. */
export const listRoutes = kindNames.flatMap((name): Route[] => {
  const { path, listOperation: operation, listIsAssumed: assumed }: Kind = kinds[name];
  if (operation === undefined) return [];
  const handle: Route["handle"] = (service, request) => list(service[name], request);
  return [{ operation, method: "GET", path: `/${path}`, handle, ...(assumed && { assumed }) }];
});

/**
 * Ascending by id: a plain array for page 0, a paginated object from page 1. A perPage above 1000 is beyond the contract's
 * bounds and refused. Assumptions: a perPage below 5 is raised to 5; a search term matches a part of the name, ignoring case.
 */
function list(store: Store, { query }: ServiceRequest): Answer {
  const includeDeleted = query.boolean("includeDeleted");
  const includeCertificate = query.boolean("includeCertificate");
  const search = query.text("search")?.toLowerCase() ?? "";
  const page = query.integer("page", 0, 2 ** 31 - 1) ?? 0;
  const perPage = Math.max(5, query.integer("perPage", -(2 ** 31), 1000) ?? 1000);
  const listed = store.listed(search, includeDeleted);
  const view = page === 0 ? "list" : "page";
  const shown = (some: typeof listed): object[] =>
    some.map((stored) => store.shown(stored, { view, includeCertificate }));
  if (page === 0) return json(200, shown(listed));
  const start = (page - 1) * perPage;
  return json(200, {
    Items: shown(listed.slice(start, start + perPage)),
    CurrentPage: page,
    TotalItems: listed.length,
    HasMoreItems: start + perPage < listed.length,
  });
}
