import type { ReadResult } from "../provider/lifecycle/lifeCycle";
import type { FoundDifference } from "./compare/zone";
import { compareZone } from "./compare/zone";
import type { IgnoreRules } from "./ignore/rules";
import { nextForChanged, nextForMissing } from "./next";
import type { Ignored, PropertyDifference, ResourceReport } from "./report/model";
import type { ZoneResource } from "./state/state";

/** What became of reading a zone. */
export type Outcome =
  | { readonly found: ReadResult; readonly live: object | undefined }
  | { readonly found: undefined }
  | { readonly failed: unknown };

/** How a zone is judged. */
export interface Judging {
  readonly rules: IgnoreRules;
  /** Whether differences of what moves by itself are shown. */
  readonly volatile: boolean;
  /** "default", or the name of the explicit provider. */
  readonly provider: string;
}

/** The report on one zone. */
export function judge(resource: ZoneResource, outcome: Outcome, judging: Judging): ResourceReport {
  const { urn, name, kind: type, id, external } = resource;
  const about = { urn, name, type, id, provider: judging.provider, external };
  const nothing = { differences: [], notCompared: [], next: [] };
  if ("failed" in outcome) {
    const { failed } = outcome;
    const reason = failed instanceof Error ? failed.message : String(failed);
    return { ...about, ...nothing, status: "unread", reason };
  }
  if (outcome.found === undefined) {
    const ignored = judging.rules.ignored(resource);
    if (ignored !== undefined) return { ...about, ...nothing, status: "missing", ignored };
    return { ...about, ...nothing, status: "missing", next: nextForMissing(resource) };
  }
  const { differences, notCompared } = compareZone(resource, outcome.found, outcome.live);
  const judged = differences
    .map((found) => judgeDifference(resource, found, judging.rules))
    .filter((found) => judging.volatile || found.class !== "volatile");
  const status = judged.some(({ counts }) => counts) ? "changed" : "clean";
  return { ...about, status, differences: judged, notCompared, next: nextForChanged(resource, judged) };
}

function judgeDifference(resource: ZoneResource, found: FoundDifference, rules: IgnoreRules): PropertyDifference {
  const { path: property, ignoredByProgram, ...rest } = found;
  const ignored: Ignored | undefined =
    rules.ignored(resource, property) ??
    (ignoredByProgram ? { by: "ignoreChanges", reason: "the program says ignoreChanges" } : undefined);
  const matters = found.class === "declared" || found.class === "external";
  return { property, ...rest, counts: matters && ignored === undefined, ...(ignored === undefined ? {} : { ignored }) };
}
