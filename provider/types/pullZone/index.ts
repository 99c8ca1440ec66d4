import type { ExtraFields } from "../extraFields";
import type { PullZoneAccessControl } from "./accessControl";
import type { PullZoneCaching } from "./caching";
import type { PullZoneDelivery } from "./delivery";
import type { EdgeRule } from "./edgeRule";
import type { PullZoneIdentity } from "./identity";
import type { PullZoneLogging } from "./logging";
import type { PullZoneOptimizer } from "./optimizer";
import type { PullZonePreloadingScreen } from "./preloadingScreen";
import type { PullZoneSecurity } from "./security";

/** A pull zone as the service shows it, whole. Source: contract, unless a field says assumption. */
export interface GetPullZoneResult
  extends
    PullZoneIdentity,
    PullZoneAccessControl,
    PullZoneDelivery,
    PullZoneCaching,
    PullZoneSecurity,
    PullZoneLogging,
    PullZoneOptimizer,
    PullZonePreloadingScreen,
    ExtraFields {
  /** Edge rules. */
  edgeRules: EdgeRule[];
}

export type { EdgeRule, EdgeRuleAction, EdgeRuleTrigger } from "./edgeRule";
export type { Hostname } from "./hostname";
export type { ImageBlueprint, OptimizerClass } from "./imageClass";
