import { pulumiMark, secretMark } from "../../provider/wire/pulumiMark";

/** A secret whose plain value is in the state, as after `pulumi stack export --show-secrets`. Never shown. */
export class PlainSecret {
  constructor(readonly value: unknown) {}
}

/** A secret of which the state holds only the ciphertext. */
export class Sealed {
  // Without this member, every object would have this type.
  readonly sealed = true;
}

/** Returns a value of a state with each secret in it, at any depth, as a {@link PlainSecret} or {@link Sealed}. */
export function withSecretsWrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecretsWrapped);
  if (!isObject(value)) return value;
  if (value[pulumiMark] === secretMark) return secretOf(value["plaintext"]);
  return mapped(value, withSecretsWrapped);
}

/** Whether a value is nested so deeply that a comparison or JSON.stringify could exceed the stack. */
export function isTooDeep(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** The maximum depth. Declared values have about five levels. */
export const maxDepth = 100;

/** Returns a value with its plain secrets unwrapped. Sealed secrets are omitted. */
export function plain(value: unknown): unknown {
  if (value instanceof PlainSecret) return plain(value.value);
  if (Array.isArray(value)) return value.filter((element) => !(element instanceof Sealed)).map(plain);
  if (!isObject(value)) return value;
  return mapped(value, (inner) => (inner instanceof Sealed ? undefined : plain(inner)));
}

/** Returns a value with its plain secrets unwrapped, and with "" for each sealed one. */
export function filled(value: unknown): unknown {
  if (value instanceof Sealed) return "";
  if (value instanceof PlainSecret) return filled(value.value);
  if (Array.isArray(value)) return value.map(filled);
  return isObject(value) ? mapped(value, filled) : value;
}

/** Whether a value is an object with properties, and neither an array nor a secret. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);
}

export function isSecret(value: unknown): value is PlainSecret | Sealed {
  return value instanceof PlainSecret || value instanceof Sealed;
}

/** Applies a function to each property of an object, and omits undefined results. If nothing changes, the object itself is returned. */
function mapped(object: Readonly<Record<string, unknown>>, change: (inner: unknown) => unknown): object {
  const keys = Object.keys(object);
  const results = keys.map((key) => change(object[key]));
  if (keys.every((key, index) => results[index] === object[key])) return object;
  const entries = keys.map((key, index) => [key, results[index]] as const);
  return Object.fromEntries(entries.filter(([, result]) => result !== undefined));
}

function secretOf(plaintext: unknown): PlainSecret | Sealed {
  try {
    const value: unknown = typeof plaintext === "string" ? JSON.parse(plaintext) : undefined;
    return value === undefined || isTooDeep(value) ? new Sealed() : new PlainSecret(withSecretsWrapped(value));
  } catch {
    return new Sealed();
  }
}
