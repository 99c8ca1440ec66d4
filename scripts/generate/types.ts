import type { Kind } from "../../provider/kinds";
import type { EdgeRuleMeaning } from "../../provider/wire/edgeRuleMeanings";
import { meaningText } from "../../provider/wire/edgeRuleMeanings";
import type { Field, InputField, Table } from "../../provider/wire/fields";
import { fieldNames, inputFields, isRequired } from "../../provider/wire/fields";
import { pluralOf, withArticle } from "../../provider/wire/words";
import type { ArgumentSpec, ArgumentTable } from "../../provider/wire/functions";

const header = "// Generated from the field tables in provider/wire by `npm run generate`.";

/** Returns the name of a kind's files, without folder and `.ts`. */
export function fileOf({ name }: Kind): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the name of a kind's files in the emulator, without folder and `.ts`, which is also the name of its store. */
export function storeOf(kind: Kind): string {
  return pluralOf(fileOf(kind));
}

/** Returns a file for each kind, with the interfaces of its objects, of nested objects that no other file has, and of its inputs. */
export function typesOfKinds(kinds: readonly Kind[]): Record<string, string> {
  const tablesOf = ({ table, bodies = [] }: Kind): Table[] => [...new Set([...bodies, table])];
  const homes = new Map(kinds.flatMap((kind) => tablesOf(kind).map((table) => [table, fileOf(kind)])));
  const files = kinds.map((kind): [string, string] => {
    const file = fileOf(kind);
    const others = [...homes].filter(([, home]) => home !== file).map(([table]) => table);
    const own = nestedTables(tablesOf(kind), others);
    for (const table of own) homes.set(table, file);
    const used = others.filter((table) => own.some(({ fields }) => fields.some(({ of }) => of === table)));
    const imported = Object.fromEntries(used.map((table) => [`./${homes.get(table) ?? ""}`, table]));
    return [
      `provider/types/${file}.ts`,
      [typesFile(tablesOf(kind), others, imported), inputsInterface(kind), flaggedFields(kind)].join("\n"),
    ];
  });
  return Object.fromEntries(files);
}

/** Returns the interfaces of tables and of nested objects, except those of other files. */
export function typesFile(
  tables: readonly Table[],
  others: readonly Table[] = [],
  imported: Readonly<Record<string, Table>> = {},
): string {
  const own = nestedTables(tables, others);
  const imports = Object.entries(imported).map(([file, { type }]) => `import type { ${type} } from "${file}";`);
  const extra = own.every(({ partial }) => partial === true)
    ? []
    : ['import type { ExtraFields } from "./extraFields";'];
  return [header, "", ...extra, ...imports, "", ...own.map(interfaceOf)].join("\n");
}

/** Returns the name of an object's interface in the emulator. */
function wireNameOf({ type }: Table): string {
  return type.replace(/^Get(\w+)Result$/, "$1");
}

/** Returns the table of an object that the emulator stores. Its interface there is named after its kind, whatever the client's is called. */
export function storedTable(store: string, table: Table, kinds: readonly Kind[]): Table {
  const name = kinds.find((kind) => storeOf(kind) === store)?.name ?? wireNameOf(table);
  return wireNameOf(table) === name ? table : { ...table, type: name };
}

/** Returns the emulator's interfaces, which have wire names. Fields that the contract lacks are optional. */
export function wireTypesFile(stored: readonly Table[], others: readonly Table[]): string {
  const memberOf = (table: Table, field: Field): string => {
    const onWire = field.of === undefined ? field : { ...field, of: { ...field.of, type: wireNameOf(field.of) } };
    const type = field.names === undefined ? typeOf(onWire) : "number";
    const mark =
      (field.assumed === true && table.assumed !== true) || field.optional === true || field.derived !== undefined
        ? "?"
        : "";
    return `${field.wire}${mark}: ${type}${field.nullable ? " | null" : ""};`;
  };
  const texts = nestedTables([...stored, ...others]).map((table) => {
    const members = ["[name: string]: unknown;", ...table.fields.map((field) => memberOf(table, field))];
    return interfaceText(`${table.doc} Other fields are allowed.`, wireNameOf(table), members);
  });
  const partial = stored.map((table) => {
    const name = wireNameOf(table);
    return `export type Partial${name} = PartialOf<${name}>;`;
  });
  return [header, "", 'import type { PartialOf } from "./partial";', "", ...texts, ...partial].join("\n");
}

