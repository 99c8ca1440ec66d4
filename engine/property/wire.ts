import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { isMap, Secret, unknownValue, type PropertyMap, type PropertyValue } from "./value";

export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** From the wire: secret and output envelopes become `Secret` and the unknown value; other envelopes stay as sent. */
export function decodeMap(struct: Struct | undefined): PropertyMap {
  return struct === undefined ? {} : decodeObject(struct.toJavaScript());
}

function decodeObject(object: Record<string, unknown>): PropertyMap {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, decode(value)]));
}

export function decode(value: unknown): PropertyValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(decode);
  const object = value as Record<string, unknown>;
  if (object[signatureKey] === secretSignature) return new Secret(decode(object["value"]));
  if (object[signatureKey] === outputSignature) {
    const known = "value" in object ? decode(object["value"]) : unknownValue;
    return object["secret"] === true ? new Secret(known) : known;
  }
  return decodeObject(object);
}

/** For the program: secrets travel in their envelopes. */
export function encodeForProgram(map: PropertyMap): Struct {
  return Struct.fromJavaScript(envelopMap(map) as Record<string, never>);
}

function envelopMap(map: PropertyMap): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, envelop(value)]));
}

function envelop(value: PropertyValue): unknown {
  if (value instanceof Secret) return { [signatureKey]: secretSignature, value: envelop(value.reveal()) };
  if (Array.isArray(value)) return value.map(envelop);
  return isMap(value) ? envelopMap(value) : value;
}

/** For a provider that accepts neither secrets nor resource references: plain values, and a resource as its id. */
export function encodeForProvider(map: PropertyMap): Struct {
  return Struct.fromJavaScript(plainMap(map) as Record<string, never>);
}

function plainMap(map: PropertyMap): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, plain(value)]));
}

function plain(value: PropertyValue): unknown {
  if (value instanceof Secret) return plain(value.reveal());
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  if (value[signatureKey] === resourceSignature) return plain(value["id"] ?? value["urn"] ?? null);
  return plainMap(value);
}

/** A provider's Configure arguments keep their secret envelopes, which the SDK's provider unwraps. */
export const encodeForConfigure = encodeForProgram;
