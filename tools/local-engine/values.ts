import { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** A resource property in memory: JSON with marks for secret values. */
export type PropertyValue = null | boolean | number | string | PropertyValue[] | PropertyMap | Secret;

export interface PropertyMap {
  [key: string]: PropertyValue;
}

/** A value that must not be printed or written unencrypted. */
export class Secret {
  readonly #value: PropertyValue;

  constructor(value: PropertyValue) {
    this.#value = value instanceof Secret ? value.reveal() : value;
  }

  reveal(): PropertyValue {
    return this.#value;
  }

  // Printing a state by accident must not leak the value.
  toJSON(): string {
    return "[secret]";
  }
}

/** The placeholder of the SDK and providers for a value that is unknown during a preview. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

export function isMap(value: PropertyValue | undefined): value is PropertyMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Secret);
}

function mapValues<From, To>(map: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

/** Returns a value without its secret marks. */
export function reveal(value: PropertyValue): PropertyValue {
  if (value instanceof Secret) return reveal(value.reveal());
  if (Array.isArray(value)) return value.map(reveal);
  return isMap(value) ? mapValues(value, reveal) : value;
}

export function containsSecret(value: PropertyValue): boolean {
  if (value instanceof Secret) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(containsSecret);
}

export function containsUnknown(value: PropertyValue): boolean {
  const plain = reveal(value);
  if (plain === unknownValue) return true;
  return typeof plain === "object" && plain !== null && Object.values(plain).some(containsUnknown);
}

/** Decodes a value from the program or a provider. */
export function decodeMap(struct: Struct | undefined): PropertyMap {
  return struct === undefined ? {} : mapValues(struct.toJavaScript(), decode);
}

function decode(value: unknown): PropertyValue {
  if (typeof value !== "object" || value === null) return (value ?? null) as PropertyValue;
  if (Array.isArray(value)) return value.map(decode);
  const object = value as Record<string, unknown>;
  if (object[signatureKey] === secretSignature) return new Secret(decode(object["value"]));
  return mapValues(object, decode);
}

/** Encodes for the program, or for a provider's Configure: secrets keep their marks. */
export function encodeMap(map: PropertyMap): Struct {
  return Struct.fromJavaScript(mapValues(map, encode) as Record<string, never>);
}

function encode(value: PropertyValue): unknown {
  if (value instanceof Secret) return { [signatureKey]: secretSignature, value: encode(value.reveal()) };
  if (Array.isArray(value)) return value.map(encode);
  return isMap(value) ? mapValues(value, encode) : value;
}

/** Encodes for a provider, which gets plain values. */
export function encodePlain(map: PropertyMap): Struct {
  return Struct.fromJavaScript(mapValues(map, reveal));
}

/**
 * Copies the secret marks of what was sent to a provider to what it returned, since providers see plain values. An array
 * that contained a secret becomes secret as a whole: the provider may have reordered it.
 */
export function copySecretMarks(sent: PropertyMap, received: PropertyMap): PropertyMap {
  const marked = { ...received };
  for (const [key, value] of Object.entries(received)) {
    const before = sent[key] ?? null;
    if (isMap(value) && isMap(before)) marked[key] = copySecretMarks(before, value);
    else if (!(value instanceof Secret) && containsSecret(before)) marked[key] = new Secret(value);
  }
  return marked;
}

/** Marks the named properties as secret. */
export function markSecret(map: PropertyMap, isSecret: (key: string) => boolean): PropertyMap {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, isSecret(key) ? new Secret(value) : value]),
  );
}

/** Encodes a value for an exported state. Secrets are in plain text on request; otherwise they are lost. */
export function sealValue(value: PropertyValue, showSecrets: boolean): unknown {
  if (value instanceof Secret) {
    const sealed = showSecrets ? { plaintext: JSON.stringify(reveal(value)) } : { ciphertext: "v1:hidden" };
    return { [signatureKey]: secretSignature, ...sealed };
  }
  if (Array.isArray(value)) return value.map((element) => sealValue(element, showSecrets));
  return isMap(value) ? mapValues(value, (element: PropertyValue) => sealValue(element, showSecrets)) : value;
}

export function unsealValue(value: unknown): PropertyValue {
  if (Array.isArray(value)) return value.map(unsealValue);
  if (typeof value !== "object" || value === null) return decode(value);
  const object = value as Record<string, unknown>;
  if (object[signatureKey] !== secretSignature) return mapValues(object, unsealValue);
  const { plaintext } = object;
  if (typeof plaintext !== "string") throw new Error("This state lacks its secrets: export it with secrets shown");
  return new Secret(decode(JSON.parse(plaintext)));
}
