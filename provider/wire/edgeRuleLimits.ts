/** Limits of the public service for edge rules and hostnames. Recorded for triggers and patterns, documented for the others, assumed for actions. */
export const edgeRuleLimits = {
  /** Triggers of a rule. */
  triggers: 5,
  /** Patterns of a trigger. */
  patterns: 5,
} as const;

/** Divides a list into parts that each have at most `size` elements. */
export function inParts<Element>(list: readonly Element[], size: number): Element[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
