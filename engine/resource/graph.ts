import type { ResourceState } from "./state";
import { parseProviderReference } from "./urn";

/** The URNs that a resource needs, other than its parent: dependencies, its provider, what it is deleted with. */
export function dependencyUrns(resource: ResourceState): Set<string> {
  const urns = new Set([...resource.dependencies, ...Object.values(resource.propertyDependencies).flat()]);
  if (resource.deletedWith !== "") urns.add(resource.deletedWith);
  if (resource.provider !== "") urns.add(parseProviderReference(resource.provider).urn);
  return urns;
}

/** What a resource depends on directly, its parent included. A checkpoint lists dependencies before dependents. */
export function dependenciesOf(resource: ResourceState, all: readonly ResourceState[]): Set<ResourceState> {
  const urns = dependencyUrns(resource);
  const before = all.slice(0, Math.max(all.indexOf(resource), 0));
  const found = new Set(before.filter(({ urn }) => urns.has(urn) || urn === resource.parent));
  // Who depends on a component depends on what is inside it.
  for (const component of [...found].filter(({ custom, urn }) => !custom && urns.has(urn))) {
    for (const child of descendants(component, before)) found.add(child);
  }
  return found;
}

function descendants(component: ResourceState, all: readonly ResourceState[]): ResourceState[] {
  const family = new Set([component.urn]);
  return all.filter(({ urn, parent }) => family.has(parent) && family.add(urn));
}

/** All that depends on a resource, directly or not (children apart), in dependency order. */
export function dependentsOf(
  resource: ResourceState,
  all: readonly ResourceState[],
  ignore: ReadonlySet<string>,
): ResourceState[] {
  const reached = new Set([resource.urn]);
  return all.slice(all.indexOf(resource) + 1).filter((candidate) => {
    if (ignore.has(candidate.urn)) return false;
    if (![...dependencyUrns(candidate)].some((urn) => reached.has(urn))) return false;
    reached.add(candidate.urn);
    return true;
  });
}

/**
 * Waves in which resources can be deleted: those of one wave do not depend on each other, and nothing that is
 * left when a wave starts depends on what it deletes.
 */
export function deletionWaves(condemned: readonly ResourceState[], all: readonly ResourceState[]): ResourceState[][] {
  const left = new Set(condemned);
  const dependencies = new Map(condemned.map((resource) => [resource, dependenciesOf(resource, all)]));
  const waves: ResourceState[][] = [];
  while (left.size > 0) {
    const wave = [...left].filter((resource) => ![...(dependencies.get(resource) ?? [])].some((d) => left.has(d)));
    if (wave.length === 0) throw new Error("the resources to delete depend on each other in a circle");
    for (const resource of wave) left.delete(resource);
    waves.unshift(wave);
  }
  return waves;
}
