import { faultSchema } from "../../emulator/faults/schema";
import type { SettingSpec } from "../../provider/api/settingSpecs";
import { settingSpecs, settingTable } from "../../provider/api/settingSpecs";
import type { Kind, KindName } from "../../provider/kinds";
import { kindNames, kinds } from "../../provider/kinds";
import type { EdgeRuleMeaning } from "../../provider/wire/edgeRuleMeanings";
import { edgeRuleActionMeanings, edgeRuleTriggerMeanings } from "../../provider/wire/edgeRuleMeanings";
import type { Field, InputField, Table } from "../../provider/wire/fields";
import { inputFields, isRequired } from "../../provider/wire/fields";
import type { ArgumentSpec, ArgumentSpecs, ArgumentTable } from "../../provider/wire/functions";
import { argumentsOf, functionTables } from "../../provider/wire/functions";
import { capitalized, sentence } from "../../provider/wire/words";
import { pullZoneGroups, pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { programsOf } from "./programs";
import { propertiesOf } from "./sources";
import { isOptional, typeOf } from "./types";

/** Fills the text between `<!-- begin:KIND NAME -->` and `<!-- end -->` in a handwritten page. */
export function withTables(page: string, tables: readonly Table[]): string {
  return page.replace(
    /(<!-- begin:(\w+) ?([\w ]*?) -->).*?(<!-- end -->)/gs,
    (_, begin: string, kind: string, name: string, end: string) => {
      const make = makers[kind];
      if (make === undefined) throw new Error(`no table is made by ${begin}`);
      return `${begin}\n\n${make({ name, tables })}\n\n${end}`;
    },
  );
}

/** Returns the name of a kind's page, without folder and `.md`: "pull-zone". */
function pageOf(kind: KindName): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}

/** Returns a type with each `pulumi.Input<…>` replaced by its content. */
function withoutInput(type: string): string {
  const inner = type.replace(/pulumi\.Input<((?:[^<>]|<[^<>]*>)*)>/, "$1");
  return inner === type ? type : withoutInput(inner);
}

interface Wanted {
  readonly name: string;
  readonly tables: readonly Table[];
}

const makers: Readonly<Record<string, (wanted: Wanted) => string>> = {
  /** The arguments of a function or in an interface. The types omit Output, which every argument accepts. */
  arguments: ({ name }) =>
    argumentTable(
      Object.entries(argumentsNamed(name)).map(([argument, { type, required, fallback, doc }]) =>
        argumentRow({
          name: argument,
          type: withoutInput(type).replace(/readonly | \| null/g, ""),
          isRequired: required === true,
          fallback,
          doc,
          notes: [],
        }),
      ),
    ),
  /** Links to the page of each kind of resource. The name is the folder of the pages, if they are not next to this one. */
  kinds: ({ name }) => {
    const folder = name === "" ? "resources" : `${name}/resources`;
    return sentence(kindNames.map((kind) => `[${kind}](${folder}/${pageOf(kind)}.md)`)) + ".";
  },
  /** An example in several languages. */
  programs: ({ name }) => programsOf(name),
  /** The inputs of a resource. */
  inputs: ({ name }) => {
    const { args, table }: Kind = kinds[name as KindName];
    const tableOfInputs = (some: readonly InputField[]): string => inputTable(some, table);
    return name === "PullZone" ? inPullZoneGroups(args, tableOfInputs) : tableOfInputs(args);
  },
  /** The inputs of an object inside a resource. */
  nested: ({ name, tables }) => inputTable(inputFields(tableOf(name, tables))),
  /** The named constants of actions or triggers. */
  constants: ({ name }) => {
    if (name === "EdgeRuleActionType") {
      return constantTable(edgeRuleActionMeanings, ({ parameters = [], onMissOnly }) => [
        ...(onMissOnly === true ? ["**On a cache miss only.**"] : []),
        ...parametersText(parameters),
      ]);
    }
    return constantTable(edgeRuleTriggerMeanings, ({ patterns, parameters: [parameter] = [] }) => [
      ...(patterns === undefined ? [] : [`\`patternMatches\`: ${patterns}.`]),
      ...(parameter === undefined ? [] : [`\`parameter1\`: ${parameter}.`]),
    ]);
  },
  /** The values of the constants of a kind's arguments, for languages without constants. */
  values: ({ name }) => valuesOf(kinds[name as KindName].args).join("\n"),
  /** Properties of interfaces of this package. */
  properties: ({ name }) => {
    const specs = name.split(" ").flatMap((one) => Object.entries(propertiesOf(one)));
    return propertyTable(specs.map(propertyRow));
  },
  /** Fields of an object of the service. Each object also has `extraFields`, which the page describes. */
  fields: ({ name, tables }) =>
    propertyTable(tableOf(name, tables).fields.map((field) => fieldRow(field, tableOf(name, tables)))),
  /** The outputs of a resource. */
  outputs: ({ name }) => outputTables(name as KindName, () => true),
  /** The outputs, except those that the table of arguments describes. */
  otherOutputs: ({ name }) => {
    const { args }: Kind = kinds[name as KindName];
    return outputTables(name as KindName, (field) => !args.some((input) => isDescribedBy(field, input)));
  },
  volatile: ({ name, tables }) =>
    propertyTable(
      tableOf(name, tables)
        .fields.filter((field) => field.volatile)
        .map((field) => fieldRow(field, tableOf(name, tables))),
    ),
  settings: () =>
    markdown(
      ["Configuration key", "Variable", "Default", "Description", "Must be"],
      Object.values<SettingSpec>(settingSpecs).map(({ name, configKey, secret, variable, doc, rule }) => [
        code(configKey) + (secret === true ? " (secret)" : ""),
        code(variable),
        settingTable.specs[name]?.fallback ?? "**required**",
        doc,
        rule,
      ]),
    ),
  /** Kinds of faults of the emulator. */
  faults: () =>
    markdown(
      ["`kind`", "Fields", "What happens"],
      faultSchema.options.map(({ description = "", shape: { kind, ...fields } }) => [
        code(kind.value),
        Object.entries<{ isOptional(): boolean }>(fields)
          .map(([name, field]) => code(name + (field.isOptional() ? "?" : "")))
          .join(", "),
        description,
      ]),
    ),
};