/** Returns the types of the emulator's objects that its package exports, by the names of their stores. */
export function emulatorTypesFile(stored: readonly (readonly [store: string, table: Table])[]): string {
  const names = stored.flatMap(([, table]) => [wireNameOf(table), `Partial${wireNameOf(table)}`]);
  return [
    header,
    "",
    'import type { Objects } from "./server";',
    "",
    `export type { ${names.sort().join(", ")} } from "./wire/objects";`,
    ...stored.map(([store, table]) => `export type ${wireNameOf(table)}Access = Objects["${store}"];`),
  ].join("\n");
}

/** Returns the names of fields that differ between an object and the outputs of a resource. */
function flaggedFields({ name, noun, table }: Kind): string {
  const union = (suffix: string, doc: string, keep: (field: Field) => boolean): string => {
    const names = fieldNames(table, keep).map((field) => `"${field}"`);
    return names.length === 0 ? "" : `/** ${doc} */\nexport type ${name}${suffix} = ${names.join(" | ")};\n`;
  };
  return [
    union("Volatile", `Fields of ${withArticle(noun)} that change by themselves.`, ({ volatile }) => volatile === true),
    union(
      "Always",
      `Fields of ${withArticle(noun)} that may be null by contract, but never are.`,
      ({ always }) => always === true,
    ),
  ].join("\n");
}

/** Returns the interface of a resource's inputs, with plain values. */
function inputsInterface({ name, noun, table, args }: Kind): string {
  const inner = [...new Set(args.flatMap(({ of }) => of ?? []))];
  return [
    inputsOf(name, noun, table, args),
    ...inner.map((one) => inputsOf(one.type, one.object, one, inputFields(one))),
  ].join("\n");
}

/** Returns the interface of inputs. If most of them equal the object's fields, it is derived from the object's interface, which then documents both. */
function inputsOf(name: string, noun: string, table: Table, inputs: readonly InputField[]): string {
  const members = inputs.map((field) => {
    const { required, ...input } = field.input;
    const mark = required === true && isRequired(field) ? { required } : {};
    return memberOf(field.name, { ...input, ...mark, type: inputTypeOf(field) });
  });
  const asOutput = table.fields.map((field) =>
    memberOf(field.name, { ...field, doc: docOf(field), type: typeOf(field) }),
  );
  const own = members.filter((member) => !asOutput.includes(member));
  const doc = `What a program declares about ${withArticle(noun)}.`;
  if (own.length >= inputs.length / 2) return interfaceText(doc, `${name}Inputs`, members);
  const derived = inputs.filter((_, index) => asOutput.includes(members[index] ?? ""));
  const others = table.fields.filter((field) => !derived.some(({ wire }) => wire === field.wire));
  const omitted = [...others.map((field) => field.name), ...(table.partial === true ? [] : ["extraFields"])];
  const base = `Partial<Omit<${table.type}, ${omitted.map((one) => `"${one}"`).join(" | ")}>>`;
  return interfaceText(doc, `${name}Inputs extends ${base}`, own);
}

/** Returns the interfaces of arguments, each after those that it extends. */
export function argumentInterfaces(tables: readonly ArgumentTable[]): string {
  const texts = tables.map(({ type, doc, specs, base }) => {
    const members = Object.entries(specs).map(([name, spec]) => memberOf(name, spec));
    const name = base === undefined ? type : `${type} extends ${base.type}`;
    const text = interfaceText(doc, name, members);
    return base === undefined ? text : `${argumentInterfaces([base])}\n${text}`;
  });
  return texts.join("\n");
}

