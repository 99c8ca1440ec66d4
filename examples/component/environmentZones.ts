import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

export interface EnvironmentZonesArgs {
  /** Prefix of the zones' names, which are unique across the service. */
  readonly organization: string;
  /** Main region, such as DE. */
  readonly region: pulumi.Input<string>;
  /** Replication regions of the assets. @default none */
  readonly replicationRegions?: pulumi.Input<pulumi.Input<string>[]>;
}

/**
 * The storage zones of one environment: replicated public assets, and uploads. `pulumi destroy` deletes the assets with their
 * files, but refuses to delete uploads that hold files.
 */
export class EnvironmentZones extends pulumi.ComponentResource {
  readonly assets: cdn.StorageZone;
  readonly uploads: cdn.StorageZone;
  /** Hostnames to upload to, by purpose. */
  readonly hostnames: pulumi.Output<Record<"assets" | "uploads", string>>;

  constructor(environment: string, args: EnvironmentZonesArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:cdn:EnvironmentZones", environment, {}, opts);
    const prefix = `${args.organization}-${environment}`;
    this.assets = new cdn.StorageZone(
      `${environment}-assets`,
      {
        name: `${prefix}-assets`,
        region: args.region,
        ...(args.replicationRegions === undefined ? {} : { replicationRegions: args.replicationRegions }),
        forceDestroy: true,
      },
      { parent: this },
    );
    this.uploads = new cdn.StorageZone(
      `${environment}-uploads`,
      { name: `${prefix}-uploads`, region: args.region },
      { parent: this },
    );
    this.hostnames = pulumi.output({ assets: this.assets.storageHostname, uploads: this.uploads.storageHostname });
    this.registerOutputs({ hostnames: this.hostnames });
  }
}
