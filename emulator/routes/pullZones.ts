import { empty, json } from "../http";
import type { Route } from "../router";
import { shownPullZone } from "../state/pullZones";

/** The pull zone operation. */
export const pullZoneRoutes: readonly Route[] = [
  {
    operation: "getPullZone",
    method: "GET",
    path: "/pullzone/:id",
    handle: (service, { path, query }) => {
      const includeCertificate = query.boolean("includeCertificate");
      const zone = service.pullZones.stored(path.id("id"))?.object;
      return zone === undefined ? empty(404) : json(200, shownPullZone(service, zone, includeCertificate));
    },
  },
];
