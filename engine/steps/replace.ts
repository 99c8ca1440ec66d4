import { unknownValue, type PropertyMap } from "../property/value";
import { dependentsOf } from "../resource/graph";
import type { ResourceState } from "../resource/state";
import { isProviderType } from "../resource/urn";
import { deleteStep } from "./delete";
import { applyReplaceOnChanges, diffResource, isReplacement, type DiffResult } from "./diff";
import type { Generation } from "./generation";
import type { Goal } from "./goal";
import { createStep, replaceStep } from "./lifecycle";
import type { PlannedStep } from "./plannedStep";

/**
 * A replacement creates first and leaves the delete to the end of the run; or, where two cannot exist side by
 * side, deletes first: then whatever must be replaced along with it is deleted before, dependents first.
 */
export async function replacementSteps(
  generation: Generation,
  goal: Goal,
  old: ResourceState,
  now: ResourceState,
  diff: DiffResult,
): Promise<PlannedStep[]> {
  const { deployment, deletes } = generation;
  if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace)) {
    return [createStep(deployment, now, { old, diff, deleteLater: true }), replaceStep(old, now, diff)];
  }
  const steps: PlannedStep[] = [];
  for (const dependent of (await dependentReplacements(generation, old)).reverse()) {
    if (generation.deletedEarly.has(dependent)) continue;
    if (dependent.protect) throw protectedDependent(generation, dependent, now);
    steps.push(deleteStep(deployment, dependent, "pending-replacement", deletes));
    generation.deletedEarly.add(dependent);
    // Whether it is replaced or gone for good is known once the program registers it, or does not.
    deletes.add(dependent.urn);
  }
  if (!old.pendingReplacement) {
    steps.push(deleteStep(deployment, old, "pending-replacement", new Set([...deletes, old.urn])));
  }
  return [...steps, replaceStep(old, now, diff), createStep(deployment, now, { old, diff, deleteLater: false })];
}

/** The dependents that would have to be replaced, were the outputs that they take as inputs to change. */
async function dependentReplacements(generation: Generation, root: ResourceState): Promise<ResourceState[]> {
  const { snapshot } = generation.deployment.settings;
  const replaced = new Set([root.urn]);
  const found: ResourceState[] = [];
  for (const dependent of dependentsOf(root, snapshot.base, generation.registered)) {
    if (!(await mustReplace(generation, dependent, replaced))) continue;
    replaced.add(dependent.urn);
    found.push(dependent);
  }
  return found;
}

async function mustReplace(
  generation: Generation,
  resource: ResourceState,
  replaced: ReadonlySet<string>,
): Promise<boolean> {
  if (!resource.custom || resource.external || isProviderType(resource.type)) return false;
  if (replaced.has(resource.deletedWith)) return true;
  const affected = Object.keys(resource.inputs).filter((key) =>
    (resource.propertyDependencies[key] ?? []).some((urn) => replaced.has(urn)),
  );
  if (affected.length === 0) return false;
  const newInputs: PropertyMap = { ...resource.inputs };
  for (const key of affected) newInputs[key] = unknownValue;
  const provider = await generation.deployment.configuredProvider(resource);
  const diff = await diffResource(provider, {
    urn: resource.urn,
    id: resource.id,
    oldInputs: resource.inputs,
    oldOutputs: resource.outputs,
    newInputs,
    ignoreChanges: resource.ignoreChanges,
  });
  return isReplacement(applyReplaceOnChanges(diff, resource.replaceOnChanges, false));
}

function protectedDependent(generation: Generation, dependent: ResourceState, cause: ResourceState): Error {
  return generation.deployment.fail(
    `unable to replace resource "${dependent.urn}" as part of replacing "${cause.urn}" as it is currently marked for ` +
      "protection. To unprotect the resource, remove the `protect` flag from the resource in your Pulumi program and " +
      `run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${dependent.urn}'\``,
    dependent.urn,
  );
}
