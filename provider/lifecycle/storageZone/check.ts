import { inMessage, sentence } from "../../wire/words";
import { storageZone } from "../../kinds/storageZone";
import { publicName, zoneTiers } from "../../wire/storageZone";
import type { AcceptedRegions, Report } from "../../declared/checkInputs";
import { checkInputs, reportTo } from "../../declared/checkInputs";
import type { CheckResult, LifeCycle } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { alignSet, isUnknown, stringsIn } from "../../declared/properties";
import { isSameValue } from "../../declared/compare";

/** Validates and normalises the inputs of a storage zone; see {@link checkInputs}. */
export function checkStorageZone(olds: Properties, news: Properties, regions: AcceptedRegions = {}): CheckResult {
  const { inputs, failures } = checkInputs(storageZone, news, regions);
  const report = reportTo(failures);
  checkName(inputs, regions, report);
  checkTier(inputs, report);
  checkReplicas(inputs, report);
  const areValid = !failures.some(({ property }) => property === "replicationRegions");
  const replicas = areValid ? knownReplicas(inputs) : undefined;
  if (replicas !== undefined) {
    const old = stringsIn(olds["replicationRegions"]);
    const removal = removalReason(old, replicas);
    if (removal !== undefined && !mayReplace(olds, inputs)) report("replicationRegions", removal);
    // They keep the order of the old inputs, so that a comparison by index shows only what was added.
    if (replicas.length > 0) inputs["replicationRegions"] = alignSet(replicas, old);
  }
  return { inputs, failures };
}

/** Checks the name of a new zone against the public service's rule. A zone to be adopted exists under its name. */
function checkName(
  { name, adopt, existingId }: Properties,
  { isPublicService }: AcceptedRegions,
  report: Report,
): void {
  const exists = adopt === true || existingId !== undefined;
  if (isPublicService !== true || exists || typeof name !== "string" || isUnknown(name)) return;
  if (publicName.test(name)) return;
  report("name", "must be 4 to 64 characters of a-z, 0-9 and - at the public service", inMessage(name));
}

/** Checks the region of the tier Edge. Assumption: the service stores such a zone in DE, whatever region was sent. */
function checkTier({ zoneTier, region }: Properties, report: Report): void {
  if (zoneTier !== zoneTiers.Edge || region === "DE" || typeof region !== "string" || isUnknown(region)) return;
  report(
    "region",
    `must be DE with zoneTier ${String(zoneTiers.Edge)} (ZoneTier.Edge): the service stores such a zone in DE`,
    inMessage(region),
    'Declare region: "DE", or another tier',
  );
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
      report(
        "replicationRegions",
        `${at} must not repeat a region, but got ${inMessage(code)} again. Remove one of them`,
      );
    if (code === inputs["region"])
      report(
        "replicationRegions",
        `${at} must not be the main region`,
        inMessage(code),
        "Remove it: the main region always holds the files",
      );
    seen.add(code);
  });
}

/** Returns the declared replicas; undefined if some or all are unknown in this preview. */
function knownReplicas(inputs: Properties): string[] | undefined {
  const declared = inputs["replicationRegions"];
  const codes = stringsIn(declared);
  return isUnknown(declared) || codes.some(isUnknown) ? undefined : codes;
}

/**
 * Whether the zone may be replaced and thereby lose replicas. An input that was not declared before counts as changed, because `check` does not
 * know the live value. If the live value equals the declared one, nothing is replaced, and the update keeps the replica.
 */
function mayReplace(olds: Properties, news: Properties): boolean {
  return storageZone.settings.some((field) => {
    const { name, immutable } = field;
    return immutable === true && news[name] !== undefined && !isSameValue(field, news[name], olds[name]);
  });
}

/**
 * Returns the reason for which the declared replicas are refused. Assumption: replication regions can be added to a zone, but not removed.
 *
 * @returns undefined if none is removed
 */
export function removalReason(current: readonly string[], declared: readonly string[]): string | undefined {
  const removed = current.filter((code) => !declared.includes(code));
  if (removed.length === 0) return undefined;
  const them = removed.length === 1 ? "it" : "them";
  return (
    `must keep ${sentence(removed)}, which the zone replicates to: a replication region can be added, never removed. ` +
    `Declare ${them} (replicationRegions: ${JSON.stringify([...declared, ...removed])}), ` +
    `or ignore ${them} with the resource option ignoreChanges: ["replicationRegions"], ` +
    `or declare a new zone under another name`
  );
}

/** Returns the reason for which an update would refuse the declared replicas. */
export const replicaRefusal: NonNullable<LifeCycle["refusal"]> = (live, inputs) => {
  const property = "replicationRegions";
  const reason = removalReason(stringsIn(live[property]), stringsIn(inputs[property]));
  if (reason === undefined) return undefined;
  const withoutValue = `${property} must keep every region that the zone replicates to`;
  return { property, reason: `${property} ${reason}`, withoutValue };
};
