import { randomBytes } from "node:crypto";
import { InvalidInputError } from "../api/errors";
import { Turns } from "./turns";

/** The properties of an entry. */
type Properties = Readonly<Record<string, unknown>>;

/** The key under which a state keeps the mark of an entry whose object was adopted or imported. */
export const markKey = "__mark";

export function newMark(): string {
  return randomBytes(4).toString("hex");
}

/** The mark of a reader: it has no entry. */
const readerMark = "reader";

function markOf(state: Properties): string {
  const mark = state[markKey];
  return typeof mark === "string" ? mark : "none";
}

/** The entries that other processes of the run have noted (`+`) or removed (`-`). */
export interface EntriesOfOthers {
  /** Tells the others. */
  tell(sign: "+" | "-", id: string, mark: string): void;
  marks(sign: "+" | "-", id: string): readonly string[];
}

/**
 * The entries of states that this run has seen to stay, by the id of their object. Two entries can have one object: a renamed resource
 * adopted it, and the old entry is not removed yet. Then only the last of them to go deletes the object. Each adoption and import gives
 * its entry a mark of its own, so entries of one object are told apart. What adopts, imports or deletes an object takes turns; between
 * processes, which can't, an adoption fails if another one has begun to delete.
 */
class Entries extends Turns {
  readonly #marks = new Map<string, Set<string>>();
  /** Ids of objects that this process has deleted. */
  readonly deleted = new Set<string>();

  constructor(private readonly others: EntriesOfOthers) {
    super();
  }

  /** Notes an entry for which the engine calls diff: it does so for each entry that stays, and in a refresh for every entry. */
  note(id: string, state: Properties): void {
    this.#note(id, markOf(state));
  }

  /** Whether an entry that stays, or a reader, has the object. */
  has(id: string): boolean {
    return this.#marksOf(id).size > 0 || this.#marksOfOthers(id).size > 0;
  }

  /** Notes that the program reads the object. */
  noteReader(id: string): void {
    this.#note(id, readerMark);
  }

  /**
   * Notes an entry that adopts or imports the object.
   *
   * @returns its mark, for the state
   * @throws {InvalidInputError} if another process has begun to delete the object
   */
  add(id: string): string {
    const mark = newMark();
    this.#note(id, mark);
    if (this.others.marks("-", id).length === 0) return mark;
    this.#forget(id, mark);
    throw new InvalidInputError(
      `${id} was not taken over: in this run a resource of another provider gives it up and may delete it. Run pulumi up again`,
    );
  }

  /** Forgets an entry that is to be deleted. @returns whether another one has the object */
  remove(id: string, state: Properties): boolean {
    const mark = markOf(state);
    this.#forget(id, mark);
    const others = this.#marksOfOthers(id);
    // Another process may have seen this same entry, before it was moved.
    others.delete(mark);
    return this.#marksOf(id).size > 0 || others.size > 0;
  }

  #note(id: string, mark: string): void {
    const marks = this.#marksOf(id);
    if (marks.has(mark)) return;
    marks.add(mark);
    this.others.tell("+", id, mark);
  }

  #forget(id: string, mark: string): void {
    this.#marksOf(id).delete(mark);
    this.others.tell("-", id, mark);
  }

  #marksOf(id: string): Set<string> {
    const marks = this.#marks.get(id) ?? new Set();
    this.#marks.set(id, marks);
    return marks;
  }

  #marksOfOthers(id: string): Set<string> {
    const removed = this.others.marks("-", id);
    return new Set(this.others.marks("+", id).filter((mark) => !removed.includes(mark)));
  }
}

/** What this process knows of one kind of resource in this run: the engine calls it for each resource on its own. */
export class RunMemory {
  readonly entries: Entries;
  /** The claims of objects that this run has created or adopted, or is creating; see {@link Kind.claim}. */
  readonly claims = new Set<string>();
  /** The claims of objects that the program declares. */
  readonly declared = new Set<string>();
  /** Those of them that a resource of the program keeps. */
  readonly kept = new Set<string>();

  constructor(others: EntriesOfOthers) {
    this.entries = new Entries(others);
  }
}
