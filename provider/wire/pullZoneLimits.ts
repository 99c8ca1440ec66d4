/** Limits of the public service for edge rules and hostnames. Recorded for triggers and patterns, documented for the others, assumed for actions. */
export const pullZoneLimits = {
  /** Triggers of a rule. */
  triggers: 5,
  /** Patterns of a trigger. */
  patterns: 5,
  /** Actions of a rule, with its extra actions. */
  actions: 5,
  /** Edge rules of a pull zone. */
  rules: 50,
  /** Hostnames of a pull zone. Assumption: its system hostname does not count. */
  hostnames: 10,
} as const;

/** Divides a list into parts that each have at most `size` elements. */
export function inParts<Element>(list: readonly Element[], size: number): Element[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** What a pull zone can have a limited number of. */
export type PartOfZone = "rules" | "hostnames";

/** Returns a warning about too many rules or hostnames. @param declarer what declares them @param zoneId the pull zone that has them, if it is known */
export function limitText(declarer: string, part: PartOfZone, count: string, zoneId?: number): string {
  const zone = zoneId === undefined ? "its pull zone" : `pull zone ${String(zoneId)}`;
  return `${declarer} declares ${count} ${nouns[part]} for ${zone}. ${allowedText(part)}`;
}

/** Returns a warning before one more part is added to a zone with as many as the service allows; undefined while there is room. */
export function oneMoreText(part: PartOfZone, existing: number, zone: string): string | undefined {
  if (existing < pullZoneLimits[part]) return undefined;
  return `pull zone ${zone} would have ${String(existing + 1)} ${nouns[part]}. ${allowedText(part)}`;
}

const nouns = { rules: "edge rules", hostnames: "hostnames" } as const;

function allowedText(part: PartOfZone): string {
  return `By default, the service allows ${String(pullZoneLimits[part])}, and raises this limit on request`;
}
