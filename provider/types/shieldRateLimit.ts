// Generated from the field tables in provider/wire by `npm run generate`.

/** A rate limit of a shield. */
export interface GetShieldRateLimitResult {
  /** ID of the rate limit. */
  id: number;
  /** Name of the rate limit. */
  ruleName: string;
  /** Description of the rate limit. */
  ruleDescription?: string;
  /** Its settings. */
  ruleConfiguration: ShieldRateLimitConfiguration;
}

/** What a rate limit counts, and when. */
export interface ShieldRateLimitConfiguration {
  /** What happens to a request beyond the limit. */
  actionType: number;
  /** The variables, each with its part or an empty string. */
  variableTypes: unknown;
  /** How the variable is compared. */
  operatorType: number;
  /** Value with which it is compared. */
  value?: string;
  /** Whether the condition must not hold. */
  isNegated?: boolean;
  /** Whether the part of the variable is a regular expression. */
  isRegexVariable?: boolean;
  /** Changes of the value before it is compared. */
  transformationTypes: number[];
  /** Further conditions, all of which must hold. */
  chainedRuleConditions: ShieldChainedCondition[];
  /** Number of requests. */
  requestCount: number;
  /** By what requests are counted. */
  counterKeyType?: number;
  /** Time in which they are counted, in seconds. */
  timeframe: number;
  /** How long further requests are blocked, in seconds. */
  blockTime: number;
  /** Severity of a match. */
  severityType?: number;
}

/** A further condition of a rate limit. */
export interface ShieldChainedCondition {
  /** The variables, each with its part or an empty string. */
  variableTypes: unknown;
  /** How the variable is compared. */
  operatorType: number;
  /** Value with which it is compared. */
  value?: string;
  /** Whether the condition must not hold. */
  isNegated?: boolean;
  /** Whether the part of the variable is a regular expression. */
  isRegexVariable?: boolean;
}

/** A rate limit of a shield. */
export interface ShieldRateLimitDetails {
  /** ID of the shield. */
  shieldZoneId: number;
  /** Name of the rate limit. */
  name: string;
  /** Description of the rate limit. */
  description?: string;
  /** Conditions of the requests to count, all of which must hold. */
  conditions: ShieldCondition[];
  /** Changes of a variable before it is compared. */
  transformations: number[];
  /** What happens to a request beyond the limit: a `ShieldLimitAction`. */
  action: number;
  /** By what requests are counted: a `ShieldCounterKey`. */
  counterKey: number;
  /** Number of requests that are allowed in the timeframe. */
  requests: number;
  /** Time in which requests are counted, in seconds. */
  timeframe: number;
  /** How long further requests are blocked, in seconds. */
  blockTime: number;
}

/** A condition of a rate limit. */
export interface ShieldCondition {
  /** What is compared: a `ShieldVariable`. */
  variable: string;
  /** Part of the variable. */
  part?: string;
  /** How the variable is compared: a `ShieldOperator`. */
  operator: number;
  /** Value with which the variable is compared. */
  value?: string;
  /** Whether the condition must not hold. */
  negated?: boolean;
}

/** What a program declares about a rate limit. */
export interface ShieldRateLimitInputs {
  /** ID of the shield: its output `shieldZoneId`, not the ID of the pull zone. Changing it replaces the rate limit. */
  shieldZoneId: number;
  /** Name of the rate limit, of letters, digits and spaces. A shield has each name once. */
  name: string;
  /** Description of the rate limit, of letters, digits and spaces. */
  description?: string;
  /** Conditions of the requests to count, all of which must hold: at least one. */
  conditions: ShieldConditionInputs[];
  /** Changes of a variable before it is compared, in this order, such as `[cdn.ShieldTransformation.Lowercase]`. They apply to all conditions. */
  transformations?: number[];
  /** What happens to a request beyond the limit: a `ShieldLimitAction` or another integer. @default `RateLimit` */
  action?: number;
  /** By what requests are counted: a `ShieldCounterKey` or another integer. The plan `Basic` has only `Ip`. @default `Ip` */
  counterKey?: number;
  /** Number of requests that are allowed in the timeframe. */
  requests: number;
  /** Time in which requests are counted, in seconds: 1, 10, 60, 300, 900 or 3600. The plan `Basic` has only 1 and 10. */
  timeframe: number;
  /** How long further requests are blocked, in seconds: 30, 60, 300, 900, 1800 or 3600. */
  blockTime: number;
  /** Adopts the rate limit of this name that the shield already has and applies the declared settings to it, instead of adding another one. If several have the name, the creation fails. @default false */
  adopt?: boolean;
}

/** What a program declares about a condition. */
export interface ShieldConditionInputs {
  /** What is compared: a `ShieldVariable`, such as `"REQUEST_URI"`, or another variable. */
  variable: string;
  /** Part of the variable, such as the name of a header for `"REQUEST_HEADERS"`; for variables that have parts. */
  part?: string;
  /** How the variable is compared: a `ShieldOperator` or another integer. */
  operator: number;
  /** Value with which the variable is compared, such as `/login`. */
  value?: string;
  /** Whether the condition must not hold. @default false */
  negated?: boolean;
}
