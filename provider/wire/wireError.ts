/** Takes what is secret out of a text. It must see the text as it came: what was cut or escaped hides a secret from it. */
export type Redact = (text: string) => string;

/** What came in a field's place, as it came. */
export interface Got {
  readonly value: unknown;
  /** Whether the field is secret, so that not even a wrong value of it may be shown. */
  readonly secret?: boolean | undefined;
}

/**
 * An answer that breaks the contract: which object, which field, what was expected and what came instead. Its own message
 * shows nothing of the answer; {@link told} does.
 */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly #got: Got;
  readonly #id: unknown;

  /**
   * @param object the kind of object at fault, such as "pull zone"
   * @param path the field's way from there, such as `Hostnames[2].ForceSSL`; empty for the object itself
   * @param id the object's id, as it came
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

  /** The same fault seen from the object that holds it. */
  inside(object: string, step: string, id?: unknown): WireError {
    const joint = this.path === "" || this.path.startsWith("[") ? "" : ".";
    return new WireError(object, `${step}${joint}${this.path}`, this.expected, this.#got, id);
  }

  /** The fault with the object's id and with what came, without what is secret. */
  told(redact: Redact): string {
    const hasId = typeof this.#id === "number" || typeof this.#id === "string";
    const name = hasId ? `${this.object} ${redact(String(this.#id)).slice(0, 40)}` : this.object;
    const rule = `${this.path === "" ? "it" : this.path} must be ${this.expected}`;
    return `${name}: ${rule}, but got: ${describe(this.#got, redact)}`;
  }
}

/** Says of what kind a value is. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${String(value.length)}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Says what a value is; the value itself only where it is a short scalar that may be shown. */
function describe({ value, secret = false }: Got, redact: Redact): string {
  const kind = kindOf(value);
  const isText = typeof value === "string";
  if (secret || !(isText || typeof value === "number" || typeof value === "boolean")) return kind;
  const text = isText ? JSON.stringify(redact(value)) : redact(String(value));
  return `${text.slice(0, 60)} (${kind})`;
}
