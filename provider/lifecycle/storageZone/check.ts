import { shown } from "../../api/input";
import { mainRegions, replicationRegions } from "../../wire/storageZone";
import type { CheckFailure, CheckResult, Properties } from "../lifeCycle";
import { alignSet, listed, stringsIn } from "../sets";
import { isUnknown } from "../unknown";
import { immutableKeys, isSame, optionKeys, settingKeys } from "./inputs";
import { removalReason } from "./replicas";

type Report = (property: string, reason: string) => void;

/**
 * Validates the inputs of a storage zone, reporting every failure at once, each on its property, and brings them into
 * their normal form. Unknown values pass.
 */
export function checkStorageZone(extraRegions: readonly string[], olds: Properties, news: Properties): CheckResult {
  const failures: CheckFailure[] = [];
  const report: Report = (property, reason) => failures.push({ property, reason });
  const inputs: Properties = {};
  for (const [key, value] of Object.entries(news)) {
    if (value === undefined || value === null) continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule !== undefined) inputs[key] = rule(value, { extraRegions, report });
    else if (key.startsWith("__") && key !== "__proto__") inputs[key] = value;
    else report(key, `is not a property of a storage zone. Its properties are ${listed(known)}`);
  }
  for (const required of ["name", "region"]) {
    if (inputs[required] === undefined && !failures.some(({ property }) => property === required)) {
      report(required, `is required, but got: ${shown(news[required])}`);
    }
  }
  checkReplicas(olds, inputs, report);
  return { inputs, failures };
}

interface RuleContext {
  readonly extraRegions: readonly string[];
  readonly report: Report;
}

/** Each rule returns the value in its normal form. */
type Rule = (value: unknown, context: RuleContext) => unknown;

const rules: Readonly<Record<string, Rule>> = {
  name: (value, { report }) => {
    if (typeof value !== "string" || value === "")
      report("name", `must be a text of at least 1 character, but got: ${shown(value)}`);
    return value;
  },
  region: (value, context) => regionCode("region", value, mainRegions, context),
  replicationRegions: (value, context) => {
    if (isUnknown(value)) return value;
    if (!Array.isArray(value)) {
      context.report("replicationRegions", `must be an array of region codes, but got: ${shown(value)}`);
      return value;
    }
    const codes = value.map((code: unknown, index) =>
      regionCode("replicationRegions", code, replicationRegions, context, `[${String(index)}] `),
    );
    return codes.length === 0 ? undefined : codes;
  },
  zoneTier: (value, { report }) => oneOf("zoneTier", value, "0 (ZoneTier.Standard) or 1 (ZoneTier.Edge)", report),
  storageZoneType: (value, { report }) =>
    oneOf("storageZoneType", value, "0 (StorageZoneType.Standard) or 1 (StorageZoneType.S3)", report),
  rewrite404To200: flag("rewrite404To200"),
  custom404FilePath: (value, { report }) => {
    if (typeof value !== "string")
      report("custom404FilePath", `must be a text, empty for none, but got: ${shown(value)}`);
    return value;
  },
  forceDestroy: flag("forceDestroy"),
  adopt: flag("adopt"),
  waitForReplication: flag("waitForReplication"),
};

const known: readonly string[] = [...settingKeys, ...optionKeys];

function flag(property: string): Rule {
  return (value, { report }) => {
    if (typeof value !== "boolean" && !isUnknown(value))
      report(property, `must be true or false, but got: ${shown(value)}`);
    return value;
  };
}

function oneOf(property: string, value: unknown, choices: string, report: Report): unknown {
  if (value !== 0 && value !== 1 && !isUnknown(value)) report(property, `must be ${choices}, but got: ${shown(value)}`);
  return value;
}

/** @param at which element of the property it is, where it is one */
function regionCode(
  property: string,
  value: unknown,
  codes: readonly string[],
  context: RuleContext,
  at = "",
): unknown {
  if (isUnknown(value)) return value;
  const code = typeof value === "string" ? value.trim().toUpperCase() : undefined;
  const allowed = [...codes, ...context.extraRegions];
  if (code !== undefined && allowed.includes(code)) return code;
  context.report(
    property,
    `${at}must be one of ${allowed.join(", ")}, but got: ${shown(value)}. ` +
      `If the service knows more regions, allow them with: pulumi config set cdn:extraRegions CODE,CODE`,
  );
  return value;
}

/** What concerns the replicas as a whole: no duplicate; not the main region, and none removed (assumptions); and their order. */
function checkReplicas(olds: Properties, inputs: Properties, report: Report): void {
  const { region } = inputs;
  if (inputs["replicationRegions"] === undefined) delete inputs["replicationRegions"];
  if (isUnknown(inputs["replicationRegions"])) return;
  const codes = stringsIn(inputs["replicationRegions"]);
  const seen = new Set<string>();
  codes.forEach((code, index) => {
    if (isUnknown(code)) return;
    const at = `[${String(index)}]`;
    if (seen.has(code))
      report("replicationRegions", `${at} must not repeat a region, but got ${shown(code)} again: name it once`);
    if (code === region)
      report(
        "replicationRegions",
        `${at} must not be the main region, but got: ${shown(code)}. Leave it out: the main region always holds the files`,
      );
    seen.add(code);
  });
  const standing = stringsIn(olds["replicationRegions"]);
  if (!codes.some(isUnknown)) {
    const reason = mayReplace(olds, inputs) ? undefined : removalReason(standing, codes);
    if (reason !== undefined) report("replicationRegions", reason);
    if (codes.length > 0 && seen.size === codes.length) inputs["replicationRegions"] = alignSet(codes, standing);
  }
}

/** Whether the change may make another zone. Where the old inputs don't tell, the service's own state will. */
function mayReplace(olds: Properties, news: Properties): boolean {
  return immutableKeys.some((key) => news[key] !== undefined && !isSame(key, news[key], olds[key]));
}
