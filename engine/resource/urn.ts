export const stackType = "pulumi:pulumi:Stack";
export const providerTypePrefix = "pulumi:providers:";
export const dynamicPackage = "pulumi-nodejs";

/** The last two parts of `urn:pulumi:<stack>::<project>::<qualified type>::<name>`. */
export function urnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

export function qualifiedType(urn: string): string {
  return urn.split("::")[2] ?? "";
}

export function urnType(urn: string): string {
  return qualifiedType(urn).split("$").at(-1) ?? "";
}

export function makeUrn(stack: string, project: string, parent: string, type: string, name: string): string {
  const parentType = parent === "" ? "" : qualifiedType(parent);
  const prefix = parentType === "" || parentType === stackType ? "" : `${parentType}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}

export function isProviderType(type: string): boolean {
  return type.startsWith(providerTypePrefix);
}

/** Default providers belong to the engine, not to the program: they are in the state, but not in what is shown. */
export function isDefaultProvider(urn: string): boolean {
  return isProviderType(urnType(urn)) && /^default(_|$)/.test(urnName(urn));
}

/** A provider reference is `<urn>::<id>`. */
export function providerReference(urn: string, id: string): string {
  return `${urn}::${id}`;
}

export function parseProviderReference(reference: string): { urn: string; id: string } {
  const split = reference.lastIndexOf("::");
  if (split < 0) throw new Error(`A provider reference must be "<urn>::<id>", but got: ${reference}`);
  return { urn: reference.slice(0, split), id: reference.slice(split + 2) };
}
