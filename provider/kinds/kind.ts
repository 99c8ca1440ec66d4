import { nameKey } from "../wire/dnsName";
import type { Field, InputField, Table } from "../wire/fields";
import { fieldNames, inputFields } from "../wire/fields";

/** What the class of a kind says in TypeScript besides what follows from its fields. Comments are Markdown, in paragraphs. */
export interface ClassText {
  /** The class's own comment. */
  readonly doc: readonly string[];
  /** The program in that comment, after the import of the package. */
  readonly example: string;
  /** What `get` does. */
  readonly get: string;
  /** The id that `get` takes. @default the zone's id */
  readonly id?: string;
  /** What the comment of the arguments adds. */
  readonly args?: string;
  /** The options that `get` takes as well. */
  readonly getOptions?: readonly string[];
  /** Outputs whose type is not that of their field, but one of `provider/resources/values.ts`. */
  readonly outputs?: Readonly<Record<string, { readonly type: string; readonly doc: string }>>;
}

/** How the command `zones` shows an object, without its secrets. */
export interface ListedAs<Typed> {
  /** The columns of the table after id and name. */
  readonly columns: readonly {
    readonly head: string;
    /** Of a column of numbers. */
    readonly unit?: "count" | "bytes";
    readonly of: (zone: Typed) => string | number | readonly string[] | undefined;
  }[];
  /** In JSON, after its type. */
  readonly summary: (zone: Typed) => object;
}

/** How the id of a part goes on after that of its parent and a slash. */
export interface PartIdSpec {
  readonly shape: RegExp;
  readonly example: string;
  /** The whole id in words, for an error about another one. @default as of a part that is called by its own id */
  readonly rule?: string;
}

/** What the service shows of an object only at a path of its own, such as the code of a script. */
export interface DetailsSpec {
  /** The request in words, for messages. */
  readonly operation: string;
  /** Below the object's path, with a leading slash. */
  readonly path: string;
  readonly table: Table;
  /** A request that may change the object. A reader that must change nothing does not send it. @default "GET" */
  readonly method?: "POST";
  /** Whether an object may have none, which the service answers with 404. */
  readonly isOptional?: true;
}

export interface KindSpec {
  /** The name of its class. FROZEN: the types and provider texts in users' states have it. */
  readonly name: string;
  /** What its objects are called in messages. */
  readonly noun: string;
  /** What it is, for the plugin's schema. */
  readonly description: string;
  /** From which its class is generated. */
  readonly class: ClassText;
  /** The fields of its outputs, and what a program declares for them. */
  readonly table: Table;
  /** Other objects of the service, such as bodies: their interfaces stand with its own. */
  readonly bodies?: readonly Table[];
  /** The field that is its name, which `import` and `zones` know it by. The service ignores how it is spelt. */
  readonly nameField?: string;
  /** @default by id and name */
  readonly listedAs?: ListedAs<never>;
  /** The service's path of its list, below which an object has its id. A part of another object has none. */
  readonly path?: string;
  /** The filters of its list. */
  readonly filters?: Readonly<Record<string, "string" | "boolean">>;
  /** What a request for its list says besides, such as that parts are left out. */
  readonly listQuery?: Readonly<Record<string, number>>;
  /** The body of the operation that adds one. A part of another object has none. */
  readonly add?: Table;
  /** The body of the operation that updates one. */
  readonly update?: Table;
  /** What a request that deletes one says besides. */
  readonly deleteQuery?: Readonly<Record<string, boolean>>;
  /** What the service shows of one only at a path of its own, by name. */
  readonly details?: Readonly<Record<string, DetailsSpec>>;
  /** Assumption: the service lists its objects. */
  readonly listIsAssumed?: true;
  /** The fields as the service answers them, where they are others than those of the outputs. @default the table */
  readonly readTable?: Table;
  /** The output for the field `Id`, because `id` is Pulumi's own. A part of another object has none. */
  readonly idOutput?: string;
  /** Its id ends in its name, so that one object can have several: states of 0.3.0 have the spelling of the program. */
  readonly idIsName?: true;
  /** The kind of the object that it is a part of. Its id is the parent's, a slash, and what it is called there. */
  readonly parent?: string;
  /** Of a part: what it is called in its id. */
  readonly partId?: PartIdSpec;
  /** Arguments that control how the object is managed or read. The service does not know them. */
  readonly options: Table;
  /** Outputs that are inputs, too, but which no program declares: the check adds them, so that an engine compares them. */
  readonly computed?: readonly string[];
  /** Fields whose elements can be resources of their own: the kind of these, and the property that their ids end in. */
  readonly parts?: Readonly<Record<string, { readonly kind: string; readonly key: string }>>;
  /** @default true; otherwise the list leaves them out, too */
  readonly partsAreOutputs?: false;
  /** Outputs that list other objects by id, which can be resources, too: the kind of these. */
  readonly linked?: Readonly<Record<string, string>>;
  /** Inputs that can be an output of another object, which the command `import` then writes. */
  readonly refersTo?: Readonly<Record<string, { readonly kind: string; readonly output: string }>>;
  /** The output that lists files by path. Others that lie beside them are in no state. */
  readonly files?: string;
  /** Outputs that the service changes together: while one of them changes, those that are not declared are unknown. */
  readonly linkedOutputs?: readonly string[];
  /** @default true */
  readonly hasVolatileOutputs?: false;
  /**
   * For the drift report: what a replacement does besides, how one that is gone comes back, what to declare if an update would be refused,
   * and, if it is not settings, what is restored and how the live ones are kept.
   */
  readonly hints?: Readonly<Partial<Record<"replaced" | "recreated" | "refused" | "restored" | "kept", string>>>;
  /** What to do if another account has the name. @default Choose another name */
  readonly takenAdvice?: string;
  /** What a preview says of one that is replaced under its own name. */
  readonly replacedNotice?: string;
  /**
   * Whether its class leaves the order of a replacement to Diff. The engine asks no provider for `up --replace` and taint, so the classes of
   * other kinds set the option: otherwise the name is taken.
   */
  readonly deleteBeforeReplace?: false;
  /** What tells one without a name from others, for the drift report: what it is called, if anything, and what it does. */
  readonly outline?: (inputs: Readonly<Record<string, unknown>>) => { readonly name?: string; readonly text: string };
  /** Why the command `import` has nothing to write for it, and what to do instead. */
  readonly noImport?: (id: string) => string;
  /** What two resources of a stack can't both declare. @default its name, in any spelling */
  readonly claim?: (inputs: Readonly<Record<string, unknown>>) => string;
}

