/** The origins that tell their type by themselves, with that type. Assumption: the types are 0 and 2. */
export const plainOrigins: Readonly<Record<string, number>> = { originUrl: 0, storageZoneId: 2 };

/**
 * The declared origin that a zone does not use, because its type is another one: the service may keep the former address or storage
 * zone beside the new origin.
 *
 * @param declared the names of what is declared
 */
export function unusedOrigin(
  { originType }: { readonly originType?: number },
  declared: readonly string[],
): string | undefined {
  if (originType === undefined || declared.includes("originType")) return undefined;
  return declared.find((name) => plainOrigins[name] !== undefined && plainOrigins[name] !== originType);
}
