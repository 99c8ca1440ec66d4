import type { Route } from "../http/route";
import { accessLogRoutes } from "./accessLogs";
import { pullZoneRoutes } from "./pullZones";
import { storageZoneRoutes } from "./storageZones";

/** Every operation that the emulator serves: a noun has a file of its own, and a line here. */
export const routes: readonly Route[] = [...storageZoneRoutes, ...pullZoneRoutes, ...accessLogRoutes];
