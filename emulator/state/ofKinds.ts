// Generated from provider/kinds and the files in this folder by `npm run generate`.

import { storageZoneKind } from "./storageZones";
import { pullZoneKind } from "./pullZones";
import { dnsZoneKind } from "./dnsZones";
import { edgeScriptKind } from "./edgeScripts";
import { pullZoneShieldKind } from "./pullZoneShields";
import { dnsRecordKind } from "./dnsRecords";
import { shieldRateLimitKind } from "./shieldRateLimits";
import { shieldAccessListKind } from "./shieldAccessLists";

/** The kinds of objects, by their names in the handle and in seeds. */
export const kinds = {
  storageZones: storageZoneKind,
  pullZones: pullZoneKind,
  dnsZones: dnsZoneKind,
  edgeScripts: edgeScriptKind,
  pullZoneShields: pullZoneShieldKind,
  dnsRecords: dnsRecordKind,
  shieldRateLimits: shieldRateLimitKind,
  shieldAccessLists: shieldAccessListKind,
};
