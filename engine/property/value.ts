/** What a resource's inputs and outputs are made of, in memory: JSON, plus values known to be secret. */
export type PropertyValue = null | boolean | number | string | PropertyValue[] | PropertyMap | Secret;

export interface PropertyMap {
  [key: string]: PropertyValue;
}

/** A value that must not be shown, nor written unencrypted. */
export class Secret {
  readonly #element: PropertyValue;

  constructor(element: PropertyValue) {
    this.#element = element instanceof Secret ? element.reveal() : element;
  }

  reveal(): PropertyValue {
    return this.#element;
  }

  // Whatever prints or stringifies a state by accident must not leak what is inside.
  toJSON(): string {
    return "[secret]";
  }

  toString(): string {
    return "[secret]";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** How the SDK and the providers spell "not known before the update", at any depth. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isMap(value: PropertyValue | undefined): value is PropertyMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Secret);
}

export function containsUnknown(value: PropertyValue): boolean {
  if (value === unknownValue) return true;
  if (value instanceof Secret) return containsUnknown(value.reveal());
  if (Array.isArray(value)) return value.some(containsUnknown);
  return isMap(value) && Object.values(value).some(containsUnknown);
}

export function copyMap(map: PropertyMap): PropertyMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, copyValue(value)]));
}

export function copyValue(value: PropertyValue): PropertyValue {
  if (Array.isArray(value)) return value.map(copyValue);
  return isMap(value) ? copyMap(value) : value;
}
