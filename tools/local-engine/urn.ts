export const stackType = "pulumi:pulumi:Stack";
export const dynamicProviderType = "pulumi:providers:pulumi-nodejs";

/** Makes `urn:pulumi:<stack>::<project>::<types of the parents and its own, joined with $>::<name>`. */
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

/** The engine registers the default provider itself: it is in the state, but not in what is shown. */
export function isDefaultProvider(urn: string): boolean {
  return isProviderType(urnType(urn)) && urnName(urn) === "default";
}
