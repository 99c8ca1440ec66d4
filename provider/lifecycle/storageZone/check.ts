import { shown } from "../../api/input";
import { mainRegions, replicationRegions } from "../../wire/storageZone";
import type { CheckFailure, CheckResult, Properties } from "../lifeCycle";
import { alignSet, isUnknown, listed, stringsIn } from "../properties";
import { immutableKeys, inputKeys, isSameInput } from "./inputs";

type Report = (property: string, reason: string) => void;

/**
 * Validates the inputs of a storage zone, reporting all failures at once, each on its property, and normalises them. Unknown
 * values pass.
 */
export function checkStorageZone(extraRegions: readonly string[], olds: Properties, news: Properties): CheckResult {
  const failures: CheckFailure[] = [];
  const report: Report = (property, reason) => failures.push({ property, reason });
  const inputs: Properties = {};
  for (const [key, value] of Object.entries(news)) {
    if (value === undefined || value === null) continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule !== undefined) {
      const normalised = rule(value, { extraRegions, report });
      if (normalised !== undefined) inputs[key] = normalised;
    } else if (key.startsWith("__") && key !== "__proto__") {
      // Pulumi's own, such as __provider. Assigning to __proto__ would set the prototype.
      inputs[key] = value;
    } else report(key, `is not a property of a storage zone. Its properties are ${listed(inputKeys)}`);
  }
  for (const required of ["name", "region"]) {
    if (inputs[required] === undefined && !failures.some(({ property }) => property === required)) {
      report(required, `is required, but got: ${shown(news[required])}`);
    }
  }
  checkReplicas(inputs, report);
  const areValid = !failures.some(({ property }) => property === "replicationRegions");
  const replicas = areValid ? knownReplicas(inputs) : undefined;
  if (replicas !== undefined) {
    const old = stringsIn(olds["replicationRegions"]);
    const removal = removalReason(old, replicas);
    if (removal !== undefined && !mayReplace(olds, inputs)) report("replicationRegions", removal);
    // In the order of the old inputs, so that a comparison by index shows only what was added.
    if (replicas.length > 0) inputs["replicationRegions"] = alignSet(replicas, old);
  }
  return { inputs, failures };
}

interface RuleContext {
  readonly extraRegions: readonly string[];
  readonly report: Report;
}

/** Reports what is wrong with a value. @returns the normalised value; undefined if it means the same as an omitted one */
type Rule = (value: unknown, context: RuleContext) => unknown;

const rules: Readonly<Record<string, Rule>> = {
  name: (value, { report }) => {
    if (typeof value !== "string" || value === "")
      report("name", `must be a non-empty string, but got: ${shown(value)}`);
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
  zoneTier: (value, { report }) => zeroOrOne("zoneTier", value, "0 (ZoneTier.Standard) or 1 (ZoneTier.Edge)", report),
  storageZoneType: (value, { report }) =>
    zeroOrOne("storageZoneType", value, "0 (StorageZoneType.Standard) or 1 (StorageZoneType.S3)", report),
  rewrite404To200: flag("rewrite404To200"),
  custom404FilePath: (value, { report }) => {
    if (typeof value !== "string")
      report("custom404FilePath", `must be a string ("" clears it), but got: ${shown(value)}`);
    return value;
  },
  forceDestroy: flag("forceDestroy"),
  adopt: flag("adopt"),
  waitForReplication: flag("waitForReplication"),
};

function flag(property: string): Rule {
  return (value, { report }) => {
    if (typeof value !== "boolean" && !isUnknown(value))
      report(property, `must be true or false, but got: ${shown(value)}`);
    return value;
  };
}

function zeroOrOne(property: string, value: unknown, choices: string, report: Report): unknown {
  if (value !== 0 && value !== 1 && !isUnknown(value)) report(property, `must be ${choices}, but got: ${shown(value)}`);
  return value;
}

/** @param at the index in an array, such as "[0] " */
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
      `If the service knows more regions, allow them with: pulumi config set cdn:extraRegions CODE,CODE, or for an explicit provider with its argument extraRegions`,
  );
  return value;
}

/** Checks the replicas against each other and the main region. */
function checkReplicas(inputs: Properties, report: Report): void {
  const seen = new Set<string>();
  const declared = inputs["replicationRegions"];
  if (!Array.isArray(declared)) return;
  declared.forEach((code: unknown, index) => {
    if (typeof code !== "string" || isUnknown(code)) return;
    const at = `[${String(index)}]`;
    if (seen.has(code))
      report("replicationRegions", `${at} must not repeat a region, but got ${shown(code)} again: name it once`);
    if (code === inputs["region"])
      report(
        "replicationRegions",
        `${at} must not be the main region, but got: ${shown(code)}. Remove it: the main region always holds the files`,
      );
    seen.add(code);
  });
}

/** The declared replicas; undefined if one of them, or all, are unknown in this preview. */
function knownReplicas(inputs: Properties): string[] | undefined {
  const declared = inputs["replicationRegions"];
  const codes = stringsIn(declared);
  return isUnknown(declared) || codes.some(isUnknown) ? undefined : codes;
}

/**
 * Whether the zone may be replaced, and so lose replicas. An input that was not declared before counts as changed, because check does
 * not know the live value. This may allow too much: if the live value is the declared one, nothing is replaced, and the update keeps
 * the replica.
 */
function mayReplace(olds: Properties, news: Properties): boolean {
  return immutableKeys.some((key) => news[key] !== undefined && !isSameInput(key, news[key], olds[key]));
}

/**
 * Why the declared replicas are refused. Assumption: replication regions can be added to a zone, but not removed.
 *
 * @returns undefined if none is removed
 */
export function removalReason(current: readonly string[], declared: readonly string[]): string | undefined {
  const removed = current.filter((code) => !declared.includes(code));
  if (removed.length === 0) return undefined;
  const them = removed.length === 1 ? "it" : "them";
  return (
    `must keep ${listed(removed)}, which the zone replicates to: a replication region can be added, never removed. ` +
    `Declare ${them} (replicationRegions: ${JSON.stringify([...declared, ...removed])}), ` +
    `or ignore ${them} with the resource option ignoreChanges: ["replicationRegions"], ` +
    `or declare a new zone under another name`
  );
}
