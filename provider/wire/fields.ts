import { replacedText } from "./replaced";

/** Types of fields, in the contract's notation. `enum` is an integer; integers without a known meaning are accepted. */
export type ScalarType = "int64" | "int32" | "decimal" | "double" | "boolean" | "string" | "date-time" | "enum";

/**
 * Type of a field: by contract, `T` is always present, `T?` may be null, and `T[]?` is an array or null; `json` is any value, unchanged.
 *
 * The codec also accepts objects that lack a `T`. The types of objects don't show that, so programs need not check every field for
 * `undefined`; life cycles check where it matters.
 */
type FieldType = ScalarType | `${ScalarType}?` | `${ScalarType}[]?` | "json" | "json[]?" | "object[]?" | "object";

/** Specification of an argument. Check, diff, live inputs, bodies, import, the plugin's schema and docs follow from it. */
export interface InputSpec {
  /** Meaning, unit and bounds of the argument, as an editor shows them. @default the field's doc */
  readonly doc?: string;
  readonly required?: true;
  /** Whether a required argument may be omitted if the resource takes over an existing object by `existingId`. */
  readonly orExisting?: true;
  /** Text that describes the default. */
  readonly fallback?: string;
  /** Value of a new object that omits the argument. An import declares only settings that differ from it. */
  readonly initial?: unknown;
  /**
   * Whether omitting the argument means the value of a new object: another live value is drift, and an update resets it. @default an
   * omitted argument keeps the service's value
   */
  readonly resets?: true;
  /** Whether an empty array means that the argument is omitted. */
  readonly emptyIsNone?: true;
  /** Whether `false` means that the argument is omitted. */
  readonly orFalse?: true;
  /** Region codes that are accepted, in any case, in addition to those of `cdn:extraRegions`. */
  readonly codes?: readonly string[];
  /** Further codes that are recorded for the public service and accepted there. */
  readonly publicCodes?: readonly string[];
  /** Name and values of the constants. No other value is accepted, unless the constants are open. */
  readonly constants?: {
    readonly name: string;
    readonly values: Readonly<Record<string, number | string>>;
    /** Meanings, by the constants' names. */
    readonly docs?: Readonly<Record<string, string>>;
    readonly open?: true;
  };
  /** Strings of the argument's type in TypeScript; the check of the kind refuses other strings. */
  readonly oneOf?: readonly string[];
  /** Bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Numbers that the service stores, ascending, or their bounds. It replaces others without an error; see `wire/replaced.ts`. */
  readonly accepts?: readonly number[] | { readonly min: number; readonly max: number };
  /** How the service replaces a number that it does not accept. @default nobody knows */
  readonly rounds?: "down" | "up";
  /** Second published form of what it accepts: multiples of this number. Values of either form count as stored. */
  readonly orMultiplesOf?: number;
  /** Value that the service sets if one of these settings, by typed name, is set. */
  readonly impliedBy?: { readonly settings: readonly string[]; readonly value: unknown };
  /** Whether only an update can send the argument, so that an update follows the creation. Only a creation can send an immutable argument. */
  readonly onlyUpdate?: true;
  /** Wire name in an update, if it differs. */
  readonly updateName?: string;
}

