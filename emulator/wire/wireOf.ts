import type { FieldSpec, FieldSpecs, ScalarValueOf, Table } from "../../provider/wire/fields";

/** The wire form of a table's object. Keys beyond the table are allowed. */
export type WireOf<T> = T extends Table<infer Specs> ? Wire<Specs> & Record<string, unknown> : never;

/** {@link WireOf} with every field optional at every depth, for seeds and changes. */
export type PartialWireOf<T> = T extends Table<infer Specs> ? PartialWire<Specs> & Record<string, unknown> : never;

type Wire<Specs extends FieldSpecs> = {
  -readonly [Name in keyof Specs & string as MayBeAbsent<Specs[Name]> extends true ? never : Name]: WireValueOf<
    Specs[Name],
    false
  >;
} & {
  -readonly [Name in keyof Specs & string as MayBeAbsent<Specs[Name]> extends true ? Name : never]?: WireValueOf<
    Specs[Name],
    false
  >;
};

type PartialWire<Specs extends FieldSpecs> = {
  -readonly [Name in keyof Specs & string]?: WireValueOf<Specs[Name], true>;
};

/** On the wire, a `T?` field without a value is null. */
type MayBeAbsent<Spec> = Spec extends { readonly assumed: true } | { readonly optional: true } ? true : false;

type WireValueOf<Spec extends FieldSpec, AllOptional extends boolean> = Spec["type"] extends `${string}[]?`
  ? ElementOf<Spec, AllOptional>[] | null
  : Spec["type"] extends `${string}?`
    ? ElementOf<Spec, AllOptional> | null
    : ElementOf<Spec, AllOptional>;

/** The value itself unless the field is an array. */
type ElementOf<Spec extends FieldSpec, AllOptional extends boolean> = Spec extends { readonly of: Table<infer Inner> }
  ? (AllOptional extends true ? PartialWire<Inner> : Wire<Inner>) & Record<string, unknown>
  : ScalarValueOf<Spec["type"]>;
