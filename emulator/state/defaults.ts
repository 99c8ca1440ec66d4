import type { Field, Table } from "../../provider/wire/fields";
import type { PartialWireOf, WireOf } from "../../provider/wire/schema";
import type { PartialPullZone } from "../types/pullZone";

type JsonObject = Record<string, unknown>;

/**
 * A value for every field of a table: null, the empty array, 0, false, the empty string, or the start of 1970. Fields that
 * are only assumed stay out, so that what the emulator answers on its own is the contract and no more.
 */
export function defaultsOf<T extends Table>(table: T): WireOf<T> {
  const whole: JsonObject = {};
  for (const field of table.fields) if (field.assumed !== true) whole[field.wire] = defaultOf(field);
  return whole as WireOf<T>;
}

/** Fills what is left out of an object, and of the objects in it. */
export function complete<T extends Table>(table: T, given: PartialWireOf<T>): WireOf<T> {
  const whole: JsonObject = { ...defaultsOf(table), ...withoutUndefined(given) };
  for (const field of table.fields) {
    const inner = field.of;
    const value = whole[field.wire];
    if (inner !== undefined && Array.isArray(value)) {
      whole[field.wire] = value.map((element: unknown) => complete(inner, element as never));
    }
  }
  return whole as WireOf<T>;
}

/** What a fresh pull zone has besides the defaults of its table: the contract's bounds leave no 0 for an image quality. */
export const pullZoneDefaults: PartialPullZone = {
  Enabled: true,
  OptimizerImageQuality: 85,
  OptimizerMobileImageQuality: 70,
};

function defaultOf(field: Field): unknown {
  if (field.array) return [];
  if (field.nullable) return null;
  switch (field.scalar) {
    case "boolean":
      return false;
    case "string":
      return "";
    case "date-time":
      return new Date(0).toISOString();
    case "json":
      return field.of === undefined ? {} : defaultsOf(field.of);
    case "int64":
    case "int32":
    case "decimal":
    case "double":
    case "enum":
      return 0;
  }
}

function withoutUndefined(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
