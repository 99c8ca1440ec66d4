import { pullZoneShield } from "../../kinds/pullZoneShield";
import { planName, shieldPlans, shieldWafModes } from "../../wire/shieldConstants";
import { inMessage, sentence } from "../../wire/words";
import type { Report } from "../../declared/checkInputs";
import { alignInputs, checkInputs, reportTo } from "../../declared/checkInputs";
import type { Properties } from "../../declared/properties";
import { isUnknown, stringsIn } from "../../declared/properties";
import type { CheckResult } from "../lifeCycle";
import { paidSettings } from "./plan";

/** Validates the inputs of a shield and normalises them; see {@link checkInputs}. */
export function checkShield(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(pullZoneShield, news);
  const report = reportTo(failures);
  const { onDelete, planType } = inputs;
  if (onDelete !== undefined && !isUnknown(onDelete) && onDelete !== "keep" && onDelete !== "off") {
    report("onDelete", 'must be "keep" or "off"', inMessage(onDelete));
  }
  const both = stringsIn(inputs["wafLogOnlyRules"]).filter((rule) =>
    stringsIn(inputs["wafDisabledRules"]).includes(rule),
  );
  if (both.length > 0) {
    report("wafLogOnlyRules", "must not have a rule that wafDisabledRules has", sentence(both), "Remove it from one");
  }
  for (const name of paidSettings) {
    if (planType !== shieldPlans.Basic || inputs[name] !== true) continue;
    report(name, "is not a setting of the plan Basic", "true", "Remove it, or declare another planType");
  }
  const notices = [...planNotices(olds, inputs), ...modeNotices(olds, inputs), ...windowNotices(inputs)];
  if (inputs["wafEngineConfig"] !== undefined) notices.push(...checkEngineConfig(inputs["wafEngineConfig"], report));
  return {
    inputs: alignInputs(pullZoneShield, olds, inputs),
    failures,
    ...(notices.length === 0 ? {} : { notices: notices.map((text) => `${subject(inputs)} ${text}`) }),
  };
}

function subject({ pullZoneId }: Properties): string {
  return isUnknown(pullZoneId) ? "The shield of a new pull zone" : `The shield of pull zone ${inMessage(pullZoneId)}`;
}

/** Returns the notice about what a new shield costs. The check of an existing one has its former inputs. */
function planNotices(olds: Properties, { planType, adopt }: Properties): string[] {
  const isPaid = typeof planType === "number" && planType > shieldPlans.Basic;
  if (Object.keys(olds).length > 0 || !isPaid) return [];
  return [
    `is ${adopt === true ? "adopted or created" : "created"} on the plan ${planName(planType)}, which the account pays for`,
  ];
}

function modeNotices(olds: Properties, inputs: Properties): string[] {
  const { learningMode, wafExecutionMode: mode, wafDisabledRules, wafLogOnlyRules } = inputs;
  if (mode !== shieldWafModes.Block) return [];
  if (learningMode === true) return ["does not block before the end of learning, although wafExecutionMode is Block"];
  const hasExclusions = wafDisabledRules !== undefined || wafLogOnlyRules !== undefined;
  if (olds["wafExecutionMode"] !== shieldWafModes.Log || hasExclusions) return [];
  return [
    "now blocks what the managed rules match, which can be pages of your own. Its log shows which rules to name in wafLogOnlyRules",
  ];
}

const challengeWindows = [900, 1800, 3600, 21600, 43200, 86400];

function windowNotices({ ddosChallengeWindow: seconds }: Properties): string[] {
  if (typeof seconds !== "number" || challengeWindows.includes(seconds)) return [];
  return [
    `declares ddosChallengeWindow: ${String(seconds)}. Known values are ${sentence(challengeWindows.map(String))}`,
  ];
}

const paranoiaLevels = ["detection_paranoia_level", "executing_paranoia_level", "blocking_paranoia_level"];
const contentTypes = "allowed_request_content_type";
const engineNames = [...paranoiaLevels, "allowed_methods", "allowed_http_versions", contentTypes];

/** Checks the settings of the engine. @returns notices about names that this version does not know */
function checkEngineConfig(config: unknown, report: Report): string[] {
  const property = "wafEngineConfig";
  if (isUnknown(config)) return [];
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    report(property, "must be an object whose values are strings", inMessage(config));
    return [];
  }
  for (const [name, value] of Object.entries(config)) {
    if (isUnknown(value)) continue;
    const path = `${property}.${name}`;
    if (typeof value !== "string") report(path, "must be a string", inMessage(value));
    else if (paranoiaLevels.includes(name) && !/^[1-4]$/.test(value))
      report(path, "must be from 1 to 4", inMessage(value));
    else if (name === contentTypes && value.trim() === "") {
      report(path, "must name at least one type, because the firewall would refuse every body", inMessage(value));
    }
  }
  const others = Object.keys(config).filter((name) => !engineNames.includes(name));
  if (others.length === 0) return [];
  return [`declares wafEngineConfig with ${sentence(others)}. Known names are ${sentence(engineNames)}`];
}
