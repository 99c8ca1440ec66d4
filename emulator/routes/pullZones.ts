import { pullZoneTable } from "../../provider/wire/pullZone";
import { empty, json } from "../http";
import type { Route, Service } from "../router";
import type { PullZone } from "../state/objects";
import { withoutCertificates } from "../state/pullZones";
import { nameContains, page } from "./list";

/** The pull zone operations: get by contract; list by assumption, in the same form as storage zones. */
export const pullZoneRoutes: readonly Route[] = [
  {
    operation: "getPullZone",
    method: "GET",
    path: "/pullzone/:id",
    handle: (service, { path, query }) => {
      const includeCertificate = query.boolean("includeCertificate");
      const zone = service.pullZones.stored(path.id("id"));
      return zone === undefined ? empty(404) : json(200, shown(service, zone, includeCertificate));
    },
  },
  {
    operation: "listPullZones",
    method: "GET",
    path: "/pullzone",
    handle: (service, { query }) => {
      const includeCertificate = query.boolean("includeCertificate");
      const search = query.text("search");
      const find = () => service.pullZones.allStored().filter((zone) => nameContains(zone, search));
      return page(query, find, (zone) => shown(service, zone, includeCertificate));
    },
  },
];

function shown({ settings }: Service, zone: PullZone, includeCertificate: boolean): object {
  const whole = includeCertificate ? zone : withoutCertificates(zone);
  return settings.publicNames ? underPublicNames(whole) : whole;
}

const publicNames = new Map(pullZoneTable.fields.map(({ wire, alias }) => [wire, alias ?? wire]));

/** A pull zone with the field names of the public service. */
export function underPublicNames(zone: PullZone): Record<string, unknown> {
  return Object.fromEntries(Object.entries(zone).map(([name, value]) => [publicNames.get(name) ?? name, value]));
}
