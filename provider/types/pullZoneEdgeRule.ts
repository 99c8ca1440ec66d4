// Generated from the field tables in provider/wire by `npm run generate`.

import type { EdgeRuleTrigger } from "./pullZone";

/** An edge rule of a pull zone. */
export interface PullZoneEdgeRuleDetails {
  /** ID of the pull zone. */
  pullZoneId: number;
  /** GUID of the rule. */
  guid: string;
  /** Description of the rule. */
  description?: string;
  /** Whether the rule is enabled. */
  enabled: boolean;
  /** Type of the action: an `EdgeRuleActionType` or another integer. */
  actionType: number;
  /** First parameter of the action, such as the name of a header. */
  actionParameter1?: string;
  /** Second parameter of the action, such as the value of a header. */
  actionParameter2?: string;
  /** Third parameter of the action, such as a folder of a storage zone. */
  actionParameter3?: string;
  /** Conditions of the rule. */
  triggers: EdgeRuleTrigger[];
  /** How the triggers combine: an `EdgeRuleMatching` or another integer. */
  triggerMatchingType?: number;
  /** Further actions. */
  extraActions: EdgeRuleExtraAction[];
  /** Position of the rule in the order of rules. */
  orderIndex: number;
  /** Whether the rule is read-only. */
  readOnly: boolean;
}

/** A further action of a declared edge rule. */
export interface EdgeRuleExtraAction {
  /** Type of the action: an `EdgeRuleActionType` or another integer. */
  actionType: number;
  /** First parameter of the action, such as the name of a header. */
  actionParameter1?: string;
  /** Second parameter of the action, such as the value of a header. */
  actionParameter2?: string;
  /** Third parameter of the action, such as a folder of a storage zone. */
  actionParameter3?: string;
}

/** What a program declares about an edge rule. */
export interface PullZoneEdgeRuleInputs {
  /** ID of the pull zone. Changing it replaces the rule. */
  pullZoneId: number;
  /** Description of the rule. */
  description?: string;
  /** Whether the rule is enabled. @default true */
  enabled?: boolean;
  /** Type of the action: an `EdgeRuleActionType` or another integer. */
  actionType: number;
  /** First parameter of the action, such as the name of a header. */
  actionParameter1?: string;
  /** Second parameter of the action, such as the value of a header. */
  actionParameter2?: string;
  /** Third parameter of the action, such as a folder of a storage zone. */
  actionParameter3?: string;
  /** Conditions of the rule: at least one. */
  triggers: EdgeRuleTriggerInputs[];
  /** How the triggers combine: an `EdgeRuleMatching` or another integer. @default the service's */
  triggerMatchingType?: number;
  /** Further actions. */
  extraActions?: EdgeRuleExtraActionInputs[];
  /** Position of the rule in the order of rules. @default the service's; never drift */
  orderIndex?: number;
  /** Adopts a live rule with the declared settings that belongs to no resource of this run, instead of adding another rule. If several rules match, the creation fails. @default false */
  adopt?: boolean;
  /** With `adopt`: if no rule has the declared settings, adopts and changes the rule with the same description or, for a rule that chooses the files of every address (`OriginStorage`), the existing one. If several rules match, the creation fails. Set by `Website`. @default false */
  adoptByDescription?: boolean;
  /** Hostnames of the program. When the rule is created or adopted, the run reports edge rules of the pull zone that belong to no resource of this run, and hostnames that are not listed here. Set by a `Website` with `adopt: true`. */
  reportOthers?: string[];
  /** Empties the cache of the pull zone after each change of the rule: at once, and again after `cdn:edgeDelaySeconds`. The next `pulumi up` repeats a failed purge. @default false */
  purgeOnChange?: boolean;
  /** With `purgeOnChange`: values whose change also empties the cache, such as outputs of another resource. */
  purgeTriggers?: string[];
}

/** What a program declares about an edge rule trigger. */
export interface EdgeRuleTriggerInputs extends Partial<
  Omit<EdgeRuleTrigger, "type" | "patternMatchingType" | "extraFields">
> {
  /** Type of the trigger: an `EdgeRuleTriggerType` or another integer. */
  type: number;
  /** How the patterns combine: an `EdgeRuleMatching` or another integer. @default `MatchAny` */
  patternMatchingType?: number;
}

/** What a program declares about an edge rule action. */
export interface EdgeRuleExtraActionInputs extends Partial<Omit<EdgeRuleExtraAction, "actionType">> {
  /** Type of the action: an `EdgeRuleActionType` or another integer. */
  actionType: number;
}
