import type { Route } from "../router";
import { get } from "./read";

/** The pull zone operation. */
export const pullZoneRoutes: readonly Route[] = [
  { operation: "getPullZone", method: "GET", path: "/pullzone/:id", handle: get("pullZones") },
];
