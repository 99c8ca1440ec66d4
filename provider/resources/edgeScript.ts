// Generated from provider/kinds/edgeScript.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { EdgeScriptAlways, EdgeScriptDetails, EdgeScriptInputs } from "../types/edgeScript";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of an edge script. */
export interface EdgeScriptArgs extends Args<EdgeScriptInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  name: pulumi.Input<string>;
}

/** The outputs of an edge script: its fields. `edgeScriptId` is the field `Id`. */
export interface EdgeScriptState
  extends
    Omit<EdgeScriptDetails, "id" | "extraFields" | EdgeScriptAlways>,
    Required<Pick<EdgeScriptDetails, EdgeScriptAlways>> {
  /** ID of the edge script as a number. Pulumi's `id` is the same ID as a string. */
  edgeScriptId: number;
}

/**
 * A script that the service runs at its edge: as the origin of a pull zone, which names it in `edgeScriptId`; as middleware in front of
 * one, which names it in `middlewareScriptId`; or as the answer of a DNS record, which names it in `scriptId`.
 *
 * `pulumi up` saves and publishes the code if the live code is another one. Variables and secrets take effect without a publication.
 *
 * Assumption: all of it; the contract has no edge scripts.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const hello = new cdn.EdgeScript("hello", {
 *   name: "acme-hello",
 *   type: "standalone",
 *   source: "./dist/hello.js",
 *   variables: { GREETING: "hello" },
 * });
 * const web = new cdn.PullZone("web", { name: "acme-hello", edgeScriptId: hello.edgeScriptId });
 *
 * export const key = hello.deploymentKey;
 * ```
 */
export class EdgeScript extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: EdgeScriptArgs, opts?: pulumi.CustomResourceOptions) {
    super("EdgeScript", name, args, opts);
  }

  /**
   * Reads an existing script without managing it. If there is no such script, the deployment fails.
   *
   * @param id the id of the edge script
   */
  static get(name: string, id: pulumi.Input<pulumi.ID | number>, opts?: pulumi.CustomResourceOptions): EdgeScript {
    return new EdgeScript(name, {} as EdgeScriptArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `EdgeScript`, also from another copy of this package. */
  static override isInstance(value: unknown): value is EdgeScript {
    return isOfKind("EdgeScript", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface EdgeScript extends Outputs<EdgeScriptState> {}
