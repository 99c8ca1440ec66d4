// Generated from the field tables in provider/wire by `npm run generate`.

/** The shield of a pull zone. */
export interface GetPullZoneShieldResult {
  /** ID of the shield zone, which is not the ID of the pull zone. */
  id: number;
  /** ID of the pull zone that the shield protects. */
  pullZoneId?: number;
  /** Plan of the shield, which the account pays for: a `ShieldPlan`. */
  planType: number;
  /** Whether the shield is learning: it logs, and does not block yet. */
  learningMode: boolean;
  /** Switches the firewall on. */
  wafEnabled: boolean;
  /** What the firewall does with a request that matches a rule: a `ShieldWafMode`. */
  wafExecutionMode: number;
  /** Profile of the managed rules, such as 1 for WordPress and 2 for general use. */
  wafProfileId: number;
  /** IDs of managed rules that are off. */
  wafDisabledRules: string[];
  /** IDs of managed rules that only log. */
  wafLogOnlyRules: string[];
  /** Logs the headers of requests. */
  wafRequestHeaderLoggingEnabled: boolean;
  /** Logs the bodies of requests. */
  requestBodyLoggingEnabled: boolean;
  /** Headers of requests that logs omit. */
  wafRequestIgnoredHeaders: string[];
  /** Uses current threat intelligence. */
  wafRealtimeThreatIntelligenceEnabled: boolean;
  /** Omits the name of the service from response pages. */
  whitelabelResponsePages: boolean;
  /** What happens to a request whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it. */
  wafRequestBodyLimitAction: number;
  /** What happens to a response whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it. */
  wafResponseBodyLimitAction: number;
  /** Sensitivity of the protection from denial of service: a `ShieldDdosSensitivity`. */
  ddosShieldSensitivity: number;
  /** How long a visitor who passed a challenge gets no other one, in seconds. */
  ddosChallengeWindow: number;
  /** When learning ends. Volatile: changes by itself, never drift. */
  learningModeUntil?: string;
  /** What the protection from denial of service does: 0 logs, 1 blocks. */
  ddosExecutionMode?: number;
  /** Number of rate limits that the plan allows. */
  rateLimitRulesLimit?: number;
  /** Number of own firewall rules that the plan allows. */
  customWafRulesLimit?: number;
  /** Settings of the firewall's engine that differ from its defaults. */
  wafEngineConfig: ShieldEngineSetting[];
}

/** A setting of the firewall's engine. */
export interface ShieldEngineSetting {
  /** Name of the setting. */
  name: string;
  /** Its value, as plain text. */
  valueEncoded?: string;
}

/** The shield of a pull zone. */
export interface PullZoneShieldDetails {
  /** ID of the shield zone, which is not the ID of the pull zone. */
  id: number;
  /** ID of the pull zone that the shield protects. */
  pullZoneId?: number;
  /** Plan of the shield, which the account pays for: a `ShieldPlan`. */
  planType: number;
  /** Whether the shield is learning: it logs, and does not block yet. */
  learningMode: boolean;
  /** Switches the firewall on. */
  wafEnabled: boolean;
  /** What the firewall does with a request that matches a rule: a `ShieldWafMode`. */
  wafExecutionMode: number;
  /** Profile of the managed rules, such as 1 for WordPress and 2 for general use. */
  wafProfileId: number;
  /** IDs of managed rules that are off. */
  wafDisabledRules: string[];
  /** IDs of managed rules that only log. */
  wafLogOnlyRules: string[];
  /** Logs the headers of requests. */
  wafRequestHeaderLoggingEnabled: boolean;
  /** Logs the bodies of requests. */
  requestBodyLoggingEnabled: boolean;
  /** Headers of requests that logs omit. */
  wafRequestIgnoredHeaders: string[];
  /** Uses current threat intelligence. */
  wafRealtimeThreatIntelligenceEnabled: boolean;
  /** Omits the name of the service from response pages. */
  whitelabelResponsePages: boolean;
  /** What happens to a request whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it. */
  wafRequestBodyLimitAction: number;
  /** What happens to a response whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it. */
  wafResponseBodyLimitAction: number;
  /** Sensitivity of the protection from denial of service: a `ShieldDdosSensitivity`. */
  ddosShieldSensitivity: number;
  /** How long a visitor who passed a challenge gets no other one, in seconds. */
  ddosChallengeWindow: number;
  /** When learning ends. Volatile: changes by itself, never drift. */
  learningModeUntil?: string;
  /** What the protection from denial of service does: 0 logs, 1 blocks. */
  ddosExecutionMode?: number;
  /** Number of rate limits that the plan allows. */
  rateLimitRulesLimit?: number;
  /** Number of own firewall rules that the plan allows. */
  customWafRulesLimit?: number;
  /** Settings of the firewall's engine, by name. */
  wafEngineConfig?: Record<string, string>;
}

