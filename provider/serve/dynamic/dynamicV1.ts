import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { dynamicProvider } from "./dynamicProvider";
import type { KindName } from "../../kinds";

/** What the frozen `__provider` text calls; see providerText.ts. */
export function load(kind: KindName): ResourceProvider {
  return dynamicProvider(kind);
}
