import type { TypedName } from "./name";
import { typedName } from "./name";
import type { ExtraFields } from "../types/extraFields";

/** The contract's notation for the types of fields. `enum` is an integer; values beyond the known ones are accepted. */
export type ScalarType = "int64" | "int32" | "decimal" | "double" | "boolean" | "string" | "date-time" | "enum";

/**
 * `T` is always present by contract, `T?` may be null, `T[]?` is an array or null; `json` is any value, unchanged.
 *
 * The codec accepts an object without a `T` nevertheless. Typed objects don't show that, so that programs need not look for
 * `undefined` in every field; the life cycles look where it matters.
 */
type FieldType = ScalarType | `${ScalarType}?` | `${ScalarType}[]?` | "json" | "object[]?" | "object";

/** What a program declares for a field. Arguments, check, diff, live inputs, bodies, import, the plugin's schema and docs follow from it. */
export interface InputSpec {
  /** Meaning, unit and bounds of the argument: what an editor shows. @default the field's */
  readonly doc?: string;
  readonly required?: true;
  /** The default if it is omitted, in words. */
  readonly fallback?: string;
  /** What a new object has if it is omitted: an import declares only what differs. */
  readonly initial?: unknown;
  /** An empty array means the same as none. */
  readonly emptyIsNone?: true;
  /** The region codes that are accepted, in any case, beside those of `cdn:extraRegions`. */
  readonly codes?: readonly string[];
  /** The name and the values of its constants. No other integer is accepted, unless they are open. */
  readonly constants?: {
    readonly name: string;
    readonly values: Readonly<Record<string, number>>;
    /** What each means, by its name. */
    readonly docs?: Readonly<Record<string, string>>;
    readonly open?: true;
  };
  /** Bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** It can't be sent when the object is added: an update follows. An immutable one can be sent only then. */
  readonly onlyUpdate?: true;
  /** Its wire name in an update, where it differs. */
  readonly updateName?: string;
}

/** The specification of one field. Codec, state, drift, docs and emulator follow from it. */
export interface FieldSpec {
  readonly type: FieldType;
  /** Meaning, unit and bounds: what an editor shows. */
  readonly doc: string;
  /** The default if a body omits it, in words. */
  readonly fallback?: string;
  /** Assumption: the public service's name of the field. It is read if the contract's name is absent, and never sent. */
  readonly alias?: string;
  /** The table of an `object`, or of the elements of an `object[]?`. */
  readonly of?: Table;
  /** A password, key or token: a secret output, never shown. */
  readonly secret?: true;
  /** May be omitted from a body; null only if the type ends in `?`. */
  readonly optional?: true;
  /** Changes by itself (a counter, a date): never drift. */
  readonly volatile?: true;
  /** May be null by contract, but the service returns it for every object: the resource's output is not `undefined`. */
  readonly always?: true;
  /** Can't be changed in place: another value needs a new object. */
  readonly immutable?: true;
  /** A URL: equal ones may be written differently. */
  readonly address?: true;
  /** The service sets it: a request can't. */
  readonly readOnly?: true;
  /**
   * A life cycle or the paging depends on it, so a value of another type makes the whole object invalid. In other fields such a
   * value is kept under `extraFields`.
   */
  readonly essential?: true;
  /** The elements are a set. For objects: the wire name of the field to sort them by. */
  readonly unordered?: true | string;
  /** A request sets it, but no answer shows it. */
  readonly writeOnly?: true;
  /** Not on the wire: how it follows from the typed object. */
  readonly derived?: (typed: Readonly<Record<string, unknown>>) => unknown;
  /** What a program declares for it; absent if it is only read. */
  readonly input?: InputSpec;
  /** Not in the contract; assumed from public material. */
  readonly assumed?: true;
  /** Of a field of the contract, the part of its meaning that is assumed, such as the unit; for the reference. */
  readonly assumes?: string;
}

/** Field specifications by wire name. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** A field as the codec and the life cycles use it. */
export interface Field extends FieldSpec {
  /** The name on the wire, exactly as the contract writes it. */
  readonly wire: string;
  /** The name in typed objects; see {@link typedName}. */
  readonly name: string;
  /** `T[]?` */
  readonly array: boolean;
  /** `T?` or `T[]?` */
  readonly nullable: boolean;
  /** The type of the value, or of each element; `json` for objects with a table. */
  readonly scalar: ScalarType | "json";
  /** Neither an array nor an object with a table. */
  readonly plain: boolean;
  /** The value is an id. */
  readonly id: boolean;
}

interface TableHead {
  /** The object's name in messages. */
  readonly object: string;
  /** The name of its interface in provider/types. */
  readonly type: string;
  readonly doc: string;
  /** Other fields are dropped in decoding, not kept under `extraFields`. */
  readonly partial?: true;
  /** A body that is sent, rather than an object that is read. */
  readonly sent?: true;
  /** A body without the fields that are absent, rather than with null. */
  readonly omitsAbsent?: true;
}

/** An object of the API, with its fields in the contract's order. */
export interface Table<Specs extends FieldSpecs = FieldSpecs> extends TableHead {
  readonly fields: readonly Field[];
  /** Exists for type inference only. */
  readonly specs?: Specs;
}

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
    plain: !spec.type.endsWith("[]?") && spec.of === undefined,
    id: scalar === "int64" && wire.endsWith("Id"),
  };
}

/** Whether a value of a field is the id of nothing: the service has 0, -1 and null for it. */
export function isNoId({ id }: Field, value: unknown): boolean {
  return id && (value === null || value === undefined || (typeof value === "number" && value <= 0));
}

/** An argument that controls the life of an object, and is false by default. */
export function option(doc: string): FieldSpec {
  return { type: "boolean", optional: true, doc, input: { doc, fallback: "false" } };
}

