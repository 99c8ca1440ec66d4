// Generated from provider/kinds/shieldAccessList.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { ShieldAccessListDetails, ShieldAccessListInputs } from "../types/shieldAccessList";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of an access list. */
export interface ShieldAccessListArgs extends Args<ShieldAccessListInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  shieldZoneId: pulumi.Input<number>;
}

/** The outputs of an access list. */
export interface ShieldAccessListState extends ShieldAccessListDetails {}

/**
 * An access list of a shield: addresses, networks, countries and similar entries, and what happens to requests from them. The order of
 * the entries has no meaning.
 *
 * Assumption: all of it; the contract has no shields.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
 * const shield = new cdn.PullZoneShield("web", { pullZoneId: web.pullZoneId, wafEnabled: true });
 *
 * new cdn.ShieldAccessList("blocked", {
 *   shieldZoneId: shield.shieldZoneId,
 *   name: "Blocked networks",
 *   type: cdn.ShieldListType.Cidr,
 *   entries: ["203.0.113.0/24", "198.51.100.0/24"],
 *   action: cdn.ShieldListAction.Block,
 * });
 * ```
 */
export class ShieldAccessList extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: ShieldAccessListArgs, opts?: pulumi.CustomResourceOptions) {
    super("ShieldAccessList", name, args, opts);
  }

  /**
   * Reads an existing access list without managing it. If there is no such list, the deployment fails.
   *
   * @param id the ids of the shield and of the list, with a slash between them
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ShieldAccessList {
    return new ShieldAccessList(name, {} as ShieldAccessListArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `ShieldAccessList`, also from another copy of this package. */
  static override isInstance(value: unknown): value is ShieldAccessList {
    return isOfKind("ShieldAccessList", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface ShieldAccessList extends Outputs<ShieldAccessListState> {}
