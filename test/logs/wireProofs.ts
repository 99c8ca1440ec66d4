import type { AccessLogEntry, AccessLogPage } from "../../provider/types/accessLog";
import type { accessLogEntryTable, accessLogPageTable } from "../../provider/wire/accessLog";
import type { TypedOf } from "../../provider/wire/fields";

// Held by the compiler (npm run types): the interfaces written by hand are the types that follow from the field tables.

type Equal<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
type Flat<T> = T extends (infer E)[] ? Flat<E>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T;

type Proof<T extends true> = T;

export type Proofs = [
  Proof<Equal<AccessLogEntry, TypedOf<typeof accessLogEntryTable>>>,
  Proof<Equal<AccessLogPage, TypedOf<typeof accessLogPageTable>>>,
  // @ts-expect-error an entry is no page: the proof can fail
  Proof<Equal<AccessLogEntry, TypedOf<typeof accessLogPageTable>>>,
];
