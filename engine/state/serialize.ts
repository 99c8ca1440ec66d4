import { reveal } from "../property/secrets";
import { decode, secretSignature, signatureKey } from "../property/wire";
import { isMap, Secret, type PropertyMap, type PropertyValue } from "../property/value";
import { newResource, type ResourceState } from "../resource/state";
import type { CheckpointResource } from "./checkpoint";
import type { Crypter } from "./passphrase";

/** How a secret's JSON text is put into its envelope. */
export type Seal = (json: string) => { ciphertext: string } | { plaintext: string };

export const sealWith =
  (crypter: Crypter): Seal =>
  (json) => ({ ciphertext: crypter.encrypt(json) });

export const sealNot: Seal = (json) => ({ plaintext: json });

export function serializeResource(state: ResourceState, seal: Seal): CheckpointResource {
  const { urn, type, custom, rest, inputs, outputs, propertyDependencies, ...fields } = state;
  const resource: CheckpointResource = { ...rest, urn, custom, type };
  for (const [field, value] of Object.entries(fields)) {
    if (value !== "" && value !== false && (!Array.isArray(value) || value.length > 0)) resource[field] = value;
  }
  if (Object.keys(inputs).length > 0) resource["inputs"] = serializeMap(inputs, seal);
  if (Object.keys(outputs).length > 0) resource["outputs"] = serializeMap(outputs, seal);
  if (Object.keys(propertyDependencies).length > 0) resource["propertyDependencies"] = propertyDependencies;
  return resource;
}

function serializeMap(map: PropertyMap, seal: Seal): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, serializeValue(value, seal)]));
}

function serializeValue(value: PropertyValue, seal: Seal): unknown {
  if (value instanceof Secret) {
    return { [signatureKey]: secretSignature, ...seal(JSON.stringify(reveal(value.reveal()))) };
  }
  if (Array.isArray(value)) return value.map((element) => serializeValue(element, seal));
  return isMap(value) ? serializeMap(value, seal) : value;
}

/** Reads a resource back. Without a crypter only secrets in plaintext envelopes can be read. */
export function deserializeResource(resource: CheckpointResource, crypter: Crypter | undefined): ResourceState {
  const state = newResource({ urn: resource.urn, type: resource.type, custom: resource.custom });
  for (const [field, value] of Object.entries(resource)) {
    if (field === "inputs" || field === "outputs") state[field] = openMap(value, crypter);
    else if (field !== "rest" && field in state) Object.assign(state, { [field]: value });
    else state.rest[field] = value;
  }
  return state;
}

function openMap(value: unknown, crypter: Crypter | undefined): PropertyMap {
  const opened = openValue(value, crypter);
  return isMap(opened) ? opened : {};
}

function openValue(value: unknown, crypter: Crypter | undefined): PropertyValue {
  if (Array.isArray(value)) return value.map((element) => openValue(element, crypter));
  if (typeof value !== "object" || value === null) return decode(value);
  const object = value as Record<string, unknown>;
  if (object[signatureKey] === secretSignature) return openSecret(object, crypter);
  return Object.fromEntries(Object.entries(object).map(([key, element]) => [key, openValue(element, crypter)]));
}

function openSecret(envelope: Record<string, unknown>, crypter: Crypter | undefined): Secret {
  const { ciphertext, plaintext } = envelope;
  if (typeof plaintext === "string") return new Secret(decode(JSON.parse(plaintext)));
  if (typeof ciphertext !== "string") throw new Error("a secret in the state has neither a ciphertext nor a plaintext");
  if (crypter === undefined) throw new Error("the state holds encrypted secrets, but names no passphrase provider");
  return new Secret(decode(JSON.parse(crypter.decrypt(ciphertext))));
}
