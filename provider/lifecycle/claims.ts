import { ConflictError } from "../api/errors";
import { shown } from "../api/input";

/**
 * Which zones the resources of one run have, so that no zone becomes two resources and none is deleted under one that has
 * it. To an engine, a resource that was renamed in a program is a creation and a deletion; with `adopt`, both are of one zone.
 */
export class Claims {
  readonly #names = new Set<string>();
  readonly #made = new Set<string>();
  readonly #adopted = new Set<string>();
  readonly #kept = new Set<string>();

  /**
   * Creates a zone while nobody else creates one of that name.
   *
   * @throws {ConflictError} where somebody does: two resources declare the same zone
   */
  async alone<T>(name: string, act: () => Promise<T>): Promise<T> {
    const key = name.toLowerCase();
    if (this.#names.has(key)) {
      throw conflict(
        `Two resources of this program declare a storage zone named ${shown(name)}, and the other one is being created. Names are unique: declare it once`,
      );
    }
    this.#names.add(key);
    try {
      return await act();
    } finally {
      this.#names.delete(key);
    }
  }

  /** A creation of this run made the zone; false where another one has it. */
  make(id: number): boolean {
    return this.#take(id, this.#made);
  }

  /** A creation of this run took over a zone that stood. */
  adopt(id: number, name: string): void {
    if (this.#take(id, this.#adopted)) return;
    throw conflict(
      `Storage zone ${shown(name)} (id ${String(id)}) was not taken over: another resource of this program has it. Declare it once. ` +
        `A resource that was renamed needs no adopt, but the resource option aliases: [{ name: "OLD-NAME" }]`,
    );
  }

  /** It could not be taken over after all. */
  release(id: number): void {
    this.#adopted.delete(String(id));
  }

  /** A resource of the program has the zone already, and goes on having it. */
  keep(id: string): void {
    if (!this.#made.has(id)) this.#kept.add(id);
  }

  /**
   * Whether a deletion is to go on; not where the zone was handed to another resource of this run.
   *
   * @throws {ConflictError} where another resource has had it since an earlier run
   */
  mayDelete(id: string): boolean {
    if (this.#adopted.has(id)) return false;
    if (!this.#kept.has(id)) return true;
    throw conflict(
      `Storage zone ${id} was not deleted: a resource that this program declares has it. If that is another resource than the one ` +
        `to delete, take this one out of the state: pulumi state delete URN. To replace a zone by force, take it out of the program, run pulumi up, and declare it again`,
    );
  }

  #take(id: number, taken: Set<string>): boolean {
    const key = String(id);
    if (this.#made.has(key) || this.#adopted.has(key) || this.#kept.has(key)) return false;
    taken.add(key);
    return true;
  }
}

function conflict(message: string): ConflictError {
  return new ConflictError(message, {
    request: { operation: "add storage zone", method: "POST", path: "/storagezone" },
  });
}
