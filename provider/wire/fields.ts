import type { TypedName } from "./name";
import { typedName } from "./name";
import type { ExtraFields } from "../types/extraFields";

/** The contract's notation for the types of fields; `enum` is an integer whose set of values stays open. */
export type ScalarType = "int64" | "int32" | "decimal" | "double" | "boolean" | "string" | "date-time" | "enum";

/** `T` is always there, `T?` may be null, `T[]?` is an array or null. `json` is any value, kept as it is. */
export type FieldType = ScalarType | `${ScalarType}?` | `${ScalarType}[]?` | "json" | "object[]?" | "object";

/** What is known of one field. Everything else in the project that needs such a fact asks the table. */
export interface FieldSpec {
  readonly type: FieldType;
  /** What it means, with unit and bounds; whatever the contract does not say is called an assumption. */
  readonly doc: string;
  /** What holds where a body omits it, in words. */
  readonly fallback?: string;
  /** Assumption: the name under which the public service answers instead. It is read where the contract's is absent, and never sent. */
  readonly alias?: string;
  /** The table of the objects in an `object[]?` or an `object` field. */
  readonly of?: Table;
  /** A password, key or token: a secret output, never shown. */
  readonly secret?: true;
  /** May be left out of a body, but is never null. */
  readonly optional?: true;
  /** Moves by itself (a counter, a date): never drift. */
  readonly volatile?: true;
  /** Never changes in place: another value is another zone. */
  readonly immutable?: true;
  /**
   * A life cycle or the paging acts on it, so a value of another type makes the whole object unreadable. Of any other field such
   * a value is kept under `extraFields`.
   */
  readonly essential?: true;
  /** The order of the elements means nothing. For objects: the wire name of the field that orders them. */
  readonly unordered?: true | string;
  /** Not in the contract; assumed from public material. */
  readonly assumed?: true;
}

/** Field specifications by wire name. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** A field as the codec and the life cycles use it. */
export interface Field extends FieldSpec {
  /** The name on the wire, exactly as the contract writes it. */
  readonly wire: string;
  /** The name in typed objects; see {@link typedName}. */
  readonly name: string;
  /** `T[]?`, as opposed to one `T`. */
  readonly array: boolean;
  /** `T?`: may be null. */
  readonly nullable: boolean;
  /** The type of the value, or of each element; `json` where {@link FieldSpec.of} says what it is. */
  readonly scalar: ScalarType | "json";
}

interface TableHead {
  /** The object's name in messages. */
  readonly object: string;
  /** The name of its interface in provider/types. */
  readonly type: string;
  readonly doc: string;
  /** It lists only what is of interest: reading passes over every other field, rather than keeping it. */
  readonly partial?: true;
  /** A body that is sent, rather than an object that is read. */
  readonly sent?: true;
}

/** An object of the API, with its fields in the contract's order. */
export interface Table<Specs extends FieldSpecs = FieldSpecs> extends TableHead {
  readonly fields: readonly Field[];
  /** Only for types. */
  readonly specs?: Specs;
}

/** Makes the table of one object. */
export function table<const Specs extends FieldSpecs>(head: TableHead, specs: Specs): Table<Specs> {
  return { ...head, fields: Object.entries(specs).map(([wire, spec]) => fieldOf(wire, spec)) };
}

function fieldOf(wire: string, spec: FieldSpec): Field {
  const scalar = spec.of === undefined ? (spec.type.replace(/(\[\])?\??$/, "") as ScalarType) : "json";
  return {
    ...spec,
    wire,
    name: typedName(wire),
    array: spec.type.endsWith("[]?"),
    nullable: spec.type.endsWith("?"),
    scalar,
  };
}

/** The typed names of a table's fields, or of those that are asked for. */
export function fieldNames(of: Table, keep: (field: Field) => boolean = () => true): string[] {
  return of.fields.filter(keep).map((field) => field.name);
}

interface Scalars {
  int64: number;
  int32: number;
  decimal: number;
  double: number;
  enum: number;
  boolean: boolean;
  string: string;
  "date-time": string;
  json: unknown;
}

type ValueOf<Spec extends FieldSpec> = Spec["type"] extends `${infer Base}[]?`
  ? Base extends keyof Scalars
    ? Scalars[Base][]
    : Spec extends { readonly of: Table<infer Inner> }
      ? Typed<Inner>[]
      : never
  : Spec["type"] extends `${infer Base}?`
    ? Base extends keyof Scalars
      ? Scalars[Base]
      : never
    : Spec["type"] extends keyof Scalars
      ? Scalars[Spec["type"]]
      : Spec extends { readonly of: Table<infer Inner> }
        ? Typed<Inner>
        : never;

/** An array is never absent (null is the empty one); any other `T?` may be, and what a body may leave out. */
type Optional<Spec extends FieldSpec> = Spec["type"] extends `${string}[]?`
  ? false
  : Spec["type"] extends `${string}?`
    ? true
    : Spec extends { readonly optional: true }
      ? true
      : false;

/** The typed object of a table's specifications. */
export type Typed<Specs extends FieldSpecs> = {
  [Wire in keyof Specs & string as Optional<Specs[Wire]> extends true ? never : TypedName<Wire>]: ValueOf<Specs[Wire]>;
} & {
  [Wire in keyof Specs & string as Optional<Specs[Wire]> extends true ? TypedName<Wire> : never]?: ValueOf<Specs[Wire]>;
} & ExtraFields;

/** The typed object of a table. */
export type TypedOf<T> = T extends Table<infer Specs> ? Typed<Specs> : never;

/** The typed names of a table's volatile fields. */
export type VolatileOf<T> =
  T extends Table<infer Specs>
    ? {
        [Wire in keyof Specs & string]: Specs[Wire] extends { readonly volatile: true } ? TypedName<Wire> : never;
      }[keyof Specs & string]
    : never;
