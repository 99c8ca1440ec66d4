import type { Answer } from "../http";
import { failed, json, Refusal } from "../http";
import type { Parameters } from "../parameters";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { noted } from "../sources";
import type { EdgeScript, PullZone } from "../state/objects";
import type { KindName } from "../state/kinds";
import { kindNames, kinds } from "../state/kinds";
import type { Kind, Store } from "../state/store";

/** Returns the operation that reads an object of a kind. */
export function get(name: KindName): Route["handle"] {
  return (service, { path, query }) => {
    const store: Store = service[name];
    const includeCertificate = query.boolean("includeCertificate");
    const stored = store.found(path.id("id"));
    if (stored === undefined) return store.notFound(path.id("id"));
    return json(200, store.shown(stored, { view: "one", includeCertificate }));
  };
}

/** Returns the pull zone that a request changes. @throws {Refusal} with 404 if there is none */
export function pullZoneOf({ pullZones }: Service, { path }: ServiceRequest): PullZone {
  const stored = pullZones.stored(path.id("id"));
  if (stored === undefined) throw new Refusal(pullZones.notFound(path.id("id")));
  return stored.object;
}

/** Returns the edge script of a request. @throws {Refusal} with 404 if there is none @param otherwise the response in that case */
export function scriptOf({ edgeScripts }: Service, { path }: ServiceRequest, otherwise?: Answer): EdgeScript {
  const id = path.id("id");
  const script = edgeScripts.stored(id)?.object;
  if (script === undefined || script.Deleted) throw new Refusal(otherwise ?? edgeScripts.notFound(id));
  return script;
}

/** The list operation of each kind that has one. */
export const listRoutes = kindNames.flatMap((name): Route[] => {
  const { path, list: listed }: Kind = kinds[name];
  if (listed === undefined) return [];
  const handle: Route["handle"] = (service, request) => list(service[name], request);
  return [route(listed.source, listed.operation, "GET", `/${path}`, handle)];
});

/** Lists objects, ascending by id: as a plain array for page 0, else as a page. Assumption: a search term matches a part of the name, ignoring case. */
function list(store: Store, { query }: ServiceRequest): Answer {
  const includeDeleted = query.boolean("includeDeleted");
  const includeCertificate = query.boolean("includeCertificate");
  const search = query.text("search")?.toLowerCase() ?? "";
  const page = pageIn(query);
  const view = page.number === 0 ? "list" : "page";
  const listed = store.listed(search, includeDeleted);
  const shown = (stored: (typeof listed)[number]): object => store.shown(stored, { view, includeCertificate });
  return view === "list" ? json(200, listed.map(shown)) : pageOf(page, listed, shown);
}

interface Page {
  readonly number: number;
  readonly size: number;
}

/** Returns the size of a page. The contract's maximum is 1000. */
export function pageIn(query: Parameters): Page {
  return {
    number: query.integer("page", 0, 2 ** 31 - 1) ?? 0,
    size: raised(query.integer("perPage", -(2 ** 31), 1000) ?? 1000),
  };
}

function raised(size: number): number {
  return size < minSize ? noted("R1.5", minSize) : size;
}

const minSize = 5;

/** Returns a page of edge scripts or their releases. Recorded: the response to page 0 is a 500. */
export function pageFrom1(query: Parameters): Page {
  if (query.text("page") === "0") throw new Refusal(failed("R9.3", 500));
  return pageIn(query);
}

/** Returns a page of a list, by default the first page. */
export function pageOf<Item>({ number, size }: Page, items: readonly Item[], shown: (item: Item) => object): Answer {
  const CurrentPage = Math.max(1, number);
  const end = CurrentPage * size;
  return json(200, {
    Items: items.slice(end - size, end).map(shown),
    CurrentPage,
    TotalItems: items.length,
    HasMoreItems: end < items.length,
  });
}
