import { nameKey } from "../wire/dnsName";
import type { Field, InputField, Table } from "../wire/fields";
import { fieldNames, inputFields } from "../wire/fields";
import { isHiddenKey } from "../wire/stateKeys";

/** Texts of a kind's class in TypeScript that do not follow from the fields. Comments are Markdown, in paragraphs. */
export interface ClassText {
  /** Comment of the class. */
  readonly doc: readonly string[];
  /** Program in the comment of the class, after the import of the package. */
  readonly example: string;
  /** Comment of `get`. */
  readonly get: string;
  /** Description of the id that `get` takes. @default the id of the object */
  readonly id?: string;
  /** Addition to the comment of the arguments. */
  readonly args?: string;
  /** Options that `get` also takes. */
  readonly getOptions?: readonly string[];
  /** Outputs whose type is one of `provider/resources/values.ts` instead of the field's. */
  readonly outputs?: Readonly<Record<string, { readonly type: string; readonly doc: string }>>;
}

/** Format in which the command `zones` lists an object, without secrets. */
export interface ListedAs<Typed> {
  /** Columns of the table, after id and name. */
  readonly columns: readonly {
    readonly head: string;
    /** Unit of a column of numbers. */
    readonly unit?: "count" | "bytes";
    readonly of: (zone: Typed) => string | number | readonly string[] | undefined;
  }[];
  /** Properties in JSON, after the type. */
  readonly summary: (zone: Typed) => object;
}

/** Format of a part's own id, which follows the parent's id and a slash. */
export interface PartIdSpec {
  readonly shape: RegExp;
  readonly example: string;
  /** Text that describes the whole id, for the error about an invalid id. @default the text for a part with a numeric id */
  readonly rule?: string;
}

/** Details of an object that the service returns only at a separate path, such as the code of a script. */
export interface DetailsSpec {
  /** Description of the request, for messages. */
  readonly operation: string;
  /** Path below the object's path, with a leading slash. */
  readonly path: string;
  /** Whether `path` is a full path that the object's id follows. */
  readonly beforeId?: true;
  /** Whether the service returns a list, page by page. The table is that of its elements. */
  readonly isList?: true;
  /** Whether it has all parts of a kind, so that the reads of several parts share one request. */
  readonly hasParts?: true;
  readonly table: Table;
  /** Method of the request. A POST may change the object, so readers that must change nothing don't send it. @default "GET" */
  readonly method?: "POST";
  /** Whether an object may lack these details. The service then responds with 404, or says that the plan does not have them. */
  readonly isOptional?: true;
}

/** How the service speaks of a kind's objects, if that differs from how it speaks of zones. `api/dialect.ts` reads it. */
export interface DialectSpec {
  /** Path of an object, which its id follows. @default the path of the list */
  readonly objectPath?: string;
  /** Wire name of the id. @default "Id" */
  readonly idField?: string;
  /** Whether a body has the object, or the elements of a list, in `data`. A list has the number of its pages in `page`. */
  readonly inData?: true;
  /** Whether an update is a PATCH of `objectPath` with the id in its body. The responses of an update and of an addition only repeat the request. */
  readonly patches?: true;
  /** Whether a response with a success can be a refusal: 202, or a body with `success: false` and a message or key. */
  readonly refusesIn2xx?: true;
}

/** The object to which an object belongs. It decides whether an object that is no longer shown was deleted, or is in another account. */
export interface BelongsTo {
  readonly kind: string;
  /** Output with its id. */
  readonly output: string;
  /** Path at which the service shows the object that belongs to another one, whose id follows. */
  readonly path: string;
}

/** The object of the service that made a zone. */
export interface MadeBy {
  /** Text for messages: "DNS record 8/12". */
  readonly text: string;
  /** Whether no program can have made such a zone. */
  readonly isCertain: boolean;
}

