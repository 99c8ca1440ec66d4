/** The parts of a URN that a report speaks of. */
export interface UrnParts {
  readonly stack: string;
  readonly project: string;
  /** The resource's name in the program; it may itself hold `::`. */
  readonly name: string;
}

/** Reads `urn:pulumi:STACK::PROJECT::TYPE::NAME`; undefined where it is none. */
export function urnParts(urn: string): UrnParts | undefined {
  const match = /^urn:pulumi:(.*?)::(.*?)::.*?::([^]*)$/.exec(urn);
  if (match === null) return undefined;
  const [, stack = "", project = "", name = ""] = match;
  return { stack, project, name };
}
