import { z } from "zod";
import type { Field, FieldSpec, FieldSpecs, FieldType, ScalarType, Table } from "./fields";

/** An object of the API as it stands on the wire, by the types of its table. Keys beyond the table are kept. */
export type WireOf<T> = T extends Table<infer Specs> ? Wire<Specs> & Record<string, unknown> : never;

/** The same, with every field optional at every depth: what a seed gives, and what a change changes. */
export type PartialWireOf<T> = T extends Table<infer Specs> ? PartialWire<Specs> & Record<string, unknown> : never;

/**
 * The zod schema of an object on the wire, built from its field table. Unknown keys are kept, and the values of an enum stay
 * open. A `T?` field may be null or absent, an assumed or optional one absent; every other is required.
 */
export function wireSchema<T extends Table>(table: T): z.ZodType<WireOf<T>> {
  return schemaOf(table, false) as unknown as z.ZodType<WireOf<T>>;
}

/** {@link wireSchema} with every field optional, in nested objects as well. */
export function partialWireSchema<T extends Table>(table: T): z.ZodType<PartialWireOf<T>> {
  return schemaOf(table, true) as unknown as z.ZodType<PartialWireOf<T>>;
}

function schemaOf({ fields }: Table, allOptional: boolean): z.ZodType {
  return z.looseObject(Object.fromEntries(fields.map((field) => [field.wire, fieldSchema(field, allOptional)])));
}

function fieldSchema({ array, assumed, nullable, of, optional, scalar }: Field, allOptional: boolean): z.ZodType {
  const element = of === undefined ? scalarSchemas[scalar] : schemaOf(of, allOptional);
  const value = array ? z.array(element) : element;
  if (nullable) return value.nullish();
  return allOptional || assumed === true || optional === true ? value.optional() : value;
}

const scalarSchemas: Readonly<Record<ScalarType | "json", z.ZodType>> = {
  int64: z.int(),
  int32: z.int32(),
  enum: z.int(),
  decimal: z.number(),
  double: z.number(),
  boolean: z.boolean(),
  string: z.string(),
  // Date.parse rather than one ISO profile: services leave out the zone or the fraction.
  "date-time": z.string().refine((text) => !Number.isNaN(Date.parse(text)), "Invalid date-time"),
  json: z.unknown(),
};

type Wire<Specs extends FieldSpecs> = {
  -readonly [Name in keyof Specs & string as MayBeAbsent<Specs[Name]> extends true ? never : Name]: ValueOf<
    Specs[Name],
    false
  >;
} & {
  -readonly [Name in keyof Specs & string as MayBeAbsent<Specs[Name]> extends true ? Name : never]?: ValueOf<
    Specs[Name],
    false
  >;
};

type PartialWire<Specs extends FieldSpecs> = {
  -readonly [Name in keyof Specs & string]?: ValueOf<Specs[Name], true>;
};

type MayBeAbsent<Spec> = Spec extends { readonly assumed: true } | { readonly optional: true } ? true : false;

type TypeOf<Spec extends FieldSpec | FieldType> = Spec extends FieldSpec ? Spec["type"] : Spec;

type ValueOf<Spec extends FieldSpec | FieldType, AllOptional extends boolean> =
  TypeOf<Spec> extends `${infer Base}[]?`
    ? ElementOf<Spec, Base, AllOptional>[] | null
    : TypeOf<Spec> extends `${infer Base}?`
      ? ElementOf<Spec, Base, AllOptional> | null
      : ElementOf<Spec, TypeOf<Spec>, AllOptional>;

type ElementOf<Spec, Base, AllOptional extends boolean> = Spec extends { readonly of: Table<infer Inner> }
  ? (AllOptional extends true ? PartialWire<Inner> : Wire<Inner>) & Record<string, unknown>
  : Base extends "string" | "date-time"
    ? string
    : Base extends "boolean"
      ? boolean
      : Base extends ScalarType
        ? number
        : unknown;
