import { typedName } from "./name";

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
  /** Omitted, it is as in a new object: another live value is drift, and an update resets it. @default the service's value stays */
  readonly resets?: true;
  /** An empty array means the same as none. */
  readonly emptyIsNone?: true;
  /** `false` means the same as none. */
  readonly orFalse?: true;
  /** The region codes that are accepted, in any case, beside those of `cdn:extraRegions`. */
  readonly codes?: readonly string[];
  /** The codes that are recorded for the public service, and accepted there. */
  readonly publicCodes?: readonly string[];
  /** The name and the values of its constants. No other integer is accepted, unless they are open. */
  readonly constants?: {
    readonly name: string;
    readonly values: Readonly<Record<string, number>>;
    /** What each means, by its name. */
    readonly docs?: Readonly<Record<string, string>>;
    readonly open?: true;
  };
  /** The strings of its type in TypeScript; the check of its kind refuses others. */
  readonly oneOf?: readonly string[];
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
  /** The name in typed objects, where it does not follow from the wire's. */
  readonly typed?: string;
  /** Of an `enum`: the name that typed objects have in place of each integer. An integer without one is in digits. */
  readonly names?: Readonly<Record<string, number>>;
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
  /** An int64 whose values are small, such as a position or seconds: an integer in every SDK of the plugin, rather than a float. */
  readonly small?: true;
  /** Of `json`: an object whose values are texts. */
  readonly map?: true;
  /** A URL: equal ones may be written differently. */
  readonly address?: true;
  /** A hostname: equal in any case, in Unicode or ASCII, with or without a dot at its end. */
  readonly host?: true;
  /** A name: equal in any case, in Unicode or ASCII. Assumption: the service compares names so. */
  readonly anyCase?: true;
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
  /** How it follows from the typed object. A value on the wire counts only where nothing follows. */
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
  /** The contract lacks the object, so all its fields are assumed. */
  readonly assumed?: true;
}

/** An object of the API, with its fields in the contract's order. `Typed` is the interface that is generated from it. */
export interface Table<Typed extends object = object> extends TableHead {
  readonly fields: readonly Field[];
  /** Exists for type inference only. */
  readonly typed?: Typed;
}

export function table<Typed extends object>(head: TableHead, specs: FieldSpecs): Table<Typed> {
  const assumed = head.assumed === true ? { assumed: true as const } : {};
  return { ...head, fields: Object.entries(specs).map(([wire, spec]) => fieldOf(wire, { ...spec, ...assumed })) };
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
export function bodyTable<Typed extends object>(
  of: Table,
  operation: "add" | "update",
  head: Omit<TableHead, "sent">,
): Table<Typed> {
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
  return table({ ...head, sent: true }, Object.fromEntries(fields));
}

/** The body of an operation that sets what it has, and leaves alone what it omits. */
export function partialBodyTable<Typed extends object>(of: Table): Table<Typed> {
  const inputs = of.fields.filter(({ input }) => input !== undefined);
  const fields = inputs.map((field): Field => ({ ...field, optional: true }));
  return { ...(of as Table<Typed>), sent: true, omitsAbsent: true, fields };
}

/** The typed names of a table's fields that pass the filter. */
export function fieldNames(of: Table, keep: (field: Field) => boolean = () => true): string[] {
  return of.fields.filter(keep).map((field) => field.name);
}
