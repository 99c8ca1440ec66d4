import type { ResourceState } from "../resource/state";
import { dependencyUrns } from "../resource/graph";
import type { OperationType } from "./checkpoint";

export interface Operation {
  resource: ResourceState;
  type: OperationType;
}

/**
 * A stack's resources while an operation changes them: those of the last checkpoint that are still to be looked at,
 * and those that this run has settled. Written out in that order, every resource comes after what it depends on.
 */
export class Snapshot {
  #base: ResourceState[];
  readonly #settled: ResourceState[] = [];
  readonly #done = new Set<ResourceState>();
  readonly #running = new Set<Operation>();
  #interrupted: Operation[];

  constructor(resources: ResourceState[], interrupted: Operation[]) {
    this.#base = resources;
    this.#interrupted = interrupted;
  }

  /** The resources of the last checkpoint, as refreshed. */
  get base(): readonly ResourceState[] {
    return this.#base;
  }

  get resources(): ResourceState[] {
    return [...this.#settled, ...this.#base.filter((resource) => !this.#done.has(resource))];
  }

  /** Operations that an earlier run had begun when it was killed. */
  get interrupted(): readonly Operation[] {
    return this.#interrupted;
  }

  /**
   * What a crash now would leave open. Of an earlier run's, creations stay until somebody has looked: whether the
   * object exists cannot be known from here.
   */
  get operations(): Operation[] {
    return [...this.#running, ...this.#interrupted.filter(({ type }) => type === "creating")];
  }

  begin(operation: Operation): void {
    this.#running.add(operation);
  }

  end(operation: Operation): void {
    this.#running.delete(operation);
  }

  /** Records a resource as it now is, in place of what it was. */
  settle(resource: ResourceState, before?: ResourceState): void {
    this.#settled.push(resource);
    if (before !== undefined) this.#done.add(before);
  }

  /** Drops a resource that is no longer there. */
  remove(resource: ResourceState): void {
    this.#done.add(resource);
    const index = this.#settled.indexOf(resource);
    if (index >= 0) this.#settled.splice(index, 1);
  }

  forgetInterrupted(): void {
    this.#interrupted = [];
  }

  /** Takes what this run has settled so far for the state to go on from. */
  absorb(): void {
    this.#base = this.resources;
    this.#settled.length = 0;
    this.#done.clear();
  }

  /** Replaces the last checkpoint's resources by what a refresh found, and mends references to what is gone. */
  rebuildBase(refreshed: ReadonlyMap<ResourceState, ResourceState | undefined>): void {
    const present = new Set<string>();
    const parents = new Map<string, string>();
    const keep = (urns: string[]): string[] => urns.filter((urn) => present.has(urn));
    this.#base = this.#base.flatMap((old) => {
      const now = refreshed.has(old) ? refreshed.get(old) : old;
      if (now === undefined) {
        // The children of what is gone move up to its parent.
        parents.set(old.urn, parents.get(old.parent) ?? old.parent);
        return [];
      }
      const missing = [...dependencyUrns(now)].some((urn) => !present.has(urn));
      const mended: ResourceState = !missing && !parents.has(now.parent) ? now : { ...now };
      if (missing) {
        mended.dependencies = keep(now.dependencies);
        mended.propertyDependencies = Object.fromEntries(
          Object.entries(now.propertyDependencies).map(([key, urns]) => [key, keep(urns)]),
        );
        if (!present.has(now.deletedWith)) mended.deletedWith = "";
      }
      if (!present.has(now.parent)) mended.parent = parents.get(now.parent) ?? now.parent;
      present.add(now.urn);
      return [mended];
    });
  }
}
