import { settingSpecs, settingTable } from "../../api/settings";
import { packageVersion } from "../../version";
import { nativeType, resourceType } from "../dynamic/providerText";
import { accessLogEntryTable, accessLogPaginationTable, accessLogQueryTable } from "../../wire/accessLog";
import type { Field, InputField, Table } from "../../wire/fields";
import { fieldNames, inputFields } from "../../wire/fields";
import type { ArgumentSpec, ArgumentSpecs } from "../../wire/functions";
import { argumentsOf, functionTables } from "../../wire/functions";
import { dnsZoneTable, listedDnsZoneTable } from "../../wire/dnsZone";
import { pullZoneTable } from "../../wire/pullZone";
import { storageZoneTable } from "../../wire/storageZone";
import type { Kind, KindName } from "../../kinds";
import { kindNames, kinds } from "../../kinds";

/** A property of Pulumi's package schema. */
export interface PropertySpec {
  readonly description?: string;
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: PropertySpec;
  readonly additionalProperties?: PropertySpec;
  readonly oneOf?: readonly PropertySpec[];
  readonly secret?: true;
  readonly replaceOnChanges?: true;
}

type PropertySpecs = Readonly<Record<string, PropertySpec>>;

/** The package schema, from which SDKs are generated: it follows from the field tables, the settings and the arguments. */
export function packageSchema(): object {
  return {
    name: "cdn",
    displayName: "CDN zones",
    version: packageVersion,
    description: "Storage zones, pull zones, DNS zones and access logs of a CDN management API.",
    keywords: ["pulumi", "cdn", "bunny.net", "category/network", "kind/native"],
    meta: { moduleFormat: "(.*)" },
    // No defaults from variables: the plugin reads them itself. SDKs would give the default provider's key to every other one, and those for
    // Go and .NET don't compile with a default for a list.
    config: { variables: settingProperties() },
    provider: {
      description:
        "The settings of an explicit provider, for several accounts in one stack. Each can be overridden by a variable that ends in the provider's name, such as CDN_ACCESS_KEY_EU.",
      properties: settingProperties(),
      inputProperties: settingProperties(),
    },
    types: types(),
    resources: Object.fromEntries(kindNames.map((name) => [nativeType(name), resource(name)])),
    functions: functions(),
    language: {
      nodejs: { packageName: "pulumi-cdn-sdk", respectSchemaVersion: true },
      python: { packageName: "pulumi_cdn", pyproject: { enabled: true }, respectSchemaVersion: true },
      go: { generateResourceContainerTypes: true, respectSchemaVersion: true },
    },
  };
}

function resource(name: KindName): object {
  const kind: Kind = kinds[name];
  const { inputs } = kind;
  const required = inputs.filter(({ input }) => input.required === true).map((field) => field.name);
  // A resource that is only read has no volatile outputs.
  const always = fieldNames(
    kind.table,
    (field) => isPresent(field) && field.volatile !== true && kind.outputNames.includes(field.name),
  );
  return {
    description: kind.description,
    ...outputs(kind),
    required: [...new Set([...required, ...always, ...(kind.idOutput === undefined ? [] : [kind.idOutput])])],
    inputProperties: Object.fromEntries(inputs.map((field) => [field.name, inputProperty(field)])),
    requiredInputs: required,
    aliases: [{ type: resourceType(name) }],
  };
}

function inputProperty(field: InputField): PropertySpec {
  return {
    ...enumeratedType(field),
    description: withDefault(field.input),
    ...(field.secret === true ? { secret: true } : {}),
    ...(field.immutable === true ? { replaceOnChanges: true } : {}),
  };
}

/** The type of an input. One with open constants takes any integer, and SDKs have the constants nevertheless. */
function enumeratedType(field: InputField): PropertySpec {
  const { constants } = field.input;
  if (constants === undefined) return valueProperty(field);
  const enumeration = { $ref: `#/types/cdn:index:${constants.name}` };
  return constants.open === true ? { oneOf: [{ type: "integer" }, enumeration] } : enumeration;
}

function withDefault({ doc, fallback }: InputField["input"] | ArgumentSpec): string {
  return fallback === undefined ? doc : `${doc} Default: ${fallback}.`;
}

/** The outputs of a resource. They are also its `stateInputs`, because SDKs give a resource read with `get` only those. */
function outputs(kind: Kind): object {
  const names = new Set(kind.outputNames);
  const { idOutput } = kind;
  const fields = kind.table.fields.map((field) =>
    field.name === "id" && idOutput !== undefined ? { ...field, name: idOutput } : field,
  );
  const properties: PropertySpecs = {
    ...Object.fromEntries(
      fields.filter(({ name }) => names.has(name)).map((field) => [field.name, fieldProperty(field)]),
    ),
    ...Object.fromEntries(inputFields(kind.options).map((field) => [field.name, optionProperty(field)])),
  };
  return { properties, stateInputs: { properties } };
}

