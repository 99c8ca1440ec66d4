import { pullZoneTable } from "../../provider/wire/pullZone";
import { empty, json } from "../http";
import type { Route, Service } from "../router";
import type { PullZone } from "../state/objects";
import { withoutCertificates } from "../state/pullZones";

/** The pull zone operation. */
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
