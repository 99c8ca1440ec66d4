import { empty, json } from "../http/answer";
import { paged, pageIn } from "../http/page";
import { boolean, single } from "../http/query";
import type { Route } from "../http/route";
import { idIn } from "./id";
import { nameContains } from "./listStorageZones";
import { showPullZone } from "./show";

/** The pull zone operations: get one by contract; list by assumption, in the way of storage zones. */
export const pullZoneRoutes: readonly Route[] = [
  {
    operation: "getPullZone",
    method: "GET",
    path: "/pullzone/:id",
    handle: ({ pullZones, settings }, { params, query }) => {
      const id = idIn(params);
      const includeCertificate = boolean(query, "includeCertificate", false);
      const zone = pullZones.get(id);
      if (zone === undefined) return empty(404);
      return json(200, showPullZone(zone, settings.publicNames, includeCertificate));
    },
  },
  {
    operation: "listPullZones",
    method: "GET",
    path: "/pullzone",
    handle: ({ pullZones, settings }, { query }) => {
      const page = pageIn(query);
      const includeCertificate = boolean(query, "includeCertificate", false);
      const search = single(query, "search") ?? "";
      const found = pullZones.list().filter((zone) => nameContains(zone, search));
      return paged(found, page, (zone) => showPullZone(zone, settings.publicNames, includeCertificate));
    },
  },
];
