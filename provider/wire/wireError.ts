/** An answer that breaks the contract: which object, which field, what was expected and what came instead. */
export class WireError extends Error {
  override readonly name = "WireError";

  /**
   * @param object the kind of object at fault, such as "pull zone 7"
   * @param path the field's way from there, such as `Hostnames[2].ForceSSL`; empty for the object itself
   * @param got what came instead, already described without a secret
   */
  constructor(
    readonly object: string,
    readonly path: string,
    readonly expected: string,
    readonly got: string,
  ) {
    super(`${object}: ${path === "" ? "it" : path} must be ${expected}, but got: ${got}`);
  }

  /** The same fault seen from the object that holds it. */
  inside(object: string, step: string): WireError {
    const joint = this.path === "" || this.path.startsWith("[") ? "" : ".";
    return new WireError(object, `${step}${joint}${this.path}`, this.expected, this.got);
  }
}

/** Says what a value is; the value itself only where it is a short scalar that may be shown. */
export function describe(value: unknown, secret = false): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${String(value.length)}`;
  const kind = typeof value === "object" ? "an object" : `a ${typeof value}`;
  if (secret || typeof value === "object") return kind;
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return `${text.slice(0, 60)} (${kind})`;
}
