import { aliasesOption } from "../wire/words";
import { randomBytes } from "node:crypto";
import { InvalidInputError } from "../api/errors";
import type { Properties } from "../declared/properties";
import { Turns } from "./turns";
import { markKey } from "../wire/stateKeys";

export function newMark(): string {
  return randomBytes(4).toString("hex");
}

/** Mark of a resource that only reads: it has no entry. */
const readerMark = "reader";

function markOf(state: Properties): string {
  const mark = state[markKey];
  return typeof mark === "string" ? mark : "none";
}

/** Versions of this package that the other processes of the run have. */
export type Versions = "this version" | "all versions";

/** Entries that other processes of the run have noted (`+`) or removed (`-`). */
export interface EntriesOfOthers {
  /** Announces a note or a removal to the other processes. */
  announce(sign: "+" | "-", id: string, mark: string): void;
  /**
   * Returns the marks of the object's entries that the other processes have announced.
   *
   * @param from whether to include processes of earlier versions, which takes longer
   */
  announced(id: string, from: Versions): Record<"noted" | "removed", readonly string[]>;
  /** @throws {ConfigurationError} with the reason why this process can't know what the others have announced */
  refuseIfAlone(): void;
}

/**
 * Entries of states that stay in this run, by the id of their object. Two entries can have one object: a renamed resource has adopted it, and the
 * old entry is not removed yet. In that case, the object is deleted only with the last entry. Each adoption and import gives its entry a unique
 * mark, which distinguishes the entries of one object. Adoptions, imports and deletions of an object take turns. Processes can't take turns with
 * each other, so an adoption fails if another process has begun to delete the object.
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

  /** Notes an entry for which the engine calls diff. It does so for each entry that stays and, in a refresh, for all entries. */
  note(id: string, state: Properties): void {
    this.#announce("+", id, markOf(state));
  }

  /** Whether an entry that stays, or a resource that only reads, has the object. */
  has(id: string, from: Versions = "this version"): boolean {
    const { noted, removed } = this.others.announced(id, from);
    // Another process may have noted the same entry before it was moved. A removal counts for all processes.
    const gone = new Set([...marksOf(this.#removed, id), ...removed]);
    return [...marksOf(this.#noted, id), ...noted].some((mark) => !gone.has(mark));
  }

  /** Whether an entry of this run has or had the object. */
  knows(id: string): boolean {
    if (this.former.has(id)) return true;
    const { noted, removed } = this.others.announced(id, "this version");
    return marksOf(this.#noted, id).size + marksOf(this.#removed, id).size + noted.length + removed.length > 0;
  }

  /** Whether the program reads the object. */
  isRead(id: string): boolean {
    return (
      marksOf(this.#noted, id).has(readerMark) || this.others.announced(id, "all versions").noted.includes(readerMark)
    );
  }

  /** Whether an entry that another process has noted has the object. */
  isElsewhere(id: string): boolean {
    const { noted, removed } = this.others.announced(id, "all versions");
    return noted.some((mark) => !removed.includes(mark) && !marksOf(this.#removed, id).has(mark));
  }

  /**
   * Notes an entry that the program keeps.
   *
   * @throws {InvalidInputError} if another resource of the program keeps the object, or has adopted it in this run
   */
  stays(id: string, state: Properties): void {
    const mark = markOf(state);
    this.#announce("+", keptPrefix + id, mark);
    if (this.#isHeldByOther(id, mark, "this version")) throw heldError(id);
  }

  /** Notes that the program reads the object. */
  noteReader(id: string): void {
    this.#announce("+", id, readerMark);
  }

  /**
   * Notes an entry that is about to adopt or import the object, or to create one whose id an older entry can have. It stays noted if that fails,
   * because an object that the program declares must not be deleted.
   *
   * @returns the mark of the entry, for its state
   * @throws {InvalidInputError} if another resource of the program has the object, or another process has begun to delete it
   */
  takeOver(id: string): string {
    const mark = newMark();
    if (this.#isHeldByOther(id, mark, "all versions")) throw heldError(id);
    this.#announce("+", id, mark);
    this.#announce("+", keptPrefix + id, mark);
    if (this.others.announced(id, "all versions").removed.length === 0) return mark;
    throw new InvalidInputError(
      `${id} was not adopted: in this run, a resource of another provider gives it up and may delete it. Run pulumi up again`,
    );
  }

  /**
   * Removes the note of an entry that is about to be deleted.
   *
   * @returns whether another entry has the object
   * @throws {ConfigurationError} if another process of the run may have an entry that this process can't know
   */
  release(id: string, state: Properties): boolean {
    this.others.refuseIfAlone();
    this.#announce("-", id, markOf(state));
    return this.has(id, "all versions");
  }

  /** Whether the program keeps another entry of the object, or has adopted the object in another entry. */
  #isHeldByOther(id: string, mark: string, from: Versions): boolean {
    const held = [...marksOf(this.#noted, keptPrefix + id), ...this.others.announced(keptPrefix + id, from).noted];
    if (held.every((other) => other === mark)) return false;
    const gone = new Set([...marksOf(this.#removed, id), ...this.others.announced(id, from).removed]);
    return held.some((other) => other !== mark && !gone.has(other));
  }

  #announce(sign: "+" | "-", id: string, mark: string): void {
    const marks = sign === "+" ? this.#noted : this.#removed;
    if (marksOf(marks, id).has(mark)) return;
    marks.set(id, marksOf(marks, id).add(mark));
    this.others.announce(sign, id, mark);
  }
}

/** Prefix of the ids under which entries that the program keeps are noted, in addition to those that stay in the state. */
const keptPrefix = "kept ";

export function heldError(id: string): InvalidInputError {
  return new InvalidInputError(
    `Another resource of this program has ${id}. An object can have only one resource: remove one of the two from the program, which keeps the ` +
      `object. If a resource was renamed, give it ${aliasesOption}`,
  );
}

function marksOf(marks: ReadonlyMap<string, Set<string>>, id: string): Set<string> {
  return marks.get(id) ?? new Set();
}