/** Specification of one field. Codec, state, drift, docs and emulator follow from it. */
export interface FieldSpec {
  readonly type: FieldType;
  /** Meaning, unit and bounds, as an editor shows them. */
  readonly doc: string;
  /** Text that describes the default if a body omits the field. */
  readonly fallback?: string;
  /** Assumption: the public service's name of the field. It is read if the contract's name is absent, and never sent. */
  readonly alias?: string;
  /** Table of an `object`, or of the elements of an `object[]?`. */
  readonly of?: Table;
  /** Name in typed objects, if it does not follow from the wire name. */
  readonly typed?: string;
  /** Names that typed objects have instead of the integers of an `enum`. An integer without a name is written in digits. */
  readonly names?: Readonly<Record<string, number>>;
  /** Whether the value is a password, key or token: a secret output, never shown. */
  readonly secret?: true;
  /** Whether a body may omit the field. The field may be null only if the type ends in `?`. */
  readonly optional?: true;
  /** Whether the service changes the value without a request, as it does a counter or a date. Such a change is never drift. */
  readonly volatile?: true;
  /** Whether the service returns the field for every object although it may be null by contract. The output is never `undefined`. */
  readonly always?: true;
  /** Whether the value can't be changed in place, so that another value requires a new object. */
  readonly immutable?: true;
  /** Whether the values of an int64 are small, such as a position or seconds: an integer in every SDK of the plugin, not a float. */
  readonly small?: true;
  /** Whether a `json` is an object whose values are strings. */
  readonly map?: true;
  /** Whether the value is a URL. Equal URLs may be written differently. */
  readonly address?: true;
  /** Whether the value is a hostname, which is compared regardless of case, of Unicode or ASCII form, and of a trailing dot. */
  readonly host?: true;
  /** Whether the value is a name that is compared regardless of case and of Unicode or ASCII form. Assumption: the service compares likewise. */
  readonly anyCase?: true;
  /** Whether only the service sets the value. */
  readonly readOnly?: true;
  /**
   * Whether a life cycle or the paging depends on the field, so that a value of another type makes the whole object invalid. In other
   * fields such a value is kept under `extraFields`.
   */
  readonly essential?: true;
  /** Whether a response without the field is invalid: an array would seem to be empty. */
  readonly present?: true;
  /** Whether states of an earlier version lack the field, although they have others of the kind. An absent value is then unknown, not empty. */
  readonly late?: true;
  /** Whether the elements are a set. For objects: the wire name of the field by which they are sorted. */
  readonly unordered?: true | string;
  /** Whether requests send the value, but no response contains it. */
  readonly writeOnly?: true;
  /** Output with the SHA-256 of the value, or key of the state with the time of its last write: a report compares that, and shows neither value. */
  readonly comparedBy?: string;
  /** Derives the value from the typed object. A value on the wire is used only if this returns undefined. */
  readonly derived?: (typed: Readonly<Record<string, unknown>>) => unknown;
  /** Argument for the field; absent if the field is only read. */
  readonly input?: InputSpec;
  /** Whether the contract lacks the field, which is assumed from public material. */
  readonly assumed?: true;
  /** The assumed part of the meaning of a field in the contract, such as the unit; for the reference. */
  readonly assumes?: string;
}

/** Field specifications by wire name. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** A field as the codec and the life cycles use it. */
export interface Field extends FieldSpec {
  /** Name on the wire, exactly as the contract writes it. */
  readonly wire: string;
  /** Name in typed objects; see {@link typedName}. */
  readonly name: string;
  /** Whether the type is `T[]?`. */
  readonly array: boolean;
  /** Whether the type is `T?` or `T[]?`. */
  readonly nullable: boolean;
  /** Type of the value, or of each element; `json` for objects with a table. */
  readonly scalar: ScalarType | "json";
  /** Whether the value is neither an array nor an object with a table. */
  readonly plain: boolean;
  /** Whether the value is an id. */
  readonly id: boolean;
}

interface TableHead {
  /** Name of the object in messages. */
  readonly object: string;
  /** Name of the object's interface in provider/types. */
  readonly type: string;
  readonly doc: string;
  /** Whether decoding drops other fields instead of keeping them under `extraFields`. */
  readonly partial?: true;
  /** Whether the object is a body that is sent, not an object that is read. */
  readonly sent?: true;
  /** Whether a body omits absent fields instead of sending null. */
  readonly omitsAbsent?: true;
  /** Whether the contract lacks the object, so that all fields are assumed. */
  readonly assumed?: true;
  /** Object whose fields this one has after its own. Its interface extends that of this object. */
  readonly base?: Table;
}

/** An object of the API, with its fields in the contract's order. `Typed` is the interface that is generated from it. */
export interface Table<Typed extends object = object> extends TableHead {
  readonly fields: readonly Field[];
  /** Exists for type inference only. */
  readonly typed?: Typed;
}

export function table<Typed extends object>(head: TableHead, specs: FieldSpecs): Table<Typed> {
  const assumed = head.assumed === true ? { assumed: true as const } : {};
  const own = Object.entries(specs).map(([wire, spec]) => fieldOf(wire, { ...spec, ...assumed }));
  return { ...head, fields: [...own, ...(head.base?.fields ?? [])] };
}

function fieldOf(wire: string, spec: FieldSpec): Field {
  const scalar = spec.of === undefined ? (spec.type.replace(/(\[\])?\??$/, "") as ScalarType) : "json";
  return {
    ...spec,
    wire,
    name: spec.typed ?? typedName(wire),
    array: spec.type.endsWith("[]?"),
    nullable: spec.type.endsWith("?"),
    scalar,
    plain: !spec.type.endsWith("[]?") && spec.of === undefined,
    id: scalar === "int64" && wire.endsWith("Id"),
  };
}

/** Whether the value of an id field means "no object": the service uses 0, -1 and null for that. */
export function isNoId({ id }: Field, value: unknown): boolean {
  return id && (value === null || value === undefined || (typeof value === "number" && value <= 0));
}

/**
 * Whether a state that lacks a field knows that it was empty: states have no empty strings and no ids that are null. Otherwise the value is unknown,
 * as for a field that the service or this package did not have, and for a secret that an import left out.
 */
