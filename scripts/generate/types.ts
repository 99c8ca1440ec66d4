import type { Kind } from "../../provider/kinds";
import type { Field, InputField, Table } from "../../provider/wire/fields";
import { inputFields } from "../../provider/wire/fields";
import { withArticle } from "../../provider/wire/name";

const header = "// Generated from the field tables in provider/wire by `npm run generate`.";

/** The interfaces of tables and of the objects inside them, but for those that are imported. */
export function typesFile(tables: readonly Table[], imported: Readonly<Record<string, Table>> = {}): string {
  const own = nestedTables(tables, Object.values(imported));
  const imports = Object.entries(imported).map(([file, { type }]) => `import type { ${type} } from "${file}";`);
  const extra = own.every(({ partial }) => partial === true)
    ? []
    : ['import type { ExtraFields } from "./extraFields";'];
  return [header, "", ...extra, ...imports, "", ...own.map(interfaceOf)].join("\n");
}

/** The interface of what a program declares, with plain values. */
export function inputsInterface({ name, noun, inputs }: Kind): string {
  const inner = [...new Set(inputs.flatMap(({ of }) => of ?? []))];
  return [
    inputsOf(name, noun, inputs),
    ...inner.map((table) => inputsOf(table.type, table.object, inputFields(table))),
  ].join("\n");
}

function inputsOf(name: string, noun: string, inputs: readonly InputField[]): string {
  const members = inputs.map((field) => {
    const { doc, fallback, required } = field.input;
    const text = [doc, ...(fallback === undefined ? [] : [`@default ${fallback}`])].join(" ");
    return `${comment(text)}\n${field.name}${required === true ? "" : "?"}: ${inputTypeOf(field)};`;
  });
  const doc = `What a program declares about ${withArticle(noun)}.`;
  return `${comment(doc)}\nexport interface ${name}Inputs {\n${members.join("\n")}\n}\n`;
}

/** An editor completes the known values; the type stays open for what a service may have besides. */
function inputTypeOf(field: InputField): string {
  const { codes, constants } = field.input;
  if (field.of !== undefined) return `${field.of.type}Inputs[]`;
  if (codes !== undefined) {
    const open = `${codes.map((code) => JSON.stringify(code)).join(" | ")} | (string & {})`;
    return field.array ? `(${open})[]` : open;
  }
  return constants === undefined ? typeOf(field) : `${Object.values(constants.values).join(" | ")} | (number & {})`;
}

/** Tables with those of the objects inside them, each once. */
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

function interfaceOf({ type, doc, fields, partial, sent }: Table): string {
  const extended = partial === true || sent === true ? "" : " extends ExtraFields";
  const members = fields.map(
    (field) => `${comment(docOf(field))}\n${field.name}${isOptional(field) ? "?" : ""}: ${typeOf(field)};`,
  );
  return `${comment(doc)}\nexport interface ${type}${extended} {\n${members.join("\n")}\n}\n`;
}

/** A field's type in TypeScript. */
export function typeOf({ of, scalar, array }: Field): string {
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

/** An array is always there: null on the wire is the empty one. */
export function isOptional(field: Field): boolean {
  return field.optional === true || (field.nullable && !field.array);
}

function docOf({ doc, secret, volatile, fallback }: Field): string {
  return [
    doc,
    ...(secret === true ? ["Secret."] : []),
    ...(volatile === true ? ["Volatile: changes by itself, never drift."] : []),
    ...(fallback === undefined ? [] : [`@default ${fallback}`]),
  ].join(" ");
}

function comment(text: string): string {
  return `/** ${text} */`;
}
