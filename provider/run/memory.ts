import { IncompleteError } from "../declared/failures";
import type { Properties } from "../declared/properties";
import { Deletions } from "./deletions";
import type { EntriesOfOthers } from "./entries";
import { Entries } from "./entries";

/** Knowledge of this process about one kind of resource in this run: the engine calls the process separately for each resource. */
export class RunMemory {
  readonly entries: Entries;
  /** Claims of objects that this run has created or adopted, or is creating; see {@link Kind.claim}. */
  readonly claims = new Set<string>();
  /** Claims of objects that the program declares. */
  readonly declared = new Set<string>();
  /** Claims that resources give up because they are replaced. */
  readonly givenUp = new Set<string>();
  /** Ids of objects whose replacements are created first, by the inputs of the replacement. */
  readonly replacing = new Map<string, string>();
  /** Number of unchanged resources with an entry that declare these inputs. */
  readonly unchanged = new Map<string, number>();
  /** Declared inputs of objects that the program keeps or has created, by id. */
  readonly declaredAs = new Map<string, Properties>();
  /** Checked inputs of resources that the program declares, by claim, as the last check computed them from the files of this machine. */
  readonly checked = new Map<string, Properties>();
  /** Deletions that are running, by what one look shows. */
  readonly deletions = new Deletions();
  /** Claims of the parts that the program declares, by the id of their zone. */
  readonly partsOf = new Map<number, Set<string>>();
  /** Keys of actions that happen once in a run, such as a notice. */
  readonly once = new Set<string>();

  /** @param others notes that the processes of a run share */
  constructor(readonly others: EntriesOfOthers) {
    this.entries = new Entries(others);
  }

  /**
   * Creates or adopts an object with a claim. The claim is noted before the first request, because resources are created in parallel. It is
   * withdrawn if nothing was created.
   *
   * @param taken returns the error if another resource of this run has the claim
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
