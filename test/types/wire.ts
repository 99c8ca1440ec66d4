import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { AddStorageZoneBody, GetStorageZoneResult, UpdateStorageZoneBody } from "../../provider/types/storageZone";
import type { TypedOf } from "../../provider/wire/fields";
import type { TypedName } from "../../provider/wire/name";
import type { pullZoneTable } from "../../provider/wire/pullZone";
import type { addStorageZoneTable, storageZoneTable, updateStorageZoneTable } from "../../provider/wire/storageZone";

// Held by the compiler (npm run types): the interfaces written by hand are the types that follow from the field tables.

type Equal<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
type Flat<T> = T extends (infer E)[] ? Flat<E>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T;

type Proof<T extends true> = T;

/** An interface with a field that a caller may leave out, and that is filled in before it is sent. */
type Given<T, Name extends keyof T> = Omit<T, Name> & { [Key in Name]-?: T[Key] };

export type Proofs = [
  Proof<Equal<GetStorageZoneResult, TypedOf<typeof storageZoneTable>>>,
  Proof<Equal<GetPullZoneResult, TypedOf<typeof pullZoneTable>>>,
  Proof<
    Equal<Given<AddStorageZoneBody, "replicationRegions">, Omit<TypedOf<typeof addStorageZoneTable>, "extraFields">>
  >,
  Proof<Equal<UpdateStorageZoneBody, Omit<TypedOf<typeof updateStorageZoneTable>, "extraFields">>>,
  // @ts-expect-error a storage zone is no pull zone: the proof can fail
  Proof<Equal<GetStorageZoneResult, TypedOf<typeof pullZoneTable>>>,
  Proof<Equal<TypedName<"EnableTLS1_1">, "enableTLS1_1">>,
  Proof<Equal<TypedName<"EUUSDiscount">, "euusDiscount">>,
  Proof<Equal<TypedName<"Id">, "id">>,
];
