import type { Fault } from "../../emulator/types/fault";
import type { FaultRule } from "../../emulator/types/faultRule";
import type { LogEntry, PartialLogEntry } from "../../emulator/types/logEntry";
import type { PartialPullZone, PullZone } from "../../emulator/types/pullZone";
import type { PartialStorageZone, StorageZone } from "../../emulator/types/storageZone";
import type { faultSchema } from "../../emulator/faults/fault";
import type { faultRuleSchema } from "../../emulator/faults/rule";
import type { accessLogEntryTable } from "../../provider/wire/accessLog";
import type { pullZoneTable } from "../../provider/wire/pullZone";
import type { PartialWireOf, WireOf } from "../../provider/wire/schema";
import type { storageZoneTable } from "../../provider/wire/storageZone";
import type { z } from "zod";

// Held by the compiler (npm run types): the emulator's interfaces written by hand are the types that follow from the field
// tables, and from the schemas by which it checks what it is given.

type Equal<A, B> = (<T>() => T extends Bare<A> ? 1 : 2) extends <T>() => T extends Bare<B> ? 1 : 2 ? true : false;

/** A type by its fields alone: whether they may be written, or given as undefined, is left out. */
type Bare<T> = T extends RegExp
  ? RegExp
  : T extends readonly (infer E)[]
    ? Bare<E>[]
    : T extends object
      ? { -readonly [K in keyof T]: Bare<Exclude<T[K], undefined>> }
      : T;

type Proof<T extends true> = T;

export type Proofs = [
  Proof<Equal<StorageZone, WireOf<typeof storageZoneTable>>>,
  Proof<Equal<PartialStorageZone, PartialWireOf<typeof storageZoneTable>>>,
  Proof<Equal<PullZone, WireOf<typeof pullZoneTable>>>,
  Proof<Equal<PartialPullZone, PartialWireOf<typeof pullZoneTable>>>,
  Proof<Equal<LogEntry, WireOf<typeof accessLogEntryTable>>>,
  Proof<Equal<PartialLogEntry, PartialWireOf<typeof accessLogEntryTable> & { originShield?: boolean }>>,
  Proof<Equal<Fault, z.infer<typeof faultSchema>>>,
  Proof<Equal<FaultRule, z.infer<typeof faultRuleSchema>>>,
  // @ts-expect-error a storage zone is no pull zone: the proof can fail
  Proof<Equal<StorageZone, WireOf<typeof pullZoneTable>>>,
  // @ts-expect-error so can it for one field that may be absent
  Proof<Equal<Omit<FaultRule, "times"> & { times: number }, z.infer<typeof faultRuleSchema>>>,
];