export function isEmptyIfAbsent({ nullable, plain, scalar, id, late, secret }: Field): boolean {
  return nullable && plain && (scalar === "string" || id) && late !== true && secret !== true;
}

/** Returns the specification of an option: an argument that controls how an object is managed, and that is false by default. */
export function option(doc: string): FieldSpec {
  return { type: "boolean", optional: true, doc, input: { doc, fallback: "false" } };
}

/** Returns the specification of the option by which a resource takes over an existing object. @param doc its meaning for the kind */
export function existingOption(doc: string): FieldSpec {
  return { type: "int64", optional: true, doc, input: { doc, min: 1 } };
}

/** Whether every program must declare an argument. */
export function isRequired({ input }: Pick<InputField, "input">): boolean {
  return input.required === true && input.orExisting !== true;
}

/** A field that a program declares. */
export type InputField = Field & { readonly input: InputSpec & { readonly doc: string } };

/** Returns the fields of a table that a program can declare. Those that a creation can send come first. */
export function inputFields({ fields }: Table): InputField[] {
  const args = fields.flatMap((field): InputField[] =>
    field.input === undefined ? [] : [{ ...field, input: { ...field.input, doc: docOf(field.input, field.doc) } }],
  );
  const isLater = ({ input }: InputField): boolean => input.onlyUpdate === true;
  return [...args.filter((field) => !isLater(field)), ...args.filter(isLater)];
}

function docOf(input: InputSpec, doc: string): string {
  return [input.doc ?? doc, replacedText(input)].filter((text) => text !== "").join(" ");
}

/** Returns the inputs that an operation sends, with their names in the body. */
export function sentInputs(of: Table, operation: "add" | "update"): (readonly [name: string, field: InputField])[] {
  const isAdd = operation === "add";
  return inputFields(of)
    .filter(({ input, immutable }) => (isAdd ? input.onlyUpdate !== true : immutable !== true))
    .map((field) => [isAdd ? field.wire : (field.input.updateName ?? field.wire), field]);
}

/** How a body follows from the table of its object. */
export interface Body {
  readonly of: Table;
  readonly operation: "add" | "update";
  /** Whether the body may omit every setting, which then keeps its value. */
  readonly isPartial?: boolean;
}

/**
 * Returns the table of the body of an operation that adds or updates an object. An update sends all settings, so that the service's defaults
 * don't apply; with `omitsAbsent`, only those that change.
 */
export function bodyTable<Typed extends object>(
  of: Table,
  operation: "add" | "update",
  head: Omit<TableHead, "sent">,
): Table<Typed> & { readonly body: Body } {
  const isAdd = operation === "add";
  const isPartial = !isAdd && head.omitsAbsent === true;
  const fields = sentInputs(of, operation).map(
    ([name, { input, type, unordered, assumed, doc }]): [string, FieldSpec] => [
      name,
      {
        // A required field is never null.
        type: input.required === true ? (type.replace(/\?$/, "") as FieldType) : type,
        doc,
        ...(unordered === undefined ? {} : { unordered }),
        ...(assumed === undefined ? {} : { assumed }),
        ...(isPartial ? { optional: true } : {}),
        ...(isAdd && input.required !== true ? { optional: true, fallback: input.fallback ?? "the service's" } : {}),
      },
    ],
  );
  return { ...table<Typed>({ ...head, sent: true }, Object.fromEntries(fields)), body: { of, operation, isPartial } };
}

/** Returns the table of the body of an operation that leaves omitted settings unchanged. */
export function partialBodyTable<Typed extends object>(of: Table): Table<Typed> {
  const args = of.fields.filter(({ input }) => input !== undefined);
  const fields = args.map((field): Field => ({ ...field, optional: true }));
  return { ...(of as Table<Typed>), sent: true, omitsAbsent: true, fields };
}

/** Returns the typed names of a table's fields that pass the filter. */
export function fieldNames(of: Table, keep: (field: Field) => boolean = () => true): string[] {
  return of.fields.filter(keep).map((field) => field.name);
}

/**
 * Converts a wire name to a typed name: leading capitals become lower case, except the last capital of a run, which begins the next word.
 *
 * `EnableTLS1_1` → `enableTLS1_1`, `EUUSDiscount` → `euusDiscount`, `Id` → `id`.
 */
export function typedName(wire: string): string {
  const run = /^[A-Z]+/.exec(wire)?.[0].length ?? 0;
  const lowered = run > 1 && run < wire.length && /[a-z]/.test(wire.charAt(run)) ? run - 1 : run;
  return wire.slice(0, lowered).toLowerCase() + wire.slice(lowered);
}
