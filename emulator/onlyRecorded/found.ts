import type { Source } from "../sources";

export type Json = Readonly<Record<string, unknown>>;

/** A shape, number or name in a request that no source recorded as accepted. */
export interface Found {
  /** The field, header or parameter. */
  readonly field: string;
  /** The shape, as the end of "No source recorded …". */
  readonly what: string;
  /** The row that describes or assumes it. @default there is none */
  readonly row?: Source;
}

/** Yields the names of an object that nobody recorded, apart from those without a value. */
export function* unknownNames(
  object: Json,
  recorded: readonly string[],
  rows: Readonly<Record<string, Source>> = {},
): Generator<Found> {
  for (const [name, value] of Object.entries(object)) {
    if (value === null || value === undefined || recorded.includes(name)) continue;
    const row = rows[name];
    yield { field: name, what: `the field ${name} in such a request`, ...(row && { row }) };
  }
}
