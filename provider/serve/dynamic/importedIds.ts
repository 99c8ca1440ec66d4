import { InvalidInputError } from "../../api/errors";
import type { Kind } from "../../kinds";
import type { Properties } from "../../declared/properties";
import { sentence } from "../../wire/words";

/** The input that passes the resource option `import` to the provider's process. It is never stored in a state. */
export const importKey = "__import";

/**
 * Implements the resource option `import`. The engine's own import reads without `__provider`, which no dynamic provider can
 * answer. So the resource class passes the id as an input; check removes it, so that the option makes no difference afterwards;
 * create looks it up here.
 */
export class ImportedIds {
  /**
   * The new resources that were checked, by what their checked inputs claim, each with its id to import if it has one: create receives no
   * URN. Of equal rules, either can have either id.
   */
  readonly #byClaim = new Map<string, (string | undefined)[]>();
  /** Ids of resources that are managed already, so that the option has no effect any more. */
  readonly #managed = new Set<string>();

  constructor(private readonly kind: Pick<Kind, "claim" | "noun">) {}

  /**
   * Notes a resource that was checked.
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
   * The id to import for the inputs of a creation, if there is one. Each resource with the option gets one, so that none is created instead.
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
      `The ${this.kind.noun} was not created: its inputs are not those that were checked, so it may be the one to import as ${sentence(left)}. Remove the resource option import, or declare the object as it is`,
    );
  }
}
