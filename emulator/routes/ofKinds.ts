// Generated from provider/kinds and the files in this folder by `npm run generate`.

import type { Route } from "../router";
import { storageZoneRoutes } from "./storageZones";
import { pullZoneRoutes } from "./pullZones";
import { dnsZoneRoutes } from "./dnsZones";
import { edgeScriptRoutes } from "./edgeScripts";
import { pullZoneShieldRoutes } from "./pullZoneShields";
import { pullZoneHostnameRoutes } from "./pullZoneHostnames";
import { pullZoneEdgeRuleRoutes } from "./pullZoneEdgeRules";
import { dnsRecordRoutes } from "./dnsRecords";
import { shieldRateLimitRoutes } from "./shieldRateLimits";
import { shieldAccessListRoutes } from "./shieldAccessLists";

/** The operations on the objects of each kind, except the lists in read.ts. */
export const routesOfKinds: readonly Route[] = [
  ...storageZoneRoutes,
  ...pullZoneRoutes,
  ...dnsZoneRoutes,
  ...edgeScriptRoutes,
  ...pullZoneShieldRoutes,
  ...pullZoneHostnameRoutes,
  ...pullZoneEdgeRuleRoutes,
  ...dnsRecordRoutes,
  ...shieldRateLimitRoutes,
  ...shieldAccessListRoutes,
];
