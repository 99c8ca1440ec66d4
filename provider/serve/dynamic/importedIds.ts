import type { Kind } from "../../kinds";
import type { Properties } from "../../lifecycle/shared/lifeCycle";

/** The input that passes the resource option `import` to the provider's process. It is never stored in a state. */
export const importKey = "__import";

/**
 * Implements the resource option `import`. The engine's own import reads without `__provider`, which no dynamic provider can
 * answer. So the resource class passes the id as an input; check removes it, so that the option makes no difference afterwards;
 * create looks it up here.
 */
export class ImportedIds {
  /** Ids to import, by what the resource claims: create receives no URN. Of equal rules, either can have either id. */
  readonly #byClaim = new Map<string, string[]>();
  /** Ids of resources that are managed already, so that the option has no effect any more. */
  readonly #managed = new Set<string>();

  constructor(private readonly kind: Pick<Kind, "claim">) {}

  /** @returns the inputs without the id */
  take(olds: Properties, { [importKey]: id, ...news }: Properties): Properties {
    if (typeof id !== "string") return news;
    // A replacement is checked a second time without old inputs, like a new resource. It must not import the old zone.
    if (Object.keys(olds).length > 0) this.#managed.add(id);
    else if (!this.#managed.has(id)) this.#idsOf(news).push(id);
    return news;
  }

  /** The id to import for checked inputs, if there is one. Each resource with the option gets one, so that none is created instead. */
  of(inputs: Properties): string | undefined {
    return this.#idsOf(inputs).shift();
  }

  #idsOf(inputs: Properties): string[] {
    const claim = this.kind.claim(inputs);
    const ids = this.#byClaim.get(claim) ?? [];
    this.#byClaim.set(claim, ids);
    return ids;
  }
}
