/** Runs actions with the same key in turn: each begins once all earlier ones have ended. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act);
    this.#last.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }
}
