import * as pulumi from "@pulumi/pulumi";
import * as cdn from "../../provider";

// Checked by the compiler (npm run types).

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Proof<T extends true> = T;

export type Proofs = [
  Proof<Same<cdn.StorageZone["name"], pulumi.Output<string>>>,
  Proof<Same<cdn.StorageZone["storageUsed"], pulumi.Output<number>>>,
  Proof<Same<cdn.StorageZone["custom404FilePath"], pulumi.Output<string | undefined>>>,
  Proof<Same<cdn.PullZone["originUrl"], pulumi.Output<string | undefined>>>,
  Proof<Same<cdn.StorageFolderArgs["removed"], pulumi.Input<"delete" | "keep" | undefined> | undefined>>,
  Proof<Same<cdn.StorageZone["pullZones"], pulumi.Output<cdn.PullZoneLink[]>>>,
  // @ts-expect-error the value may be absent, not the Output; this shows that a proof can fail
  Proof<Same<cdn.StorageZone["custom404FilePath"], pulumi.Output<string | undefined> | undefined>>,
];

interface Other {
  readonly host: pulumi.Input<string>;
  readonly key?: pulumi.Input<string>;
}

/** Outputs that a program passes to other resources. */
export function program(config: pulumi.Config, read: cdn.ExistingStorageZone): Other {
  const zone = new cdn.StorageZone("assets", {
    name: pulumi.interpolate`${config.require("prefix")}-assets`,
    region: config.require("region"),
    replicationRegions: ["NY", config.require("replica"), read.region],
    zoneTier: cdn.ZoneTier.Edge,
    storageZoneType: read.storageZoneType,
    custom404FilePath: read.custom404FilePath,
  });
  const tier: cdn.ZoneTier = config.requireNumber("tier");
  new cdn.StorageZone("more", { name: zone.name, region: zone.region, zoneTier: tier }, { dependsOn: [zone, read] });
  // @ts-expect-error a zone that is only read has no volatile outputs
  void read.storageUsed;
  return { host: zone.storageHostname, key: zone.password };
}
