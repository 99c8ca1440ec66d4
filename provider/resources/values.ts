import { edgeRuleActionTypes, edgeRuleMatchings, edgeRuleTriggerTypes } from "../wire/edgeRuleConstants";
import {
  shieldCounterKeys,
  shieldDdosSensitivities,
  shieldLimitActions,
  shieldListActions,
  shieldListTypes,
  shieldOperators,
  shieldPlans,
  shieldTransformations,
  shieldVariables,
  shieldWafModes,
} from "../wire/shieldConstants";
import type { mainRegions, replicationRegions } from "../wire/storageZone";
import { storageZoneTypes, zoneTiers } from "../wire/storageZone";

// The types accept any string or number, so that the output of another object can be passed as an argument.

/** Tier that stores a storage zone's data. The public service has Edge in the main region DE only. */
export const ZoneTier = zoneTiers;
export type ZoneTier = (typeof ZoneTier)[keyof typeof ZoneTier] | (number & {});

/** S3 support of a storage zone. */
export const StorageZoneType = storageZoneTypes;
export type StorageZoneType = (typeof StorageZoneType)[keyof typeof StorageZoneType] | (number & {});

/** A region code: one of the contract's, or another one that `cdn:extraRegions` allows. */
export type MainRegion = (typeof mainRegions)[number] | (string & {});
/** A replication region code: one of the contract's, or another one that `cdn:extraRegions` allows. */
export type ReplicationRegion = (typeof replicationRegions)[number] | (string & {});

/** A pull zone that is connected to a storage zone. */
export interface PullZoneLink {
  /** ID of the pull zone. */
  id: number;
  /** Name of the pull zone. */
  name: string;
}

// Assumption: the following meanings. Any other integer is accepted.

/** Action of an edge rule. */
export const EdgeRuleActionType = edgeRuleActionTypes;
export type EdgeRuleActionType = (typeof EdgeRuleActionType)[keyof typeof EdgeRuleActionType] | (number & {});

/** Property of a request or response that a trigger of an edge rule compares. */
export const EdgeRuleTriggerType = edgeRuleTriggerTypes;
export type EdgeRuleTriggerType = (typeof EdgeRuleTriggerType)[keyof typeof EdgeRuleTriggerType] | (number & {});

/** Combination of the triggers of an edge rule, or of the patterns of a trigger. */
export const EdgeRuleMatching = edgeRuleMatchings;
export type EdgeRuleMatching = (typeof EdgeRuleMatching)[keyof typeof EdgeRuleMatching] | (number & {});

/** Plan of a shield. The account pays for every plan above Basic. */
export const ShieldPlan = shieldPlans;
export type ShieldPlan = (typeof ShieldPlan)[keyof typeof ShieldPlan] | (number & {});

/** What the firewall of a shield does with a request that matches a rule. */
export const ShieldWafMode = shieldWafModes;
export type ShieldWafMode = (typeof ShieldWafMode)[keyof typeof ShieldWafMode] | (number & {});

/** Sensitivity of a shield's protection from denial of service. */
export const ShieldDdosSensitivity = shieldDdosSensitivities;
export type ShieldDdosSensitivity = (typeof ShieldDdosSensitivity)[keyof typeof ShieldDdosSensitivity] | (number & {});

/** What a condition of a rate limit compares. */
export const ShieldVariable = shieldVariables;
export type ShieldVariable = (typeof ShieldVariable)[keyof typeof ShieldVariable] | (string & {});

/** How a condition of a rate limit compares. `Eq` to `Lt` compare numbers. */
export const ShieldOperator = shieldOperators;
export type ShieldOperator = (typeof ShieldOperator)[keyof typeof ShieldOperator] | (number & {});

/** Change of a variable before it is compared. */
export const ShieldTransformation = shieldTransformations;
export type ShieldTransformation = (typeof ShieldTransformation)[keyof typeof ShieldTransformation] | (number & {});

/** What happens to a request beyond a rate limit. */
export const ShieldLimitAction = shieldLimitActions;
export type ShieldLimitAction = (typeof ShieldLimitAction)[keyof typeof ShieldLimitAction] | (number & {});

/** By what a rate limit counts requests. */
export const ShieldCounterKey = shieldCounterKeys;
export type ShieldCounterKey = (typeof ShieldCounterKey)[keyof typeof ShieldCounterKey] | (number & {});

/** Type of the entries of an access list. */
export const ShieldListType = shieldListTypes;
export type ShieldListType = (typeof ShieldListType)[keyof typeof ShieldListType] | (number & {});

/** What happens to a request that matches an access list. If several lists match, the order is Bypass, Allow, Block, Challenge, Log. */
export const ShieldListAction = shieldListActions;
export type ShieldListAction = (typeof ShieldListAction)[keyof typeof ShieldListAction] | (number & {});