/** A kind of resource, as data: program, life cycle, drift, plugin and docs follow from it. */
export interface Kind extends KindSpec {
  readonly readTable: Table;
  readonly claim: NonNullable<KindSpec["claim"]>;
  /** What a program declares: settings of the object, then options. */
  readonly inputs: readonly InputField[];
  /** The inputs that are settings of the object itself. */
  readonly settings: readonly InputField[];
  /** The outputs of a resource, apart from options. */
  readonly outputNames: readonly string[];
  readonly secretOutputs: readonly string[];
  /** Encrypted in a state even if the program passes them plain. */
  readonly secretInputs: readonly string[];
}

/** A kind whose objects have a path of their own, and are read as `Typed`. */
export interface WholeKindOf<Typed extends object> extends Kind {
  readonly table: Table<Typed>;
  readonly readTable: Table<Typed>;
  readonly nameField: string;
  readonly path: string;
  readonly filters: NonNullable<KindSpec["filters"]>;
  readonly add: Table;
  readonly update: Table;
  readonly idOutput: string;
}

/** A kind whose objects are parts of those of another one, and are read with them. */
export interface PartKindOf<Parent extends string> extends Kind {
  readonly parent: Parent;
  readonly partId: PartIdSpec;
}

/** Adds to a kind what follows from its tables. */
export function defineKind<const Spec extends KindSpec>(
  spec: Spec,
): Kind & NoInfer<Spec> & { readonly readTable: NoInfer<Spec["table"]> } {
  const settings = inputFields(spec.table);
  const isOutput = (field: Field): boolean =>
    field.name !== "id" &&
    !(spec.hasVolatileOutputs === false && field.volatile === true) &&
    !(spec.partsAreOutputs === false && Object.hasOwn(spec.parts ?? {}, field.name));
  const isSecret = ({ secret }: Field): boolean => secret === true;
  return {
    ...spec,
    readTable: spec.readTable ?? spec.table,
    claim: spec.claim ?? ((inputs) => nameKey(nameIn(spec, inputs) ?? "")),
    settings,
    inputs: [...settings, ...inputFields(spec.options)],
    outputNames: [...fieldNames(spec.table, isOutput), ...(spec.idOutput === undefined ? [] : [spec.idOutput])],
    secretOutputs: [...fieldNames(spec.table, isSecret), ...fieldNames(spec.options, isSecret)],
    secretInputs: [...settings, ...inputFields(spec.options)].filter(isSecret).map(({ name }) => name),
  };
}

/** The name of an object of that kind: a live one, its state, or what is declared. */
export function nameIn({ nameField }: Pick<KindSpec, "nameField">, properties: object): string | undefined {
  const name = nameField === undefined ? undefined : (properties as Readonly<Record<string, unknown>>)[nameField];
  return typeof name === "string" ? name : undefined;
}

/** The claim of a kind whose objects have no name: all inputs. An engine may pass the same ones in another order. */
export function inputsText(inputs: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(inputs, (_key, value: unknown) => ordered(value));
}

/** An object by key, without null and what Pulumi adds. */
function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !key.startsWith("__") && inner !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
