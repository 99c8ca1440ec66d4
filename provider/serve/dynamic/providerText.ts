import type { Kind } from "./kinds";

/**
 * The text that stands as `__provider` in the state of every resource, and that Pulumi evaluates to find its provider.
 *
 * FROZEN: users' states hold it, so every later version must still answer to it. It is a constant, not a serialized
 * closure: it changes with no build, holds no key, and costs a state less than 200 bytes.
 */
export function providerText(kind: Kind): string {
  return `exports.handler=()=>require("pulumi-cdn-zones/dynamic-v1").load("${kind}")`;
}

/** The type under which Pulumi knows a resource. FROZEN likewise: it is part of every URN. */
export function resourceType(kind: Kind): string {
  return `pulumi-nodejs:dynamic/cdn:${kind}`;
}
