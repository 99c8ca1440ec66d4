// Generated from provider/kinds/cachePurge.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { CachePurgeDetails, CachePurgeInputs } from "../types/cachePurge";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a cache purge. */
export interface CachePurgeArgs extends Args<CachePurgeInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  triggers: pulumi.Input<unknown[]>;
}

/** The outputs of a cache purge. */
export interface CachePurgeState extends CachePurgeDetails {}

/**
 * Empties the cache of a pull zone, or removes URLs from caches, whenever one of its triggers changes: at once, and again when every edge
 * has changed rules (`cdn:edgeDelaySeconds`). The service has no object for it: creating it sends nothing unless `purgeOnCreate` is true,
 * and reading and deleting it never do.
 *
 * A failed purge fails the run, and the next `pulumi up` repeats it.
 *
 * Assumption: the operations that empty caches. The contract has none.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
 *
 * new cdn.CachePurge("web", { pullZoneId: web.pullZoneId, triggers: [process.env.CI_COMMIT_SHA ?? ""] }, { dependsOn: web });
 * ```
 */
export class CachePurge extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: CachePurgeArgs, opts?: pulumi.CustomResourceOptions) {
    super("CachePurge", name, args, opts);
  }

  /**
   * Fails, because the service has no object for a cache purge: declare it with `new`.
   *
   * @param id any id
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CachePurge {
    return new CachePurge(name, {} as CachePurgeArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `CachePurge`, also from another copy of this package. */
  static override isInstance(value: unknown): value is CachePurge {
    return isOfKind("CachePurge", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface CachePurge extends Outputs<CachePurgeState> {}
