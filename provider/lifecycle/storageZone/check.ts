import { shown } from "../../api/input";
import { fieldNames } from "../../wire/fields";
import { mainRegions, replicationRegions, storageZoneTable } from "../../wire/storageZone";
import type { CheckFailure, CheckResult, DiffResult, Properties } from "../lifeCycle";
import { alignSet, isUnknown, listed, stringsIn } from "../properties";

/** The normalised inputs of a storage zone, all values known. */
export interface StorageZoneInputs {
  name: string;
  region: string;
  replicationRegions?: string[];
  zoneTier?: number;
  storageZoneType?: number;
  rewrite404To200?: boolean;
  custom404FilePath?: string;
  forceDestroy?: boolean;
  adopt?: boolean;
  waitForReplication?: boolean;
}

/** Inputs that are settings of the zone itself, in the order in which a state records them. */
export const settingKeys = [
  "name",
  "region",
  "replicationRegions",
  "zoneTier",
  "storageZoneType",
  "rewrite404To200",
  "custom404FilePath",
] as const satisfies readonly (keyof StorageZoneInputs)[];

/** Inputs that control the life cycle. The service does not know them. */
export const optionKeys = [
  "forceDestroy",
  "adopt",
  "waitForReplication",
] as const satisfies readonly (keyof StorageZoneInputs)[];

const immutable = new Set(fieldNames(storageZoneTable, (field) => field.immutable === true));

/** Inputs that can't be updated in place. */
export const immutableKeys = settingKeys.filter((key) => immutable.has(key));

/** Assumption: the service ignores case in names. */
export function isSameName(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase());
}

/** Whether two values of an immutable input are equal to the service. */
export function isSameInput(key: (typeof immutableKeys)[number], a: unknown, b: unknown): boolean {
  return key === "name" ? isSameName(a, b) : a === b;
}

/** Types the inputs that the other steps of the life cycle receive: `check` has validated them. */
export function inputsOf(properties: Properties): StorageZoneInputs {
  return properties as Properties & StorageZoneInputs;
}

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

/** Reports what is wrong with a value. @returns the normalised value */
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
  zoneTier: (value, { report }) => oneOf("zoneTier", value, "0 (ZoneTier.Standard) or 1 (ZoneTier.Edge)", report),
  storageZoneType: (value, { report }) =>
    oneOf("storageZoneType", value, "0 (StorageZoneType.Standard) or 1 (StorageZoneType.S3)", report),
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
      `If the service knows more regions, allow them with: pulumi config set cdn:extraRegions CODE,CODE`,
  );
  return value;
}

/** Checks the list of replicas: no duplicate, not the main region, none removed (both assumptions). Orders it like the old one. */
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
        `${at} must not be the main region, but got: ${shown(code)}. Remove it: the main region always holds the files`,
      );
    seen.add(code);
  });
  const current = stringsIn(olds["replicationRegions"]);
  if (!codes.some(isUnknown)) {
    const reason = mayReplace(olds, inputs) ? undefined : removalReason(current, codes);
    if (reason !== undefined) report("replicationRegions", reason);
    if (codes.length > 0 && seen.size === codes.length) inputs["replicationRegions"] = alignSet(codes, current);
  }
}

/** Whether the zone may be replaced. An input that is newly declared may differ from the live zone, so it counts. */
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

/**
 * Tells which changes need a new zone. An unknown value counts as changed. Names are unique across the service, so if the name
 * stays, the old zone must be deleted first, whatever the reason for the replacement.
 */
export function diffStorageZone(state: Properties, news: Properties): DiffResult {
  const replaces = immutableKeys.filter((key) => {
    const [current, declared] = [state[key], news[key]];
    if (current === undefined || declared === undefined || declared === null) return false;
    return isUnknown(declared) || !isSameInput(key, current, declared);
  });
  return { replaces, deleteBeforeReplace: isSameName(state["name"], news["name"]) };
}
