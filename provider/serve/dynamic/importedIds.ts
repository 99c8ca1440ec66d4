import type { Properties } from "../../lifecycle/lifeCycle";

/** The input that carries the resource option `import` to the provider's process. No state ever holds it. */
export const importKey = "__import";

/**
 * The resource option `import`. The engine would send a read without `__provider`, which no dynamic provider can answer, so
 * the resource class hands the id over as an input. The check takes it out, so that the option may stay or go without a
 * difference, and the creation asks for it.
 */
export class ImportedIds {
  readonly #byName = new Map<unknown, string>();
  readonly #managed = new Set<string>();

  /** @returns the inputs without the id */
  take(olds: Properties, { [importKey]: id, ...news }: Properties): Properties {
    if (typeof id !== "string") return news;
    // For a resource to be replaced the engine checks twice, the second time without old inputs: that one is not imported.
    if (Object.keys(olds).length > 0) this.#managed.add(id);
    else if (!this.#managed.has(id)) this.#byName.set(news["name"], id);
    return news;
  }

  /** The id to import for checked inputs, if there is one. */
  of(inputs: Properties): string | undefined {
    return this.#byName.get(inputs["name"]);
  }
}
