// How a state marks a special value: an object with this key, and this value where it is a secret.
const specialKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** A secret whose plain value stands in the state, as after `pulumi stack export --show-secrets`. Never to be shown. */
export class PlainSecret {
  constructor(readonly value: unknown) {}
}

/** A secret of which the state holds only the ciphertext. */
export class Sealed {}

/** A value of a state with each secret in it, at any depth, as a {@link PlainSecret} or a {@link Sealed}. */
export function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const object = value as Record<string, unknown>;
  if (object[specialKey] === secretMark) return secretOf(object);
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, opened(inner)]));
}

/** An opened value without its marks. What is sealed is left out: to its reader it is not known. */
export function plain(value: unknown): unknown {
  if (value instanceof PlainSecret) return plain(value.value);
  if (Array.isArray(value)) return value.filter((element) => !(element instanceof Sealed)).map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !(inner instanceof Sealed))
      .map(([key, inner]) => [key, plain(inner)]),
  );
}

function secretOf({ plaintext }: Record<string, unknown>): PlainSecret | Sealed {
  if (typeof plaintext !== "string") return new Sealed();
  try {
    return new PlainSecret(JSON.parse(plaintext));
  } catch {
    return new Sealed();
  }
}
