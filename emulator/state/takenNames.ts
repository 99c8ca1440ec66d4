/** Which storage zone names are taken, across the whole service and whatever their case. */
export class TakenNames {
  readonly #owners = new Map<string, number>();
  readonly #heldUntil = new Map<string, number>();
  readonly #others: ReadonlySet<string>;

  /** @param others names of other accounts */
  constructor(others: readonly string[]) {
    this.#others = new Set(others.map(folded));
  }

  has(name: string, now: number): boolean {
    const key = folded(name);
    return this.#others.has(key) || this.#owners.has(key) || now < (this.#heldUntil.get(key) ?? 0);
  }

  take(name: string | null, id: number): void {
    if (name !== null) this.#owners.set(folded(name), id);
  }

  /** Gives a name back, at once or after a time; a name that has passed to another zone stays with it. */
  free(name: string | null, id: number, heldUntil = 0): void {
    if (name === null || this.#owners.get(folded(name)) !== id) return;
    this.#owners.delete(folded(name));
    if (heldUntil > 0) this.#heldUntil.set(folded(name), heldUntil);
  }
}

function folded(name: string): string {
  return name.toLowerCase();
}
