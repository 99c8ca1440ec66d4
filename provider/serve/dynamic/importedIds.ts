import type { Properties } from "../../lifecycle/lifeCycle";

/** The input that passes the resource option `import` to the provider's process. It is never stored in a state. */
export const importKey = "__import";

/**
 * Implements the resource option `import`. The engine's own import reads without `__provider`, which no dynamic provider can
 * answer. So the resource class passes the id as an input; check removes it, so that the option makes no difference afterwards;
 * create looks it up here.
 */
export class ImportedIds {
  /** Ids to import, by the name of the zone: create receives no URN, and names are unique. */
  readonly #byName = new Map<unknown, string>();
  /** Ids of resources that are managed already, so that the option has no effect any more. */
  readonly #managed = new Set<string>();

  /** @returns the inputs without the id */
  take(olds: Properties, { [importKey]: id, ...news }: Properties): Properties {
    if (typeof id !== "string") return news;
    // A replacement is checked a second time without old inputs, like a new resource. It must not import the old zone.
    if (Object.keys(olds).length > 0) this.#managed.add(id);
    else if (!this.#managed.has(id)) this.#byName.set(news["name"], id);
    return news;
  }

  /** The id to import for checked inputs, if there is one. */
  of(inputs: Properties): string | undefined {
    return this.#byName.get(inputs["name"]);
  }
}
