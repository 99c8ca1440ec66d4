/** Replaces secrets in a text. Apply it before you truncate or escape the text: otherwise a secret may go undetected. */
export type Redact = (text: string) => string;

/** Value that was received. */
interface Got {
  readonly value: unknown;
  /** Whether the field is secret. Not even an invalid value of a secret field is shown. */
  readonly secret?: boolean | undefined;
}

/**
 * A response that breaks the contract. `message` names the object, the field and the expected type; {@link detailedMessage}
 * adds the object's id and the received value.
 */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly #got: Got;
  readonly #id: unknown;

  /**
   * @param object the kind of object, such as "pull zone"
   * @param path the field's path in the object, such as `Hostnames[2].ForceSSL`; empty for the object itself
   * @param id the object's id, not validated
   */
  constructor(
    readonly object: string,
    readonly path: string,
    readonly expected: string,
    got: Got,
    id?: unknown,
  ) {
    super(`${object}: ${path === "" ? "it" : path} must be ${expected}`);
    this.#got = got;
    this.#id = id;
  }

  /** Returns the same error for the enclosing object, whose field `step` contains this object. */
  inside(object: string, step: string, id?: unknown): WireError {
    const joint = this.path === "" || this.path.startsWith("[") ? "" : ".";
    return new WireError(object, `${step}${joint}${this.path}`, this.expected, this.#got, id);
  }

  detailedMessage(redact: Redact): string {
    const hasId = typeof this.#id === "number" || typeof this.#id === "string";
    const name = hasId ? `${this.object} ${redact(String(this.#id)).slice(0, 40)}` : this.object;
    const rule = `${this.path === "" ? "it" : this.path} must be ${this.expected}`;
    return `${name}: ${rule}, but got: ${describe(this.#got, redact)}`;
  }
}

/** Describes the type of a value, without the value. */
export function describeType(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${String(value.length)}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Describes a value by its type. The value itself precedes the type if it is a scalar and not secret. */
function describe({ value, secret = false }: Got, redact: Redact): string {
  const type = describeType(value);
  const isText = typeof value === "string";
  if (secret || !(isText || typeof value === "number" || typeof value === "boolean")) return type;
  const text = isText ? JSON.stringify(redact(value)) : redact(String(value));
  return `${text.slice(0, 60)} (${type})`;
}
