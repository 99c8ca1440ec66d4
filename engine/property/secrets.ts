import { isMap, Secret, type PropertyMap, type PropertyValue } from "./value";

/** The value without its secret marks: for a provider, which gets plain values, and for comparing. */
export function reveal(value: PropertyValue): PropertyValue {
  if (value instanceof Secret) return reveal(value.reveal());
  if (Array.isArray(value)) return value.map(reveal);
  return isMap(value) ? revealMap(value) : value;
}

export function revealMap(map: PropertyMap): PropertyMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, reveal(value)]));
}

export function containsSecret(value: PropertyValue): boolean {
  if (value instanceof Secret) return true;
  if (Array.isArray(value)) return value.some(containsSecret);
  return isMap(value) && Object.values(value).some(containsSecret);
}

/**
 * Carries the secret marks of what was sent to a provider over to what it sent back, since it saw plain values.
 * Objects are walked, so that one secret field does not hide its neighbours; an array with a secret in it becomes
 * secret as a whole, since a provider may order it anew.
 */
export function annotateSecrets(received: PropertyMap, sent: PropertyMap): void {
  for (const [key, before] of Object.entries(sent)) {
    const after = received[key];
    if (after === undefined) continue;
    if (isMap(after) && isMap(before)) annotateSecrets(after, before);
    else if (!(after instanceof Secret) && containsSecret(before)) received[key] = new Secret(after);
  }
}

/** Marks the outputs that the program asked to keep secret, and those that echo a secret input. */
export function markSecretOutputs(outputs: PropertyMap, inputs: PropertyMap, additional: readonly string[]): void {
  for (const [key, value] of Object.entries(outputs)) {
    if (value instanceof Secret) continue;
    if ((additional.includes(key) && key !== "id") || inputs[key] instanceof Secret) outputs[key] = new Secret(value);
  }
}
