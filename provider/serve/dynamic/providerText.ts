import type { KindName } from "../../kinds";

/** The module that the provider text loads. FROZEN as part of the text. */
export const providerModule = "pulumi-cdn-zones/dynamic-v1";

/**
 * Returns the text under `__provider` in the state of every resource. Pulumi evaluates it to get the resource's provider.
 *
 * FROZEN: users' states hold it, so every later version must support it. It is a constant, not a serialized closure: it does
 * not change with a build, holds no key, and takes less than 200 bytes.
 */
export function providerText(kind: KindName): string {
  return `exports.handler=()=>require("${providerModule}").load("${kind}")`;
}
