import { randomBytes } from "node:crypto";
import { InvalidInputError } from "../api/errors";
import type { Properties } from "../declared/properties";
import { markKey } from "../declared/state";
import { Turns } from "./turns";

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
  /** The marks of the object's entries, as the others have told. */
  told(id: string): Record<"noted" | "removed", readonly string[]>;
}

/**
 * The entries of states that this run has seen to stay, by the id of their object. Two entries can have one object: a renamed resource
 * adopted it, and the old entry is not removed yet. Then only the last of them to go deletes the object. Each adoption and import gives
 * its entry a mark of its own, so entries of one object are told apart. What adopts, imports or deletes an object takes turns; between
 * processes, which can't, an adoption fails if another one has begun to delete.
 */
export class Entries extends Turns {
  readonly #noted = new Map<string, Set<string>>();
  readonly #removed = new Map<string, Set<string>>();
  /** Ids of objects that this process has deleted. */
  readonly deleted = new Set<string>();
  /** Ids of objects that entries of this run have replaced in an earlier run. */
  readonly former = new Set<string>();

  constructor(private readonly others: EntriesOfOthers) {
    super();
  }

  /** Notes an entry for which the engine calls diff: it does so for each entry that stays, and in a refresh for every entry. */
  note(id: string, state: Properties): void {
    this.#tell("+", id, markOf(state));
  }

  /** Whether an entry that stays, or a reader, has the object. */
  has(id: string): boolean {
    const { noted, removed } = this.others.told(id);
    // Another process may have seen the same entry, before it was moved: who removes it removes it for all.
    const gone = new Set([...marksOf(this.#removed, id), ...removed]);
    return [...marksOf(this.#noted, id), ...noted].some((mark) => !gone.has(mark));
  }

  /** Whether an entry of this run has or had the object. */
  knows(id: string): boolean {
    if (this.former.has(id)) return true;
    const { noted, removed } = this.others.told(id);
    return marksOf(this.#noted, id).size + marksOf(this.#removed, id).size + noted.length + removed.length > 0;
  }

  /** Whether the program reads the object. */
  isRead(id: string): boolean {
    return marksOf(this.#noted, id).has(readerMark) || this.others.told(id).noted.includes(readerMark);
  }

  /** Whether an entry that another process has noted has the object. */
  isElsewhere(id: string): boolean {
    const { noted, removed } = this.others.told(id);
    return noted.some((mark) => !removed.includes(mark) && !marksOf(this.#removed, id).has(mark));
  }

  /**
   * Notes an entry that the program keeps.
   *
   * @throws {InvalidInputError} if another resource of the program keeps the object, or has taken it over in this run
   */
  stays(id: string, state: Properties): void {
    const mark = markOf(state);
    this.#tell("+", keptPrefix + id, mark);
    if (this.#isHeldByOther(id, mark)) throw heldError(id);
  }

  /** Notes that the program reads the object. */
  noteReader(id: string): void {
    this.#tell("+", id, readerMark);
  }

  /**
   * Notes an entry that is about to adopt or import the object, or to create one whose id an older entry can have. It stays noted if that
   * fails: what the program wants is not deleted.
   *
   * @returns its mark, for the state
   * @throws {InvalidInputError} if another resource of the program has the object, or another process has begun to delete it
   */
  takeOver(id: string): string {
    const mark = newMark();
    if (this.#isHeldByOther(id, mark)) throw heldError(id);
    this.#tell("+", id, mark);
    this.#tell("+", keptPrefix + id, mark);
    if (this.others.told(id).removed.length === 0) return mark;
    throw new InvalidInputError(
      `${id} was not taken over: in this run a resource of another provider gives it up and may delete it. Run pulumi up again`,
    );
  }

  /** Forgets an entry that is to be deleted. @returns whether another one has the object */
  release(id: string, state: Properties): boolean {
    this.#tell("-", id, markOf(state));
    return this.has(id);
  }

  /** Whether the program keeps another entry of the object, or has taken it over in another one. */
  #isHeldByOther(id: string, mark: string): boolean {
    const held = [...marksOf(this.#noted, keptPrefix + id), ...this.others.told(keptPrefix + id).noted];
    const gone = new Set([...marksOf(this.#removed, id), ...this.others.told(id).removed]);
    return held.some((other) => other !== mark && !gone.has(other));
  }

  #tell(sign: "+" | "-", id: string, mark: string): void {
    const marks = sign === "+" ? this.#noted : this.#removed;
    if (marksOf(marks, id).has(mark)) return;
    marks.set(id, marksOf(marks, id).add(mark));
    this.others.tell(sign, id, mark);
  }
}

/** What the program keeps is noted beside what stays in the state, under the id with this in front. */
const keptPrefix = "kept ";

function heldError(id: string): InvalidInputError {
  return new InvalidInputError(
    `Another resource of this program has ${id}. An object can have only one resource: remove one of the two from the program, which keeps the ` +
      `object. If a resource was renamed, give it the option aliases: [{ name: "OLD-NAME" }]`,
  );
}

function marksOf(marks: ReadonlyMap<string, Set<string>>, id: string): Set<string> {
  return marks.get(id) ?? new Set();
}
