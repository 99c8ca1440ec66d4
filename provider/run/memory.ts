import { IncompleteError } from "../declared/failures";
import type { Properties } from "../declared/properties";
import type { EntriesOfOthers } from "./entries";
import { Entries } from "./entries";

/** Knowledge of this process about one kind of resource in this run: the engine calls the process separately for each resource. */
export class RunMemory {
  readonly entries: Entries;
  /** The claims of objects that this run has created or adopted, or is creating; see {@link Kind.claim}. */
  readonly claims = new Set<string>();
  /** The claims of objects that the program declares. */
  readonly declared = new Set<string>();
  /** The claims that a resource gives up, because it is replaced. */
  readonly givenUp = new Set<string>();
  /** The ids of objects that are replaced by new ones with these inputs, which are created first. */
  readonly replacing = new Map<string, string>();
  /** How many resources that have an entry declare these inputs, unchanged. */
  readonly unchanged = new Map<string, number>();
  /** What the program declares about objects that a resource of it keeps or has created, by their id. */
  readonly declaredAs = new Map<string, Properties>();
  /** The inputs of resources that the program declares, by claim, as the last check has found them on this machine. */
  readonly checked = new Map<string, Properties>();
  /** Keys of actions that happen once in a run, such as a notice. */
  readonly once = new Set<string>();

  /** @param others the notes that the processes of a run share */
  constructor(readonly others: EntriesOfOthers) {
    this.entries = new Entries(others);
  }

  /**
   * Creates or adopts what has a claim. The claim is there before the first request, because resources are created in parallel; it is taken
   * back if nothing was created.
   *
   * @param taken the error if another resource of this run has the claim
   */
  async claimed<Created>(claim: string, taken: () => Error, create: () => Promise<Created>): Promise<Created> {
    if (this.claims.has(claim)) throw taken();
    this.claims.add(claim);
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof IncompleteError)) this.claims.delete(claim);
      throw error;
    }
  }
}
