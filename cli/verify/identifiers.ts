/** Smaller numbers in fields of ids are codes, such as -1 for none. */
const minId = 1000;
const guid = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const randomName = /\bverify[-_]+(verify-)?[0-9a-f]{12}\b/gi;

/** The ids in the responses of an account, which a published report must not have. */
export class Identifiers {
  readonly #ids = new Set<string>();

  /** Remembers the values of all fields of a response that are named after an id. */
  note(body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      const isId = /id$/i.test(name);
      if (isId && typeof value === "number" && value >= minId) this.#ids.add(String(value));
      if (isId && typeof value === "string" && value.length >= 8) this.#ids.add(value);
      this.note(value);
    }
  }

  /** Replaces these ids, every GUID and the random names of the trial in a text. */
  hide(text: string): string {
    const named = text.replaceAll(guid, "[id]").replaceAll(randomName, "[name]");
    // An id can be a part of a longer number or word.
    return named.replaceAll(/[\w-]+/g, (word) => (this.#ids.has(word) ? "[id]" : word));
  }
}
