import type { SettingSpec } from "../../provider/api/settings";
import { settingSpecs } from "../../provider/api/settings";
import type { Field, Table } from "../../provider/wire/fields";
import type { Property } from "./source";

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line)].join("\n");
}

/** Arguments: what may be given, whether it must be, and what holds where it is not. */
export function argumentTable(properties: readonly Property[]): string {
  return table(
    ["Argument", "Type", "Default", "Meaning"],
    shown(properties).map((property) => [
      code(property.name),
      code(inputType(property.type)),
      property.optional ? defaultOf(property) : "**required**",
      property.doc.text,
    ]),
  );
}

/** Fields of an object of the service: with the wire's names and what the field table knows of each. */
export function fieldTable(properties: readonly Property[], of: Table): string {
  const fields = new Map(of.fields.map((field) => [field.name, field]));
  return table(
    ["Property", "Type", "On the wire", "Kind", "Meaning"],
    shown(properties).map((property) => {
      const field = fields.get(property.name);
      return [
        code(property.name),
        code(property.type + (property.optional ? " \\| undefined" : "")),
        field === undefined ? "" : code(field.wire),
        field === undefined ? "" : kindsOf(field).join(", "),
        property.doc.text,
      ];
    }),
  );
}

/** Properties of an object that is this package's own. */
export function propertyTable(properties: readonly Property[]): string {
  return table(
    ["Property", "Type", "Meaning"],
    shown(properties).map((property) => [
      code(property.name),
      code(property.type + (property.optional ? " \\| undefined" : "")),
      property.doc.text + (property.doc.fallback === undefined ? "" : ` Default: ${property.doc.fallback}.`),
    ]),
  );
}

/** Every setting, as the package itself reads them. */
export function settingTable(meanings: readonly Property[]): string {
  const docs = new Map(meanings.map((property) => [property.name, property.doc]));
  return table(
    ["Configuration key", "Variable", "Default", "Meaning", "Must be"],
    Object.values<SettingSpec>(settingSpecs).map((spec) => [
      code(spec.configKey) + (spec.secret === true ? " (secret)" : ""),
      code(spec.variable),
      settingDefault(spec, docs.get(spec.name)?.fallback),
      docs.get(spec.name)?.text ?? "",
      spec.rule,
    ]),
  );
}

function settingDefault({ fallback }: SettingSpec, documented: string | undefined): string {
  if (fallback === undefined) return "**required**";
  if (fallback === "" || (Array.isArray(fallback) && fallback.length === 0)) return documented ?? "none";
  return code(JSON.stringify(fallback));
}

function kindsOf(field: Field): string[] {
  return [
    ...(field.secret === true ? ["**secret**"] : []),
    ...(field.volatile === true ? ["volatile"] : []),
    ...(field.immutable === true ? ["immutable"] : []),
    ...(field.unordered !== undefined && field.array ? ["set"] : []),
    ...(field.assumed === true ? ["assumed"] : []),
    ...(field.alias === undefined ? [] : [`also read as ${code(field.alias)}`]),
  ];
}

function shown(properties: readonly Property[]): readonly Property[] {
  return properties.filter(({ doc }) => !doc.internal);
}

function defaultOf({ doc }: Property): string {
  return doc.fallback ?? "";
}

/** An Input is written as what it holds: that an Output may be given goes for every argument. */
function inputType(type: string): string {
  let plain = type;
  for (let before = ""; before !== plain;) {
    before = plain;
    plain = plain.replace(/pulumi\.Input<((?:[^<>]|<[^<>]*>)*)>/g, "$1");
  }
  return plain.replace(/ \| (null|undefined)/g, "").replace(/ \| /g, " \\| ");
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replace(/\n+/g, " ").replace(/(?<!\\)\|/g, "\\|");
}
