import type { KindName } from "../../kinds";

/** What the provider text loads. FROZEN as part of it. */
export const providerModule = "pulumi-cdn-zones/dynamic-v1";

/**
 * The text under `__provider` in the state of every resource. Pulumi evaluates it to get the resource's provider.
 *
 * FROZEN: users' states hold it, so every later version must support it. It is a constant, not a serialized closure: it does
 * not change with a build, holds no key, and takes less than 200 bytes.
 */
export function providerText(kind: KindName): string {
  return `exports.handler=()=>require("${providerModule}").load("${kind}")`;
}

/** The type of a resource in Pulumi. FROZEN too: it is part of every URN. */
export function resourceType(kind: KindName): string {
  return `pulumi-nodejs:dynamic/cdn:${kind}`;
}

/** The type of the same resource in the plugin. Each is an alias of the other, so a stack can move both ways. */
export function nativeType(kind: KindName): string {
  return `cdn:index:${kind}`;
}

/** The setting by which an explicit provider tells its process its name, which its environment variables end in. */
export const providerNameKey = "cdn:providerName";

/** The input by which a resource whose check reads files tells that the run is no preview. It is never stored in a state. */
export const updateKey = "__update";