/** A field that a program declares. */
export type InputField = Field & { readonly input: InputSpec & { readonly doc: string } };

/** The fields of a table that a program declares: those that can be sent when the object is added come first. */
export function inputFields({ fields }: Table): InputField[] {
  const inputs = fields.flatMap((field): InputField[] =>
    field.input === undefined ? [] : [{ ...field, input: { ...field.input, doc: field.input.doc ?? field.doc } }],
  );
  const isLater = ({ input }: InputField): boolean => input.onlyUpdate === true;
  return [...inputs.filter((field) => !isLater(field)), ...inputs.filter(isLater)];
}

/** The inputs that an operation sends, with their names in its body. */
export function sentInputs(of: Table, operation: "add" | "update"): (readonly [name: string, field: InputField])[] {
  const isAdd = operation === "add";
  return inputFields(of)
    .filter(({ input, immutable }) => (isAdd ? input.onlyUpdate !== true : immutable !== true))
    .map((field) => [isAdd ? field.wire : (field.input.updateName ?? field.wire), field]);
}

/** The body of an operation that adds an object, or updates one: with the fields of the object's table that it sends. */
export function bodyTable<Specs extends FieldSpecs, Operation extends "add" | "update">(
  of: Table<Specs>,
  operation: Operation,
  head: Omit<TableHead, "sent">,
): Table<Operation extends "add" ? AddSpecs<Specs> : UpdateSpecs<Specs>> {
  const isAdd = operation === "add";
  const fields = sentInputs(of, operation).map(([name, { input, type, unordered, doc }]): [string, FieldSpec] => [
    name,
    {
      // What is required is never null.
      type: input.required === true ? (type.replace(/\?$/, "") as FieldType) : type,
      doc,
      ...(unordered === undefined ? {} : { unordered }),
      ...(isAdd && input.required !== true ? { optional: true, fallback: input.fallback ?? "the service's" } : {}),
    },
  ]);
  return table({ ...head, sent: true }, Object.fromEntries(fields)) as never;
}

/** The body of an operation that sets what it has, and leaves alone what it omits. */
export function partialBodyTable({ fields, ...head }: Table): Table {
  const inputs = fields.filter(({ input }) => input !== undefined);
  return { ...head, sent: true, omitsAbsent: true, fields: inputs.map((field) => ({ ...field, optional: true })) };
}

type AddSpecs<Specs extends FieldSpecs> = {
  [
    Wire in keyof Specs as Specs[Wire] extends { input: { onlyUpdate: true } }
      ? never
      : Specs[Wire] extends { input: InputSpec }
        ? Wire
        : never
  ]: Specs[Wire] extends { input: { required: true } }
    ? { type: NotNull<Specs[Wire]["type"]>; doc: string }
    : { type: Specs[Wire]["type"]; doc: string; optional: true };
};

type UpdateSpecs<Specs extends FieldSpecs> = {
  [
    Wire in keyof Specs as Specs[Wire] extends { immutable: true }
      ? never
      : Specs[Wire] extends { input: { updateName: infer Name extends string } }
        ? Name
        : Specs[Wire] extends { input: InputSpec }
          ? Wire
          : never
  ]: { type: Specs[Wire]["type"]; doc: string };
};

type NotNull<Type extends FieldType> = Type extends `${infer Base extends ScalarType}?` ? Base : Type;

/** The typed names of a table's fields that pass the filter. */
export function fieldNames(of: Table, keep: (field: Field) => boolean = () => true): string[] {
  return of.fields.filter(keep).map((field) => field.name);
}

/** The TypeScript type of each scalar type, on the wire and in typed objects. */
interface ScalarValues {
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

/** The value of a scalar field, or of each element of an array of scalars. */
export type ScalarValueOf<Type extends FieldType> = ScalarValues[WithoutSuffix<Type> & keyof ScalarValues];

type WithoutSuffix<Type extends string> = Type extends `${infer Base}[]?`
  ? Base
  : Type extends `${infer Base}?`
    ? Base
    : Type;

type ValueOf<Spec extends FieldSpec> = Spec["type"] extends `${string}[]?` ? ElementOf<Spec>[] : ElementOf<Spec>;

/** The value itself unless the field is an array. */
type ElementOf<Spec extends FieldSpec> = Spec extends { readonly of: Table<infer Inner> }
  ? Typed<Inner>
  : ScalarValueOf<Spec["type"]>;

/** An array is never absent (null is decoded as `[]`); other `T?` fields and optional ones may be. */
type MayBeAbsent<Spec extends FieldSpec> = Spec["type"] extends `${string}[]?`
  ? false
  : Spec extends { readonly type: `${string}?` } | { readonly optional: true }
    ? true
    : false;

/** The typed object of a table's specifications. */
export type Typed<Specs extends FieldSpecs> = {
  [Wire in keyof Specs & string as MayBeAbsent<Specs[Wire]> extends true ? never : TypedName<Wire>]: ValueOf<
    Specs[Wire]
  >;
} & {
  [Wire in keyof Specs & string as MayBeAbsent<Specs[Wire]> extends true ? TypedName<Wire> : never]?: ValueOf<
    Specs[Wire]
  >;
} & ExtraFields;

/** The typed object of a table. */
export type TypedOf<T> = T extends Table<infer Specs> ? Typed<Specs> : never;

/** The typed names of a table's fields with a flag. */
export type FlaggedOf<T, Flag extends "volatile" | "always"> =
  T extends Table<infer Specs>
    ? {
        [Wire in keyof Specs & string]: Specs[Wire] extends Readonly<Record<Flag, true>> ? TypedName<Wire> : never;
      }[keyof Specs & string]
    : never;
