import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

export interface EnvironmentZonesArgs {
  /** Begins the names of the zones, since these are unique across the service. */
  readonly organization: string;
  /** Main region, such as DE. */
  readonly region: pulumi.Input<string>;
  /** Where the assets are copied to. @default nowhere */
  readonly replicationRegions?: pulumi.Input<pulumi.Input<string>[]>;
}

/**
 * The storage zones of one environment: public assets, replicated, and uploads, in one place. A destroy takes the assets with
 * their files, and is refused for uploads that hold any.
 */
export class EnvironmentZones extends pulumi.ComponentResource {
  readonly assets: cdn.StorageZone;
  readonly uploads: cdn.StorageZone;
  /** Hostnames to upload to, by purpose. */
  readonly hostnames: pulumi.Output<Record<"assets" | "uploads", string | undefined>>;

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
