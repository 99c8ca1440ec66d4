import { Stopped } from "../deployment/errors";
import type { Deployment } from "../deployment/deployment";
import { deletionWaves, dependenciesOf } from "../resource/graph";
import type { ResourceState } from "../resource/state";
import { deleteStep, removePendingReplaceStep } from "./delete";
import type { Generation } from "./generation";
import { takeSteps, type PlannedStep } from "./plannedStep";

/** What the program no longer declares, and what its replacements have left over. */
export function planDeletes(generation: Generation): Map<ResourceState, PlannedStep> {
  const { deployment, deletes } = generation;
  const steps = new Map<ResourceState, PlannedStep>();
  for (const resource of deployment.settings.snapshot.base) {
    if (resource.delete) {
      if (generation.deletedEarly.has(resource)) continue;
      deletes.add(resource.urn);
      steps.set(resource, deleteStep(deployment, resource, "replaced", deletes));
    } else if (!generation.isDeclared(resource.urn)) {
      deletes.add(resource.urn);
      const step = resource.pendingReplacement
        ? removePendingReplaceStep(deployment, resource)
        : deleteStep(deployment, resource, "removed", deletes);
      steps.set(resource, step);
    }
  }
  return steps;
}

/** All there is, dependents first. */
export function planDestroy(deployment: Deployment): Map<ResourceState, PlannedStep> {
  const resources = deployment.settings.snapshot.base;
  const deletes = new Set(resources.map(({ urn }) => urn));
  return new Map(
    resources.map((resource) => [
      resource,
      resource.pendingReplacement
        ? removePendingReplaceStep(deployment, resource)
        : deleteStep(deployment, resource, resource.delete ? "replaced" : "removed", deletes),
    ]),
  );
}

/** Deletes dependents before what they depend on, and what is independent side by side. */
export async function runDeletes(
  deployment: Deployment,
  steps: ReadonlyMap<ResourceState, PlannedStep>,
): Promise<void> {
  const all = deployment.settings.snapshot.base;
  const kept = new Set<ResourceState>();
  for (const wave of deletionWaves([...steps.keys()], all)) {
    deployment.assertRunning();
    const due = wave.filter((resource) => !kept.has(resource));
    const results = await Promise.allSettled(
      due.map((resource) => {
        const step = steps.get(resource);
        return deployment.limiter.run(() => takeSteps(deployment, step === undefined ? [] : [step]));
      }),
    );
    results.forEach((result, index) => {
      const resource = due[index];
      // What could not be deleted still needs all that it depends on.
      if (result.status === "rejected" && resource !== undefined) keepDependencies(resource, all, kept);
    });
  }
  if (deployment.stopped.aborted) throw new Stopped();
}

function keepDependencies(resource: ResourceState, all: readonly ResourceState[], kept: Set<ResourceState>): void {
  for (const dependency of dependenciesOf(resource, all)) {
    if (kept.has(dependency)) continue;
    kept.add(dependency);
    keepDependencies(dependency, all, kept);
  }
}