function optionProperty(field: InputField): PropertySpec {
  const { input, secret } = field;
  return { ...valueProperty(field), description: withDefault(input), ...(secret === true ? { secret } : {}) };
}

function functions(): object {
  return {
    "cdn:index:getStorageZone": {
      description:
        "Gets all fields of a storage zone, volatile ones included, by its id or name; secret ones only with `withSecrets`.",
      inputs: argumentProperties("getStorageZone"),
      outputs: objectOf(storageZoneTable),
    },
    "cdn:index:getStorageZones": {
      description: "Gets all storage zones of the account.",
      inputs: argumentProperties("getStorageZones"),
      outputs: zonesOf(storageZoneTable),
    },
    "cdn:index:getPullZone": {
      description:
        "Gets all fields of a pull zone, volatile ones included, by its id or name; secret ones only with `withSecrets`.",
      inputs: argumentProperties("getPullZone"),
      outputs: objectOf(pullZoneTable),
    },
    "cdn:index:getPullZones": {
      description: "Gets all pull zones of the account.",
      inputs: argumentProperties("getPullZones"),
      outputs: zonesOf(pullZoneTable),
    },
    "cdn:index:getDnsZone": {
      description:
        "Gets all fields of a DNS zone, volatile ones and records included, by its id or domain; secret ones only with `withSecrets`.",
      inputs: argumentProperties("getDnsZone"),
      outputs: objectOf(dnsZoneTable),
    },
    "cdn:index:getDnsZones": {
      description: "Gets all DNS zones of the account, without their records.",
      inputs: argumentProperties("getDnsZones"),
      outputs: zonesOf(listedDnsZoneTable, "domains"),
    },
    "cdn:index:getAccessLogs": {
      description:
        "Gets up to `limit` entries of a pull zone's access log, from as many pages as needed; Authorization headers only with `withSecrets`.",
      inputs: argumentProperties("getAccessLogs"),
      outputs: {
        properties: {
          entries: {
            type: "array",
            items: refTo(accessLogEntryTable),
            description: "The entries in the requested order.",
          },
          pagination: {
            ...refTo(accessLogPaginationTable),
            description: "The position of the entries among all that match.",
          },
          query: { ...refTo(accessLogQueryTable), description: "The query as the service applied it." },
        },
        required: ["entries", "pagination", "query"],
      },
    },
  };
}

/** The result of a function that gets many zones. */
function zonesOf(table: Table, names = "names"): object {
  return {
    properties: {
      ids: { type: "array", items: { type: "integer" }, description: "Their ids." },
      [names]: {
        type: "array",
        items: { type: "string" },
        description: `Their ${names}, in the same order; empty for a zone without one.`,
      },
      zones: {
        type: "array",
        items: refTo(table),
        description: "All fields of the zones, volatile ones included; secret ones only with `withSecrets`.",
      },
    },
    required: ["ids", names, "zones"],
  };
}

/** The arguments of a function: those of the npm package's function of this name, and one of the plugin's own. */
export function functionArguments(name: keyof typeof functionTables): ArgumentSpecs {
  return { ...argumentsOf(functionTables[name]), withSecrets };
}

/** One secret makes the whole result secret in most SDKs, and Go's plain functions fail. */
const withSecrets: ArgumentSpec = {
  type: "boolean",
  doc: "Whether to return secrets: passwords, keys, tokens, edge rules' action parameters, Authorization headers and `extraFields`. In most SDKs the whole result is then secret.",
  fallback: "false",
};

function argumentProperties(name: keyof typeof functionTables): object {
  const args = functionArguments(name);
  return {
    properties: mapValues(args, argumentProperty),
    required: Object.keys(args).filter((key) => args[key]?.required === true),
  };
}

/** The types of objects in outputs, and the enumerations of inputs. */
function types(): Readonly<Record<string, object>> {
  const all = new Map<string, object>();
  const collect = (table: Table): void => {
    for (const { of } of table.fields) {
      if (of === undefined) continue;
      all.set(tokenOf(of), declarable.has(of) ? declarableObject(of) : objectOf(of));
      collect(of);
    }
  };
  const declarable = new Set(kindNames.flatMap((name) => tablesIn(kinds[name].inputs)));
  for (const table of [
    storageZoneTable,
    dnsZoneTable,
    listedDnsZoneTable,
    accessLogEntryTable,
    accessLogPaginationTable,
    accessLogQueryTable,
  ]) {
    all.set(tokenOf(table), objectOf(table));
    collect(table);
  }
  for (const name of kindNames) collect(kinds[name].table);
  return {
    ...Object.fromEntries(all),
    ...Object.fromEntries(kindNames.flatMap((name) => enumerations(kinds[name].inputs))),
  };
}