/** Returns what the parameters of an action mean, by their numbers if there are several meanings. */
function parametersText(parameters: readonly string[]): string[] {
  const [first, ...others] = [...new Set(parameters)];
  if (first === undefined) return [];
  if (others.length === 0) return [`Parameter${parameters.length > 1 ? "s" : ""}: ${first}.`];
  return parameters.map((text, index) => `Parameter ${String(index + 1)}: ${text}.`);
}

function constantTable(
  meanings: Readonly<Record<string, EdgeRuleMeaning>>,
  detailsOf: (meaning: EdgeRuleMeaning) => readonly string[],
): string {
  return markdown(
    ["Constant", "Meaning"],
    Object.entries(meanings).map(([name, meaning]) => [
      code(`${name} = ${String(meaning.value)}`),
      [meaning.doc, ...detailsOf(meaning)].join(" "),
    ]),
  );
}

function valuesOf(inputs: readonly InputField[]): string[] {
  return inputs.flatMap(({ of, input: { constants } }) => {
    if (of !== undefined) return valuesOf(inputFields(of));
    if (constants === undefined) return [];
    const values = Object.entries(constants.values).map(([name, value]) =>
      typeof value === "string" ? code(value) : `${String(value)} ${code(name)}`,
    );
    return [`- ${code(constants.name)}: ${values.join(", ")}`];
  });
}

function argumentsNamed(name: string): ArgumentSpecs {
  const table: ArgumentTable | undefined = functionTables[name as keyof typeof functionTables];
  return table === undefined ? propertiesOf(name) : argumentsOf(table);
}

function tableOf(type: string, tables: readonly Table[]): Table {
  const found = tables.find((table) => table.type === type);
  if (found === undefined) throw new Error(`no table has the type ${type}`);
  return found;
}

function outputTables(name: KindName, isShown: (field: Field) => boolean): string {
  const { idOutput, outputNames, table }: Kind = kinds[name];
  // A storage zone's pull zones are outputs by id and name; the reference describes the service's field.
  const { fields: all } = name === "StorageZone" ? storageZoneTable : table;
  const outputs =
    name === "PullZone"
      ? pullZoneTable.fields.filter(({ volatile }) => volatile !== true)
      : all.filter((field) => field.name === "id" || outputNames.includes(field.name));
  const tableOfFields = (fields: readonly Field[]): string =>
    propertyTable(fields.map((field) => outputRow(idOutput, field, table)));
  const shown = outputs.filter(isShown);
  return tableOfFields(shown);
}

/** Whether the table of arguments describes an output. */
function isDescribedBy(field: Field, { name, input }: InputField): boolean {
  return field.name === name && input.doc.startsWith(field.doc.replace(/\.$/, ""));
}

/** Pulumi's own `id` is a string; linked pull zones are outputs by id and name. */
function outputRow(idOutput: string | undefined, field: Field, table: Table): string[] {
  if (field.name === "id" && idOutput !== undefined) return fieldRow({ ...field, name: idOutput }, table);
  if (field.always === true) return fieldRow({ ...field, nullable: false }, table);
  return fieldRow(field, table, field.wire === "PullZones" ? "PullZoneLink[]" : undefined);
}

