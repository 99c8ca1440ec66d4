import { IncompleteError } from "../declared/failures";
import type { Properties } from "../declared/properties";
import type { Kind } from "../kinds";
import { inputsText } from "../kinds";
import { Deletions } from "./deletions";
import type { EntriesOfOthers } from "./entries";
import { Entries } from "./entries";

/**
 * Knowledge of this process about one kind of resource in this run: the engine calls the process separately for each resource. What becomes of a
 * resource, by the calls of the engine (check, diff, create, update):
 *
 *                 no entry                                 an entry in the state
 *                    |                                               |
 *     check          |               declares(claim)                 |    counts it if its inputs are unchanged
 *                    v                                               v
 *     diff           |              keeps(id, inputs)  or  replaces(id, former, inputs)
 *                    |                      |                        |    gives up the former claim
 *                    |                      v                        v
 *     after diff     |      staysUnchanged(inputs)?          replacedBy(inputs) names the entry that the new object replaces
 *                    v
 *     create    claimed(claim) -> created or adopted: becomes(id, inputs)
 *
 * Everything else asks: isDeclared, isGivenUp, declarationOf, replacedBy.
 */
export class RunMemory {
  readonly entries: Entries;
  /** Claims of objects that this run has created or adopted, or is creating; see {@link Kind.claim}. */
  readonly claims = new Set<string>();
  /** Claims of objects that the program declares. */
  readonly #declared = new Set<string>();
  /** Claims that resources give up because they are replaced. */
  readonly #givenUp = new Set<string>();
  /** Ids of objects whose replacements are created first, by the inputs of the replacement. */
  readonly #replacing = new Map<string, string>();
  /** Number of unchanged resources with an entry that declare these inputs. */
  readonly #unchanged = new Map<string, number>();
  /** Declared inputs of objects that the program keeps or has created, by id. */
  readonly #declaredAs = new Map<string, Properties>();
  /** Claims of the parts that the program declares, by the id of their zone. */
  readonly #parts = new Map<number, Set<string>>();
  /** Checked inputs of resources that the program declares, by claim, as the last check computed them from the files of this machine. */
  readonly checked = new Map<string, Properties>();
  /** Deletions that are running, by what one look shows. */
  readonly deletions = new Deletions();
  /** Keys of actions that happen once in a run, such as a notice. */
  readonly once = new Set<string>();

  /** @param others notes that the processes of a run share */
  constructor(readonly others: EntriesOfOthers) {
    this.entries = new Entries(others);
  }

  /** Notes that the program declares an object. @param olds inputs in the state; empty without an entry */
  declares(claim: string, inputs: Properties, olds: Properties): void {
    this.#declared.add(claim);
    // An unchanged resource is counted, because it stays if the engine then compares it; a changed one may be replaced.
    const text = inputsText(inputs);
    if (text === inputsText(olds)) this.#unchanged.set(text, (this.#unchanged.get(text) ?? 0) + 1);
  }

  isDeclared(claim: string): boolean {
    return this.#declared.has(claim);
  }

  /** Returns the claims of the objects that the program declares. */
  declaredClaims(): Iterable<string> {
    return this.#declared;
  }

  /** Notes that the program declares a part of a zone. @returns the number of its parts, and whether the part was known */
  declaresPart(zoneId: number, claim: string): { readonly count: number; readonly wasKnown: boolean } {
    const parts = this.#parts.get(zoneId) ?? new Set();
    const wasKnown = parts.has(claim);
    this.#parts.set(zoneId, parts.add(claim));
    return { count: parts.size, wasKnown };
  }

  /** Notes that the program declares the object of an entry with these inputs, whether it keeps or replaces it. */
  keeps(id: string, inputs: Properties): void {
    this.#declaredAs.set(id, inputs);
  }

  /**
   * Notes that the object of an entry is replaced, and gives up what only it could claim.
   *
   * @param former claims before and after
   * @param createsFirst whether the new object is created before the old one is deleted
   */
  replaces(id: string, [former, next]: readonly [string, string], inputs: Properties, createsFirst: boolean): void {
    if (former !== next) this.#givenUp.add(former);
    if (createsFirst) this.#replacing.set(inputsText(inputs), id);
  }

  /** Whether an entry of unchanged resources with these inputs stays. Each of them is counted once. */
  staysUnchanged(inputs: Properties): boolean {
    const text = inputsText(inputs);
    const left = this.#unchanged.get(text) ?? 0;
    if (left > 0) this.#unchanged.set(text, left - 1);
    return left > 0;
  }

  /** Notes that an object was created or adopted for a declaration. */
  becomes(id: string, inputs: Properties): void {
    this.#declaredAs.set(id, inputs);
  }

  /** Returns the declared inputs of an object that the program keeps, replaces or has created. */
  declarationOf(id: string): Properties | undefined {
    return this.#declaredAs.get(id);
  }

  /**
   * Returns the inputs with which another resource of the program keeps, replaces or has created an object. A resource that is replaced gives up its
   * object.
   */
  otherDeclarationOf({ claim: claimOf }: Pick<Kind, "claim">, inputs: Properties, id: string): Properties | undefined {
    const [other, claim] = [this.declarationOf(id), claimOf(inputs)];
    return other !== undefined && claimOf(other) !== claim && !this.isGivenUp(claim) ? other : undefined;
  }

  /** Whether a resource that is replaced gives up a claim. */
  isGivenUp(claim: string): boolean {
    return this.#givenUp.has(claim);
  }

  /** Returns the id of the object that a new one with these inputs replaces, if the new one is created first. */
  replacedBy(inputs: Properties): string | undefined {
    return this.#replacing.get(inputsText(inputs));
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
