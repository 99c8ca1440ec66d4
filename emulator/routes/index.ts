import type { Route } from "../http/route";
import { pullZoneRoutes } from "./pullZones";
import { storageZoneRoutes } from "./storageZones";

/** Every operation that the emulator serves: one file per noun, one line here. */
export const routes: readonly Route[] = [...storageZoneRoutes, ...pullZoneRoutes];
