import type { Deployment } from "../deployment/deployment";
import type { ResourceState } from "../resource/state";
import { makeUrn } from "../resource/urn";
import { aliasUrns } from "./aliases";
import type { Goal } from "./goal";

/**
 * What is known while a program's registrations are turned into steps: the resources there were, and what became
 * of each URN. Steps are generated for one registration at a time, as the CLI's engine does.
 */
export class Generation {
  /** The resources of the last checkpoint by URN, without those that only wait for their delete. */
  readonly olds: ReadonlyMap<string, ResourceState>;
  readonly replaces = new Set<string>();
  /** URNs that this run deletes; one that is registered after that is being replaced. */
  readonly deletes = new Set<string>();
  /** The very resources that were deleted to make way for a replacement of what they depend on. */
  readonly deletedEarly = new Set<ResourceState>();
  readonly #registered = new Set<string>();
  readonly #aliased = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(readonly deployment: Deployment) {
    const live = deployment.settings.snapshot.base.filter((resource) => !resource.delete);
    this.olds = new Map(live.map((resource) => [resource.urn, resource]));
  }

  /** Runs one task after the others. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(task);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  claimUrn(parent: string, type: string, name: string): string {
    const { stack, project } = this.deployment.settings;
    const urn = makeUrn(stack, project, parent, type, name);
    if (this.#registered.has(urn)) {
      throw this.deployment.fail(`Duplicate resource URN '${urn}'; try giving it a unique name`, urn);
    }
    this.#registered.add(urn);
    return urn;
  }

  /** The resource that a registration is about, found by its URN or else by one of its aliases. */
  oldResource(urn: string, goal: Goal): ResourceState | undefined {
    const { stack, project } = this.deployment.settings;
    const known = this.olds.get(urn);
    if (known !== undefined) return known;
    for (const alias of aliasUrns(goal, stack, project, this.#aliases.get(goal.parent))) {
      const old = this.olds.get(alias);
      if (old === undefined) continue;
      if (this.#registered.has(alias) || this.#aliased.has(alias)) {
        throw this.deployment.fail(`Duplicate resource alias '${alias}' applied to resource with URN '${urn}'`, urn);
      }
      this.#aliased.set(alias, urn);
      this.#aliases.set(urn, alias);
      return old;
    }
    return undefined;
  }

  /** Whether the program has declared the resource in this run, under this URN or a new one. */
  readonly isDeclared = (urn: string): boolean => this.#registered.has(urn) || this.#aliased.has(urn);

  get registered(): ReadonlySet<string> {
    return this.#registered;
  }
}
