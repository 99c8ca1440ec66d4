import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { dynamicProvider } from "./dynamicProvider";
import type { Kind } from "../kinds";

/** What the frozen `__provider` text calls; see providerText.ts. */
export function load(kind: Kind): ResourceProvider {
  return dynamicProvider(kind);
}