export interface KindSpec {
  /** Name of the class. FROZEN: the types and provider texts in users' states contain it. */
  readonly name: string;
  /** Noun for an object in messages. */
  readonly noun: string;
  /** Description in the plugin's schema. */
  readonly description: string;
  /** Texts from which the class is generated. */
  readonly class: ClassText;
  /** Fields of the outputs, with the arguments that a program declares. */
  readonly table: Table;
  /** Other objects of the service, such as bodies. Their interfaces are generated into the same file. */
  readonly bodies?: readonly Table[];
  /** Field that holds the name, by which `import` and `zones` identify an object. The service ignores its spelling. */
  readonly nameField?: string;
  /** Format in the command `zones`. @default id and name */
  readonly listedAs?: ListedAs<never>;
  /** Path of the service's list. An object's path is this path, a slash and the id. Parts have no list. */
  readonly path?: string;
  /** How the service speaks of the objects. @default as of zones */
  readonly dialect?: DialectSpec;
  /** The object to which an object belongs, if that shows the account's user and the object itself does not. */
  readonly belongsTo?: BelongsTo;
  /** Filters of the list. */
  readonly filters?: Readonly<Record<string, "string" | "boolean">>;
  /** Further parameters of a request for the list, such as one that omits parts. */
  readonly listQuery?: Readonly<Record<string, number>>;
  /** Body of the operation that adds an object. Parts have none. */
  readonly add?: Table;
  /** Body of the operation that updates an object. */
  readonly update?: Table;
  /** Further parameters of a request that deletes an object. */
  readonly deleteQuery?: Readonly<Record<string, boolean>>;
  /** Details that the service returns only at a separate path, by name. */
  readonly details?: Readonly<Record<string, DetailsSpec>>;
  /** Whether the existence of the list is an assumption. */
  readonly listIsAssumed?: true;
  /** Fields as the service answers them, if they differ from the outputs. @default the table */
  readonly readTable?: Table;
  /** Output for the field `Id`, because Pulumi reserves `id`. Parts have none. */
  readonly idOutput?: string;
  /** Whether the id ends in the name. One object can then have several ids: states of 0.3.0 contain the program's spelling. */
  readonly idIsName?: true;
  /** Kind of the object that this kind is a part of. The id of a part is the parent's id, a slash and the part's own id. */
  readonly parent?: string;
  /** Format of a part's own id. */
  readonly partId?: PartIdSpec;
  /** Arguments that control how the object is managed or read. They are not sent to the service. */
  readonly options: Table;
  /** Outputs that are also inputs, although no program declares them: the check adds them, so that an engine compares them. */
  readonly computed?: readonly string[];
  /** Fields whose elements can be separate resources, with the kind of these and the property that their ids end in. */
  readonly parts?: Readonly<Record<string, { readonly kind: string; readonly key: string }>>;
  /** Whether the check of a part needs the last state of its whole, such as the plan. @default false */
  readonly partsCheckState?: true;
  /** Whether parts are outputs. If not, the list also omits them. @default true */
  readonly partsAreOutputs?: false;
  /** Outputs that list other objects by id, with the kind of these. The objects can be resources. */
  readonly linked?: Readonly<Record<string, string>>;
  /** Inputs that can be an output of another object. The command `import` then writes a reference to it. */
  readonly refersTo?: Readonly<Record<string, { readonly kind: string; readonly output: string }>>;
  /** Output that lists files by path. Other files in the same folders are in no state. */
  readonly files?: string;
  /** Returns comments on arguments of an imported object, by the arguments' names. @default none */
  readonly importComments?: (state: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
  /** Outputs that the service changes together. If one of them changes, the undeclared others are unknown in the preview. */
  readonly linkedOutputs?: readonly string[];
  /**
   * Outputs that no update changes, beside the id. In the preview of an update, the class reads them from the service: Pulumi's dynamic providers
   * can't say that they stay.
   */
  readonly stableOutputs?: readonly string[];
  /**
   * Outputs that repeat an input, which a program may pass as a secret. They are secret unless the resource only reads the object: a
   * refresh of such a resource would show the encryption of an existing output as a change.
   */
  readonly repeatingOutputs?: readonly string[];
  /** Whether volatile fields are outputs. @default true */
  readonly hasVolatileOutputs?: false;
  /**
   * Hints for the drift report: a further effect of a replacement, how a deleted object is restored, what to declare if an update would be
   * refused and, for objects other than settings, what is restored and how the live ones are kept.
   */
  readonly hints?: Readonly<Partial<Record<"replaced" | "recreated" | "refused" | "restored" | "kept", string>>>;
  /** Advice if another account has the name. @default Choose another name */
  readonly takenAdvice?: string;
  /** Further settings of a zone that a resource with `existingId` can't change, such as the origin: the service owns them. */
  readonly fixedIfExisting?: readonly string[];
  /**
   * Returns the object of the service that made a zone and that removes it, and whether only the service can have made the zone.
   *
   * @param zone the zone as the service shows it, or its state
   */
  readonly madeBy?: (zone: Readonly<Record<string, unknown>>) => MadeBy | undefined;
  /** Verb for a deletion in messages. @default "delete" */
  readonly deletion?: "remove";
  /** Notice in the preview of a replacement that keeps the name. */
  readonly replacedNotice?: string;
  /**
   * Whether the class leaves the order of a replacement to Diff. The engine asks no provider in case of `up --replace` and taint, so the
   * classes of other kinds set the option: otherwise the name would be taken.
   */
  readonly deleteBeforeReplace?: false;
  /** Returns the name, if any, and a summary of an object without a unique name, for the drift report. */
  readonly outline?: (inputs: Readonly<Record<string, unknown>>) => { readonly name?: string; readonly text: string };
  /** Whether the service has no object for a resource, so that there is nothing to import, read or compare. `noImport` says so. */
  readonly hasNoObject?: true;
  /** Returns the reason why the command `import` writes nothing for an object, with advice. */
  readonly noImport?: (id: string) => string;
  /** Returns the claim of a resource, which only one resource of a stack can declare. @default the name, in any spelling */
  readonly claim?: (inputs: Readonly<Record<string, unknown>>) => string;
}

/** A kind of resource, as data: program, life cycle, drift, plugin and docs follow from it. */
export interface Kind extends KindSpec {
  readonly readTable: Table;
  readonly claim: NonNullable<KindSpec["claim"]>;
  /** Arguments of a resource: settings of the object, then options. */
  readonly args: readonly InputField[];
  /** Inputs that are settings of the object. */
  readonly settings: readonly InputField[];
  /** Outputs of a resource, without options. */
  readonly outputNames: readonly string[];
  readonly secretOutputs: readonly string[];
  /** Inputs that are encrypted in a state even if the program passes them as plain text. */
  readonly secretInputs: readonly string[];
}

/** A kind whose objects have their own path and are read as `Typed`. */
export interface WholeKindOf<Typed extends object> extends Kind {
  readonly table: Table<Typed>;
  readonly readTable: Table<Typed>;
  readonly path: string;
  readonly filters: NonNullable<KindSpec["filters"]>;
  readonly add: Table;
  readonly update: Table;
  readonly idOutput: string;
}

/** A kind with details of these types, by name; see {@link KindSpec.details}. */
export interface WithDetails<Types extends object> {
  readonly details: {
    readonly [Name in keyof Types]: DetailsSpec & { readonly table: Table<ElementOf<Types[Name] & object>> };
  };
  /** Exists for type inference only. */
  readonly detailTypes?: Types;
}

/** Type of the elements of a list, or the type itself. */
type ElementOf<Type extends object> = Type extends readonly (infer Element extends object)[] ? Element : Type;

/** Types of a kind's details, by name. */
export type DetailsOf<One> = One extends {
  readonly details: unknown;
  readonly detailTypes?: infer Types extends object;
}
  ? Types
  : object;

/** A kind whose objects are parts of objects of another kind, and are read with them. */
export interface PartKindOf<Parent extends string> extends Kind {
  readonly parent: Parent;
  readonly partId: PartIdSpec;
}

/** Completes a kind with the properties that follow from its tables. */
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
    claim: spec.claim ?? ((inputs) => existingClaim(inputs) ?? nameKey(nameIn(spec, inputs) ?? "")),
    settings,
    args: [...settings, ...inputFields(spec.options)],
    outputNames: [...fieldNames(spec.table, isOutput), ...(spec.idOutput === undefined ? [] : [spec.idOutput])],
    secretOutputs: [...fieldNames(spec.table, isSecret), ...fieldNames(spec.options, isSecret)],
    secretInputs: [...settings, ...inputFields(spec.options)].filter(isSecret).map(({ name }) => name),
  };
}

/** Returns the claim of a resource that takes over an existing object, which may have no declared name. No name has a space. */
function existingClaim({ existingId }: Readonly<Record<string, unknown>>): string | undefined {
  return existingId === undefined ? undefined : `existing ${JSON.stringify(existingId)}`;
}

/** Whether an object of a list shows its parts, which a list may omit. */
export function showsParts({ parts = {}, partsAreOutputs }: KindSpec, object: object): boolean {
  return partsAreOutputs !== false && Object.keys(parts).every((name) => name in object);
}

/** Returns the name of an object of a kind, from the live object, the state or the declared inputs. */
export function nameIn({ nameField }: Pick<KindSpec, "nameField">, properties: object): string | undefined {
  const name = nameField === undefined ? undefined : (properties as Readonly<Record<string, unknown>>)[nameField];
  return typeof name === "string" ? name : undefined;
}

/** Returns a text that is the same for equal inputs, in any order of keys. It has no keys that Pulumi adds. */
export function inputsText(inputs: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(inputs).filter(([key]) => !isHiddenKey(key));
  return JSON.stringify(Object.fromEntries(own), (_key, value: unknown) => ordered(value));
}

/** Returns an object sorted by key and without null; a bigint, which JSON lacks, as a string. */
function ordered(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