/** @param table the table of the resource, whose arguments are also outputs, with notes on them */
function inputTable(inputs: readonly InputField[], table?: Table): string {
  return argumentTable(inputs.map((field) => inputRow(field, table)));
}

/** Returns a table for each group of arguments, and one for the options. */
function inPullZoneGroups(
  inputs: readonly InputField[],
  tableOfInputs: (inputs: readonly InputField[]) => string,
): string {
  const titleOf = ({ wire }: InputField): string =>
    Object.entries(pullZoneGroups).find(([, group]) => wire in group)?.[0] ?? "Options";
  return [...Object.keys(pullZoneGroups), "Options"]
    .map((title) => ({ title, group: inputs.filter((input) => titleOf(input) === title) }))
    .filter(({ group }) => group.length > 0)
    .map(({ title, group }) => `### ${title}\n\n${tableOfInputs(group)}`)
    .join("\n\n");
}

function inputRow(field: InputField, table: Table | undefined): string[] {
  const { name, secret, input } = field;
  const doc = secret === true && !/Secret\.$/.test(input.doc) ? `${input.doc} **Secret.**` : input.doc;
  const flags = table === undefined ? [] : flagsOf(field, table);
  const { required, fallback } = input;
  const isAlways = isRequired(field);
  return argumentRow({
    name,
    type: shownType(field),
    isRequired: isAlways,
    fallback,
    doc: required === true && !isAlways ? `**Required** without \`existingId\`. ${doc}` : doc,
    notes: flags.filter((flag) => !["immutable", "volatile"].includes(flag)),
  });
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly fallback: string | undefined;
  readonly doc: string;
  readonly notes: readonly string[];
}

/** A default that the page describes above its table: the service or the live object decides. */
const describedFallbacks = ["", "unchanged", "the service's"];

/** Returns the row of an argument. A default that is a value follows the type; one that is a text ends the description. */
function argumentRow({ name, type, isRequired, fallback = "", doc, notes }: Argument): string[] {
  if (isRequired) return [code(`${name}: ${type}`), withNotes(`**Required.** ${doc}`, notes)];
  const isValue = /^(`[^`]+`|-?\d+|true|false|\[\])$/.test(fallback);
  if (isValue) return [code(`${name}: ${type} = ${fallback.replaceAll("`", "")}`), withNotes(doc, notes)];
  const ending = describedFallbacks.includes(fallback) ? "" : ` Default: ${fallback}.`;
  return [code(`${name}?: ${type}`), withNotes(doc + ending, notes)];
}

function argumentTable(rows: readonly (readonly string[])[]): string {
  return markdown(["Argument", "Description"], rows);
}

function propertyTable(rows: readonly (readonly string[])[]): string {
  return markdown(["Property", "Description"], rows);
}

/** Returns the type to show. It omits names that the description lists. */
function shownType(field: Field): string {
  return field.names === undefined ? typeOf(field) : "string";
}

function fieldRow(field: Field, table: Table, type = shownType(field)): string[] {
  const doc = field.secret === true ? `${field.doc} **Secret.**` : field.doc;
  return [code(`${field.name}${isOptional(field) ? "?" : ""}: ${type}`), withNotes(doc, flagsOf(field, table))];
}

function withNotes(doc: string, notes: readonly string[]): string {
  return notes.length === 0 ? doc : `${doc} _${capitalized(notes.join(", "))}._`;
}

/** Returns notes on a field. If the contract lacks the whole object, the page says so instead. The wire name is given if it is not the capitalized property. */
function flagsOf(field: Field, table: Table): string[] {
  const isSameName = field.wire === field.name || field.wire === field.name[0]?.toUpperCase() + field.name.slice(1);
  return [
    ...(field.volatile === true ? ["volatile"] : []),
    ...(field.immutable === true ? ["immutable"] : []),
    ...(field.unordered !== undefined && field.array ? ["set"] : []),
    ...(field.assumed === true && table.assumed !== true ? ["assumed"] : []),
    ...(field.assumes === undefined ? [] : [`assumed: ${field.assumes}`]),
    ...(isSameName ? [] : [`${code(field.wire)} on the wire`]),
    ...(field.alias === undefined ? [] : [`also read as ${code(field.alias)}`]),
  ];
}

function propertyRow([name, { type, required, doc, fallback }]: [string, ArgumentSpec]): string[] {
  const ending = fallback === undefined ? "" : ` Default: ${fallback}.`;
  return [code(`${name}${required === true ? "" : "?"}: ${type}`), doc + ending];
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

function cell(text: string): string {
  return text.replace(/\n+/g, " ").replace(/\|/g, "\\|");
}
