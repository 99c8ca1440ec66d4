import { InvalidInputError } from "../../api/errors";
import type { Kind } from "../../kinds";
import type { Properties } from "../../declared/properties";
import { sentence } from "../../wire/words";

/**
 * Implements the resource option `import`. The engine's own import reads without `__provider`, so no dynamic provider can serve it. Instead, the
 * resource class passes the id as an input, check removes it so that the option has no effect afterwards, and create looks it up here.
 */
export class ImportedIds {
  /**
   * The new resources that were checked, by the claim of their checked inputs, because create receives no URN. Each has its id to import, if
   * there is one. Equal rules are interchangeable.
   */
  readonly #byClaim = new Map<string, (string | undefined)[]>();
  /** Ids of resources that are already managed, for which the option has no effect. */
  readonly #managed = new Set<string>();

  constructor(private readonly kind: Pick<Kind, "claim" | "noun">) {}

  /**
   * Records a resource that was checked.
   *
   * @param olds its old inputs, empty for a new one
   * @param inputs its checked inputs: create receives these, not what the program wrote
   * @param id the id to import
   */
  note(olds: Properties, inputs: Properties, id: unknown): void {
    const given = typeof id === "string" ? id : undefined;
    if (Object.keys(olds).length > 0) {
      if (given !== undefined) this.#managed.add(given);
      return;
    }
    // A replacement is checked a second time without old inputs, like a new resource. It must not import the old object.
    const imported = given !== undefined && this.#managed.has(given) ? undefined : given;
    const claim = this.kind.claim(inputs);
    this.#byClaim.set(claim, [...(this.#byClaim.get(claim) ?? []), imported]);
  }

  /**
   * Returns the id to import for the inputs of a creation, if there is one. Each id is used once, so that no object is created in its place.
   *
   * @throws {InvalidInputError} if no checked resource has these inputs, but ids are left: one of them may be meant
   */
  of(inputs: Properties): string | undefined {
    const checked = this.#byClaim.get(this.kind.claim(inputs)) ?? [];
    const index = checked.findIndex((id) => id !== undefined);
    if (checked.length > 0) return checked.splice(Math.max(index, 0), 1)[0];
    const left = [...this.#byClaim.values()].flat().filter((id) => id !== undefined);
    if (left.length === 0) return undefined;
    throw new InvalidInputError(
      `The ${this.kind.noun} was not created: its inputs differ from those that were checked, so it may be the object to import, ${sentence(left)}. Remove the resource option import, or declare the object with its live settings`,
    );
  }
}
