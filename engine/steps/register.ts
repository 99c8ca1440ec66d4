import { Reported } from "../deployment/errors";
import { ignoreChanges } from "../property/path";
import { deepEquals } from "../property/diff";
import { reveal } from "../property/secrets";
import { Secret, type PropertyMap } from "../property/value";
import type { CheckFailure, Provider } from "../provider/provider";
import { unconfigured } from "../provider/registry";
import { newResource, type ResourceState } from "../resource/state";
import { isProviderType, parseProviderReference, stackType } from "../resource/urn";
import {
  applyReplaceOnChanges,
  diffResource,
  isReplacement,
  noChanges,
  replacementBecauseOf,
  type DiffResult,
} from "./diff";
import type { Generation } from "./generation";
import type { Goal } from "./goal";
import { createStep, replaceStep, sameStep, updateStep } from "./lifecycle";
import type { PlannedStep } from "./plannedStep";
import { replacementSteps } from "./replace";

export interface Registration {
  state: ResourceState;
  steps: PlannedStep[];
}

/** Decides what a registration takes: a create, an update, a replacement, or nothing. */
export async function planRegistration(generation: Generation, goal: Goal): Promise<Registration> {
  const { deployment } = generation;
  const urn = generation.claimUrn(goal.parent, goal.type, goal.name);
  const old = generation.oldResource(urn, goal);
  const now = resourceOf(goal, urn);
  const provider = goal.custom && !isProviderType(goal.type) ? await deployment.provider(now) : undefined;
  const recreating = generation.deletes.delete(urn);
  const before = old === undefined || recreating || old.external ? undefined : old;
  const wanted = before === undefined ? goal.inputs : ignoreChanges(goal.inputs, before.inputs, goal.ignoreChanges);
  now.inputs = await check(generation, provider, now, before?.inputs ?? {}, wanted);
  if (old === undefined) return { state: now, steps: [createStep(deployment, now)] };
  if (recreating) {
    generation.replaces.add(urn);
    return { state: now, steps: [replaceStep(old, now), createStep(deployment, now, { old, deleteLater: false })] };
  }
  if (old.external)
    return { state: now, steps: [createStep(deployment, now, { old, deleteLater: true }), replaceStep(old, now)] };

  const initErrors = old.initErrors.length > 0;
  const found = await diff(generation, provider, goal, old, now);
  const result = applyReplaceOnChanges(found, goal.replaceOnChanges, initErrors);
  if ((result.changes && isReplacement(result)) || old.pendingReplacement) {
    generation.replaces.add(urn);
    assertNotProtected(generation, old, now);
    // The checked inputs had carried defaults over from the old resource, which a new one does not inherit.
    now.inputs = await check(generation, provider, now, {}, goal.inputs);
    return { state: now, steps: await replacementSteps(generation, goal, old, now, result) };
  }
  if (result.changes || initErrors) return { state: now, steps: [updateStep(deployment, old, now, result)] };
  return { state: now, steps: [sameStep(deployment, old, now)] };
}

function resourceOf(goal: Goal, urn: string): ResourceState {
  const { type, custom, parent, protect, provider, retainOnDelete, deletedWith } = goal;
  const { dependencies, propertyDependencies, additionalSecretOutputs, replaceOnChanges } = goal;
  return newResource({
    ...{ urn, type, custom, parent, protect, provider, retainOnDelete, deletedWith },
    ...{ dependencies, propertyDependencies, additionalSecretOutputs, replaceOnChanges },
    ignoreChanges: goal.ignoreChanges,
  });
}

async function check(
  generation: Generation,
  provider: Provider | typeof unconfigured | undefined,
  now: ResourceState,
  olds: PropertyMap,
  news: PropertyMap,
): Promise<PropertyMap> {
  if (provider === undefined || provider === unconfigured) return news;
  const { inputs, failures } = await provider.check(now.urn, olds, news);
  if (failures.length === 0) return inputs;
  for (const failure of failures) generation.deployment.fail(checkFailure(now, inputs, failure), now.urn);
  throw new Reported(`resource ${now.urn} is invalid`);
}

function checkFailure({ type, urn }: ResourceState, inputs: PropertyMap, { property, reason }: CheckFailure): string {
  const resource = `${type} resource '${urn.split("::").slice(3).join("::")}'`;
  if (property === "") return `${resource} has a problem: ${reason}`;
  const value = inputs[property] ?? null;
  const shown = value instanceof Secret ? "[secret]" : JSON.stringify(value);
  return `${resource}: property ${property} value {${shown}} has a problem: ${reason}`;
}

async function diff(
  generation: Generation,
  provider: Provider | typeof unconfigured | undefined,
  goal: Goal,
  old: ResourceState,
  now: ResourceState,
): Promise<DiffResult> {
  if (now.deletedWith !== "" && generation.replaces.has(now.deletedWith)) return replacementBecauseOf("deletedWith");
  if (providerKindChanged(old, now)) return replacementBecauseOf("provider");
  if (provider === unconfigured) {
    const unknown = "The provider for this resource has inputs that are not known during preview.";
    const message = `${unknown}\nThis preview may not correctly represent the changes that will be applied during an update.`;
    generation.deployment.log("warning", message, now.urn);
    return { ...noChanges, changes: true };
  }
  if (provider === undefined) {
    if (now.type === stackType) return noChanges;
    return { ...noChanges, changes: !deepEquals(reveal(old.inputs), reveal(now.inputs)) };
  }
  return diffResource(provider, {
    urn: now.urn,
    id: old.id,
    oldInputs: old.inputs,
    oldOutputs: old.outputs,
    newInputs: now.inputs,
    ignoreChanges: goal.ignoreChanges,
  });
}

// Another provider of the same package is no reason to replace: dynamic providers never ask for that. Only becoming
// a component, or ceasing to be one, is.
function providerKindChanged(old: ResourceState, now: ResourceState): boolean {
  if (old.provider === "" || now.provider === "") return old.provider !== now.provider;
  const package_ = (reference: string): string => parseProviderReference(reference).urn.split("::")[2] ?? "";
  return package_(old.provider) !== package_(now.provider);
}

function assertNotProtected(generation: Generation, old: ResourceState, now: ResourceState): void {
  if (!old.protect || !now.protect) return;
  const failure = generation.deployment.fail(
    `unable to replace resource "${now.urn}"\nas it is currently marked for protection. To unprotect the resource, ` +
      "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`",
    now.urn,
  );
  // A preview goes on, to show the change that asks for the replacement.
  if (!generation.deployment.settings.dryRun) throw failure;
}
