import { z } from "zod";
import type { Body, Field, InputField, ScalarType, Table } from "../../provider/wire/fields";
import { sentInputs } from "../../provider/wire/fields";
import type { Validator } from "./validator";

/**
 * Returns the zod schema of an object with any of its fields, built from its field table. A `T?` field may be null. Unknown keys are kept, and
 * the values of an enum are open.
 */
export function partialWireSchema<Given extends object>(table: Table): z.ZodType<Given> {
  return schemaOf(table) as z.ZodType<Given>;
}

/**
 * Returns the schema of a body that adds or updates an object: its inputs, with their bounds. The parsed body has the object's names. It lacks
 * omitted and null fields, and has null instead of "", which clears a text.
 *
 * @param nullStays whether null is accepted for every field
 * @param publicNames whether fields have their publicly known names
 */
export function bodySchema<Given extends object>(
  { of, operation, isPartial = false }: Body,
  { nullStays = false, publicNames = false } = {},
): z.ZodType<Given> {
  const inputs = sentInputs(of, operation).map(
    ([name, field]) => [(publicNames ? field.alias : undefined) ?? name, field] as const,
  );
  const schemaIn = (field: InputField): z.ZodType =>
    isPartial || (nullStays && field.input.required !== true) ? inputSchema(field).nullish() : inputSchema(field);
  const shape = Object.fromEntries(inputs.map(([name, field]) => [name, schemaIn(field)]));
  return z.looseObject(shape).transform((body) => {
    const given = inputs.map(
      ([name, { wire }]) => [wire, body[name] === "" ? null : (body[name] ?? undefined)] as const,
    );
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }) as unknown as z.ZodType<Given>;
}

function inputSchema(field: InputField): z.ZodType {
  const { constants, max = Infinity, min = -Infinity, required } = field.input;
  if (required === true) return z.string().min(1, `The ${field.wire} must not be empty`);
  const values = constants && Object.values(constants.values);
  const isAllowed = (value: unknown): boolean =>
    typeof value !== "number" || (value >= min && value <= max && values?.includes(value) !== false);
  const expected = values?.join(" or ") ?? `${String(min)} to ${String(max)}`;
  return fieldSchema(field).refine(isAllowed, `Invalid value: ${expected} was expected`);
}

/** Returns the zod schema that a validator is. */
export function zodOf<Value>(validator: Validator<Value>): z.ZodType<Value> {
  return validator as z.ZodType<Value>;
}

/** Parses objects from a seed, a test or the control path. @throws {TypeError} naming each invalid field */
export function parsed<T>(schema: Validator<T>, what: string, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new TypeError(`${what} malformed:\n${z.prettifyError(result.error)}`);
}

function schemaOf({ fields }: Table): z.ZodType {
  return z.looseObject(Object.fromEntries(fields.map((field) => [field.wire, fieldSchema(field)])));
}

function fieldSchema({ array, nullable, of, scalar }: Field): z.ZodType {
  const element = of === undefined ? scalarSchemas[scalar] : schemaOf(of);
  const value = array ? z.array(element) : element;
  return nullable ? value.nullish() : value.optional();
}

const scalarSchemas: Readonly<Record<ScalarType | "json", z.ZodType>> = {
  int64: z.int(),
  int32: z.int32(),
  enum: z.int(),
  decimal: z.number(),
  double: z.number(),
  boolean: z.boolean(),
  string: z.string(),
  // Date.parse rather than one ISO profile: services leave out the zone or the fraction.
  "date-time": z.string().refine((text) => !Number.isNaN(Date.parse(text)), "Invalid date-time"),
  json: z.unknown(),
};
