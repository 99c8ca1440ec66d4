import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { KindName } from "../../kinds";
import { DynamicRun, dynamicProvider } from "./dynamicProvider";

let run = new DynamicRun();
const loaded = new Set<KindName>();

/** Called by the frozen `__provider` text; see providerText.ts. The server loads each kind once, so a second call for a kind means another run. */
export function load(kind: KindName): ResourceProvider {
  if (loaded.has(kind)) {
    run = new DynamicRun();
    loaded.clear();
  }
  loaded.add(kind);
  return dynamicProvider(kind, run);
}
