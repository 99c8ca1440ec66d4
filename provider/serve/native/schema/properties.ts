import { settingSpecs, settingTable } from "../../../api/settingSpecs";
import type { Field, InputField, Table } from "../../../wire/fields";
import type { ArgumentSpec } from "../../../wire/functions";

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
  /** For readers only: the provider decides whether a change replaces the resource. */
  readonly willReplaceOnChanges?: true;
}

export type PropertySpecs = Readonly<Record<string, PropertySpec>>;

/** @param replaces key for immutable inputs */
export function inputProperty(
  field: InputField,
  replaces: "replaceOnChanges" | "willReplaceOnChanges" = "replaceOnChanges",
): PropertySpec {
  return {
    ...enumeratedType(field),
    description: withDefault(field.input),
    ...(field.secret === true ? { secret: true } : {}),
    ...(field.immutable === true ? { [replaces]: true } : {}),
  };
}

/** Returns the type of an input. An input with open constants accepts any value of their type, and SDKs still have the constants. */
function enumeratedType(field: InputField): PropertySpec {
  const { constants } = field.input;
  if (constants === undefined) return valueProperty(field);
  const enumeration = { $ref: `#/types/cdn:index:${constants.name}` };
  const one = constants.open === true ? { oneOf: [{ type: constantType(constants) }, enumeration] } : enumeration;
  return field.array ? { type: "array", items: one } : one;
}

export function constantType({ values }: NonNullable<InputField["input"]["constants"]>): "integer" | "string" {
  return Object.values(values).every((value) => typeof value === "string") ? "string" : "integer";
}

export function withDefault({ doc, fallback }: InputField["input"] | ArgumentSpec): string {
  return fallback === undefined ? doc : `${doc} Default: ${fallback}.`;
}

export function isPresent({ array, nullable, optional, always }: Field): boolean {
  return array || always === true || !(nullable || optional === true);
}

export function valueProperty(field: Field): PropertySpec {
  const one: PropertySpec = field.of === undefined ? scalarType(field) : refTo(field.of);
  return field.array ? { type: "array", items: one } : one;
}

export function fieldProperty(field: Field): PropertySpec {
  const { doc, secret, volatile } = field;
  return {
    ...valueProperty(field),
    description: volatile === true ? `${doc} Volatile: changes by itself, never drift.` : doc,
    ...(secret === true ? { secret } : {}),
  };
}

/** Returns the type of a scalar. `integer` has 32 bits in some languages and `number` is a float, so an int64 is an integer only if it is an id or small. */
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

export function argumentProperty(argument: ArgumentSpec): PropertySpec {
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

export function settingProperties(): PropertySpecs {
  return mapValues(settingTable.specs, (argument, name) => {
    const spec = settingSpecs[name as keyof typeof settingSpecs];
    return {
      ...argumentProperty(argument),
      description: `${withDefault(argument)} ${variableText(spec)}`,
      ...("secret" in spec ? { secret: true } : {}),
    };
  });
}

function variableText({ name, variable }: (typeof settingSpecs)[keyof typeof settingSpecs]): string {
  return name === "readOnly"
    ? `In the variable ${variable}, \`true\` also counts for every provider.`
    : `For the default provider, the variable ${variable} overrides it.`;
}

export function refTo(table: Table): PropertySpec {
  return { $ref: `#/types/${tokenOf(table)}` };
}

/** Returns the token of a type. The name must not be `Get…Result`, which every SDK uses for the result of a function. */
export function tokenOf({ type }: Table): string {
  return `cdn:index:${type.replace(/^Get(.*)Result$/, "$1Details")}`;
}

export function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
