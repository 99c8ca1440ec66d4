import { randomBytes } from "node:crypto";
import { Turns } from "./turns";

/** The properties of an entry. */
type Properties = Readonly<Record<string, unknown>>;

/** The key under which a state keeps the mark of an entry whose object was adopted or imported. */
export const markKey = "__mark";

export function newMark(): string {
  return randomBytes(4).toString("hex");
}

const readerMark = Symbol("reader");

/**
 * The entries of states that this run has seen to stay, by the id of their object. Two entries can have one object: a renamed resource
 * adopted it, and the run ended before the old entry was removed. Then only the last of them to go deletes the object. Each adoption and
 * import gives its entry a mark of its own, so entries of one object are told apart. What adopts, imports or deletes an object takes turns.
 */
class Entries extends Turns {
  readonly #marks = new Map<string, Set<unknown>>();
  /** Ids of objects that this run has deleted. */
  readonly deleted = new Set<string>();

  /** Notes an entry for which the engine calls diff: it does so for each entry that stays, and in a refresh for every entry. */
  note(id: string, state: Properties): void {
    this.#marksOf(id).add(state[markKey]);
  }

  /** Whether an entry that stays, or a reader, has the object. */
  has(id: string): boolean {
    return this.#marksOf(id).size > 0;
  }

  /** Notes that the program reads the object. */
  noteReader(id: string): void {
    this.#marksOf(id).add(readerMark);
  }

  /** Notes an entry that adopts or imports the object. @returns its mark, for the state */
  add(id: string): string {
    const mark = newMark();
    this.#marksOf(id).add(mark);
    return mark;
  }

  /** Forgets an entry that is to be deleted. @returns whether another one has the object */
  remove(id: string, state: Properties): boolean {
    const marks = this.#marksOf(id);
    marks.delete(state[markKey]);
    return marks.size > 0;
  }

  #marksOf(id: string): Set<unknown> {
    const marks = this.#marks.get(id) ?? new Set();
    this.#marks.set(id, marks);
    return marks;
  }
}

/** What this process knows of one kind of resource in this run: the engine calls it for each resource on its own. */
export class RunMemory {
  readonly entries = new Entries();
  /** The claims of objects that this run has created or adopted, or is creating; see {@link Kind.claim}. */
  readonly claims = new Set<string>();
  /** The claims of objects that the program declares. */
  readonly declared = new Set<string>();
  /** Those of them that a resource of the program keeps. */
  readonly kept = new Set<string>();
}