/** Returns constants with documented members. */
export function constantsFile(constants: Readonly<Record<string, Readonly<Record<string, EdgeRuleMeaning>>>>): string {
  const texts = Object.entries(constants).map(([name, meanings]) => {
    const members = Object.entries(meanings).map(
      ([member, meaning]) => `/** ${meaningText(meaning)} */\n${member}: ${String(meaning.value)},`,
    );
    const doc = "/** Assumption: the meanings. Other integers are possible. */";
    return `${doc}\nexport const ${name} = {\n${members.join("\n")}\n} as const;\n`;
  });
  return texts.join("\n");
}

/** Returns an open type: an editor completes the known values, and a service may have others. */
export function inputTypeOf(field: InputField): string {
  const { codes, constants, oneOf, orFalse } = field.input;
  if (field.of !== undefined)
    return `${field.of.type}Inputs${field.array ? "[]" : ""}${orFalse === true ? " | false" : ""}`;
  if (codes !== undefined) {
    const open = `${codes.map((code) => JSON.stringify(code)).join(" | ")} | (string & {})`;
    return field.array ? `(${open})[]` : open;
  }
  if (oneOf !== undefined) return oneOf.map((one) => JSON.stringify(one)).join(" | ");
  if (field.names !== undefined) return `${typeOf(field)} | number`;
  return constants === undefined || constants.open === true
    ? typeOf(field)
    : `${Object.values(constants.values).join(" | ")} | (number & {})`;
}

/** Returns tables with those of nested objects, each once. */
export function nestedTables(tables: readonly Table[], except: readonly Table[] = []): Table[] {
  const all = new Set<Table>();
  const collect = (table: Table): void => {
    if (except.includes(table)) return;
    all.add(table);
    for (const { of } of table.fields) if (of !== undefined) collect(of);
  };
  tables.forEach(collect);
  return [...all];
}

function interfaceOf({ type, doc, fields, partial, sent, base }: Table): string {
  const extended = partial === true || sent === true ? "" : ` extends ${base?.type ?? "ExtraFields"}`;
  const own = fields.filter((field) => base?.fields.includes(field) !== true);
  const members = own.map((field) =>
    memberOf(field.name, { ...field, doc: docOf(field), type: typeOf(field), required: !isOptional(field) }),
  );
  return interfaceText(doc, type + extended, members);
}

function interfaceText(doc: string, name: string, members: readonly string[]): string {
  return `/** ${doc} */\nexport interface ${name} {\n${members.join("\n")}\n}\n`;
}

function memberOf(name: string, { type, doc, fallback, required }: ArgumentSpec): string {
  const text = fallback === undefined ? doc : `${doc} @default ${fallback}`;
  return `/** ${text} */\n${name}${required === true ? "" : "?"}: ${type};`;
}

/** Returns a field's type in TypeScript. */
export function typeOf({ of, scalar, array, map, names }: Field): string {
  if (map === true) return "Record<string, string>";
  if (names !== undefined)
    return `${Object.keys(names)
      .map((name) => JSON.stringify(name))
      .join(" | ")} | (string & {})`;
  const element = of === undefined ? scalarTypes[scalar] : of.type;
  return array ? `${element}[]` : element;
}

const scalarTypes: Readonly<Record<Field["scalar"], string>> = {
  int64: "number",
  int32: "number",
  decimal: "number",
  double: "number",
  enum: "number",
  boolean: "boolean",
  string: "string",
  "date-time": "string",
  json: "unknown",
};

/** Whether a field may be absent. An array never is, because null on the wire becomes the empty array. */
export function isOptional(field: Field): boolean {
  return field.optional === true || (field.nullable && !field.array);
}

function docOf({ doc, secret, volatile }: Field): string {
  return [
    doc,
    ...(secret === true ? ["Secret."] : []),
    ...(volatile === true ? ["Volatile: changes by itself, never drift."] : []),
  ].join(" ");
}