function enumerations(inputs: readonly InputField[]): [string, object][] {
  return inputs.flatMap(({ input: { constants }, doc, of }) => {
    if (of !== undefined) return enumerations(inputFields(of));
    if (constants === undefined) return [];
    const { docs = {} } = constants;
    const values = Object.entries(constants.values).map(([name, value]) => {
      const text = docs[name];
      return text === undefined ? { name, value } : { name, value, description: text };
    });
    const description = `${doc.replace(/:.*/, "")}.`;
    return [[`cdn:index:${constants.name}`, { type: "integer", description, enum: values }]];
  });
}

/** The tables of the objects that a program declares inside a resource, at any depth. */
function tablesIn(inputs: readonly InputField[]): Table[] {
  return inputs.flatMap(({ of }) => (of === undefined ? [] : [of, ...tablesIn(inputFields(of))]));
}

/** One type for inputs and outputs: required is what a program must declare. */
function declarableObject(table: Table): object {
  const inputs = inputFields(table);
  return {
    type: "object",
    description: table.doc,
    properties: Object.fromEntries(inputs.map((field) => [field.name, inputProperty(field)])),
    required: inputs.filter(({ input }) => input.required === true).map(({ name }) => name),
  };
}

function objectOf(table: Table): object {
  return {
    type: "object",
    description: table.doc,
    properties: {
      ...Object.fromEntries(table.fields.map((field) => [field.name, fieldProperty(field)])),
      ...(table.partial === true
        ? {}
        : {
            extraFields: {
              type: "object",
              additionalProperties: { $ref: "pulumi.json#/Any" },
              description: "Fields of the response that this version does not know, unchanged. Secret.",
              secret: true,
            },
          }),
    },
    // A function leaves secrets out, unless it is asked for them.
    required: fieldNames(table, (field) => isPresent(field) && field.secret !== true),
  };
}

function isPresent({ array, nullable, optional, always }: Field): boolean {
  return array || always === true || !(nullable || optional === true);
}

function valueProperty(field: Field): PropertySpec {
  const one: PropertySpec = field.of === undefined ? scalarType(field) : refTo(field.of);
  return field.array ? { type: "array", items: one } : one;
}

function fieldProperty(field: Field): PropertySpec {
  const { doc, secret, volatile } = field;
  return {
    ...valueProperty(field),
    description: volatile === true ? `${doc} Volatile: changes by itself, never drift.` : doc,
    ...(secret === true ? { secret } : {}),
  };
}

/** `integer` has 32 bits in some languages, and `number` is a float. So an int64 is an integer if it is an id or small. */
function scalarType({ scalar, id, small, map, names }: Field): PropertySpec {
  if (map === true) return { type: "object", additionalProperties: { type: "string" } };
  if (names !== undefined) return { type: "string" };
  return id || small === true ? { type: "integer" } : scalarTypes[scalar];
}

const scalarTypes: Readonly<Record<Field["scalar"], PropertySpec>> = {
  int64: { type: "number" },
  int32: { type: "integer" },
  decimal: { type: "number" },
  double: { type: "number" },
  enum: { type: "integer" },
  boolean: { type: "boolean" },
  string: { type: "string" },
  "date-time": { type: "string" },
  json: { $ref: "pulumi.json#/Any" },
};

function argumentProperty(argument: ArgumentSpec): PropertySpec {
  const spec = argument.fraction === true ? { type: "number" } : argumentTypes[argument.type];
  if (spec === undefined) throw new Error(`the schema has no type for ${argument.type}`);
  return { ...spec, description: withDefault(argument) };
}

const strings: PropertySpec = { type: "array", items: { type: "string" } };

const argumentTypes: Readonly<Record<string, PropertySpec>> = {
  boolean: { type: "boolean" },
  number: { type: "integer" },
  string: { type: "string" },
  "string | null": { type: "string" },
  "readonly string[]": strings,
  "string | readonly string[]": strings,
  "LogStatus | readonly LogStatus[]": strings,
  LogTime: { type: "string" },
  '"asc" | "desc"': { type: "string" },
  "number | string": { oneOf: [{ type: "string" }, { type: "integer" }] },
};

function settingProperties(): PropertySpecs {
  return mapValues(settingTable.specs, (argument, name) => {
    const spec = settingSpecs[name as keyof typeof settingSpecs];
    return {
      ...argumentProperty(argument),
      description: `${withDefault(argument)} For the default provider, the variable ${spec.variable} overrides it.`,
      ...("secret" in spec ? { secret: true } : {}),
    };
  });
}

function refTo(table: Table): PropertySpec {
  return { $ref: `#/types/${tokenOf(table)}` };
}

/** `Get…Result` is the name of a function's result in every SDK, so the type of an object must not have it. */
function tokenOf({ type }: Table): string {
  return `cdn:index:${type.replace(/^Get(.*)Result$/, "$1Details")}`;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
