export const stackType = "pulumi:pulumi:Stack";
export const dynamicProviderType = "pulumi:providers:pulumi-nodejs";

/** Returns `urn:pulumi:<stack>::<project>::<types of the parents and the resource, joined with $>::<name>`. */
export function makeUrn(stack: string, project: string, parent: string, type: string, name: string): string {
  const parentType = parent === "" ? "" : (parent.split("::")[2] ?? "");
  const prefix = parentType === "" || parentType === stackType ? "" : `${parentType}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}

export function urnName(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

export function urnType(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

export function isProviderType(type: string): boolean {
  return type.startsWith("pulumi:providers:");
}

/** Whether a URN is of the default provider, which the engine registers itself: it is in the state, but is not shown. */
export function isDefaultProvider(urn: string): boolean {
  return isProviderType(urnType(urn)) && urnName(urn) === "default";
}