/** What a program declares about a shield. */
export interface PullZoneShieldInputs {
  /** ID of the pull zone that the shield protects. Changing it replaces the shield: the former pull zone keeps its own. */
  pullZoneId: number;
  /** Plan of the shield: a `ShieldPlan` or another integer. The account pays for a plan above `Basic`. @default `Basic` for a new shield; an existing one keeps its plan */
  planType?: number;
  /** Whether the shield learns for some days, in which it logs and does not block. @default false for a new shield; an existing one keeps its value */
  learningMode?: boolean;
  /** Switches the firewall on. @default the service's */
  wafEnabled?: boolean;
  /** What the firewall does with a request that matches a rule: a `ShieldWafMode` or another integer. @default the service's */
  wafExecutionMode?: number;
  /** Profile of the managed rules, such as 1 for WordPress and 2 for general use. @default the service's */
  wafProfileId?: number;
  /** IDs of managed rules that are off, such as `["952100"]`. `[]` enables all of them. @default the service's */
  wafDisabledRules?: string[];
  /** IDs of managed rules that only log, also in the mode `Block`. `[]` empties the list. @default the service's */
  wafLogOnlyRules?: string[];
  /** Logs the headers of requests. @default the service's */
  wafRequestHeaderLoggingEnabled?: boolean;
  /** Logs the bodies of requests. @default the service's */
  requestBodyLoggingEnabled?: boolean;
  /** Headers of requests that logs omit, such as `["Authorization", "Cookie"]`. @default the service's */
  wafRequestIgnoredHeaders?: string[];
  /** Uses current threat intelligence. Not on the plan `Basic`. @default the service's */
  wafRealtimeThreatIntelligenceEnabled?: boolean;
  /** Omits the name of the service from response pages. Not on the plan `Basic`. @default the service's */
  whitelabelResponsePages?: boolean;
  /** What happens to a request whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it. @default the service's */
  wafRequestBodyLimitAction?: number;
  /** What happens to a response whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it. @default the service's */
  wafResponseBodyLimitAction?: number;
  /** Sensitivity of the protection from denial of service: a `ShieldDdosSensitivity` or another integer. @default the service's */
  ddosShieldSensitivity?: number;
  /** How long a visitor who passed a challenge gets no other one, in seconds: 900, 1800, 3600, 21600, 43200 or 86400. @default the service's */
  ddosChallengeWindow?: number;
  /** Settings of the firewall's engine by name, such as `{ detection_paranoia_level: "2" }`. Names that the program does not declare keep their values. @default the service's, name by name */
  wafEngineConfig?: Record<string, string>;
  /** Adopts the shield that the pull zone already has and applies the declared settings to it, instead of failing. Its plan stays. @default false */
  adopt?: boolean;
  /** Allows changing the plan of an existing shield to the declared `planType`. Without it, a different plan is an error. @default false */
  allowPlanChange?: boolean;
  /** What happens to the shield when the resource is deleted: `"keep"` leaves it as it is; `"off"` switches off the firewall and the protection from denial of service if the program declared them. The plan stays. @default `"keep"` */
  onDelete?: "keep" | "off";
}

/** Fields of a shield that change by themselves. */
export type PullZoneShieldVolatile = "learningModeUntil";

/** Fields of a shield that may be null by contract, but never are. */
export type PullZoneShieldAlways = "pullZoneId";
