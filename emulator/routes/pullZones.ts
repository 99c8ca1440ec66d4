import { empty, json } from "../http/answer";
import { boolean } from "../http/query";
import type { Route } from "../http/route";
import { idIn } from "./id";
import { showPullZone } from "./show";

/** The pull zone operation: get one. */
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
];
