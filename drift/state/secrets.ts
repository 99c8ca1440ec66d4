import { pulumiMark, secretMark } from "../../provider/wire/pulumiMark";

/** A secret whose plain value stands in the state, as after `pulumi stack export --show-secrets`. Never to be shown. */
export class PlainSecret {
  constructor(readonly value: unknown) {}
}

/** A secret of which the state holds only the ciphertext. */
export class Sealed {}

/** A value of a state with each secret in it, at any depth, as a {@link PlainSecret} or a {@link Sealed}. */
export function opened(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const object = value as Record<string, unknown>;
  return object[pulumiMark] === secretMark ? secretOf(object) : mapped(object, opened);
}

/** An opened value without its marks. What is sealed is left out: to its reader it is not known. */
export function plain(value: unknown): unknown {
  if (value instanceof PlainSecret) return plain(value.value);
  if (typeof value !== "object" || value === null) return value;
  return mapped(value, (inner) => (inner instanceof Sealed ? leftOut : plain(inner)));
}

const leftOut = Symbol("left out");

/** An object or array with what is in it mapped: itself where that changes nothing, since most of a state is no secret. */
function mapped(value: object, map: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return mappedArray(value, map);
  const object = value as Readonly<Record<string, unknown>>;
  // What another realm made would not be deeply equal to what is read.
  let copy = Object.getPrototypeOf(object) === Object.prototype ? undefined : { ...object };
  for (const key of Object.keys(object)) {
    const old = object[key];
    if (typeof old !== "object" || old === null) continue;
    const inner = map(old);
    if (inner === old) continue;
    // The copy's own property is set, also where its key is `__proto__`.
    copy ??= { ...object };
    if (inner === leftOut) delete copy[key];
    else copy[key] = inner;
  }
  return copy ?? object;
}

function mappedArray(array: readonly unknown[], map: (element: unknown) => unknown): readonly unknown[] {
  const elements = Array.from(array, map);
  const isSame = Object.getPrototypeOf(array) === Array.prototype && elements.every((inner, at) => inner === array[at]);
  return isSame ? array : elements.filter((inner) => inner !== leftOut);
}

function secretOf({ plaintext }: Record<string, unknown>): PlainSecret | Sealed {
  if (typeof plaintext !== "string") return new Sealed();
  try {
    return new PlainSecret(JSON.parse(plaintext));
  } catch {
    return new Sealed();
  }
}
