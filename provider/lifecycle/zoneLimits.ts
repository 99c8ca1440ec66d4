import type { Kind } from "../kinds";
import type { Properties } from "../declared/properties";
import type { RunMemory } from "../run/memory";
import type { PartOfZone } from "../wire/pullZoneLimits";
import { limitText, pullZoneLimits } from "../wire/pullZoneLimits";

/**
 * Counts the parts that a program declares for a zone whose id is known.
 *
 * @param inputs checked inputs of a part
 * @returns a warning with the first part beyond the limit: later parts are not known yet
 */
export function limitNotices(
  memory: RunMemory | undefined,
  kind: Pick<Kind, "claim">,
  part: PartOfZone,
  inputs: Properties,
): string[] {
  const { pullZoneId } = inputs;
  if (memory === undefined || typeof pullZoneId !== "number") return [];
  const { count, wasKnown } = memory.declaresPart(pullZoneId, kind.claim(inputs));
  if (wasKnown || count !== pullZoneLimits[part] + 1) return [];
  return [limitText("The program", part, `at least ${String(count)}`, pullZoneId)];
}
