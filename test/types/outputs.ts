import type * as pulumi from "@pulumi/pulumi";
import type { PullZone } from "../../provider/resources/pullZone";
import type { StorageZone } from "../../provider/resources/storageZone";

// Held by the compiler (npm run types): every output is an Output, also of a field that may be absent.

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Proof<T extends true> = T;

export type Proofs = [
  Proof<Same<StorageZone["password"], pulumi.Output<string | undefined>>>,
  Proof<Same<StorageZone["storageUsed"], pulumi.Output<number>>>,
  Proof<Same<PullZone["originUrl"], pulumi.Output<string | undefined>>>,
  // @ts-expect-error what may be absent is the value, not the Output: the proof can fail
  Proof<Same<StorageZone["password"], pulumi.Output<string | undefined> | undefined>>,
];

/** What a program does with an output that may be absent. */
export function lengths(zone: StorageZone, website: PullZone): pulumi.Output<number>[] {
  return [zone.password.apply((text = "") => text.length), website.originUrl.apply((text) => text?.length ?? 0)];
}

/** As the argument of another resource that must be there. */
export function handedOn(zone: StorageZone): pulumi.Input<string> {
  return zone.password.apply((password) => password!);
}
