import type { KindName } from ".";

/** The type of a resource in Pulumi. FROZEN too: it is part of every URN. */
export function resourceType(kind: KindName): string {
  return `pulumi-nodejs:dynamic/cdn:${kind}`;
}

/** The type of the same resource in the plugin. Each is an alias of the other, so a stack can move both ways. */
export function nativeType(kind: KindName): string {
  return `cdn:index:${kind}`;
}
