import type { Deployment } from "../deployment/deployment";
import { deepEquals } from "../property/diff";
import { unknownValue } from "../property/value";
import { unconfigured } from "../provider/registry";
import { newResource, type ResourceState } from "../resource/state";
import type { Generation } from "./generation";
import type { ReadGoal } from "./goal";
import { replaceStep, settleOutputs } from "./lifecycle";
import type { PlannedStep } from "./plannedStep";
import type { Registration } from "./register";

/** `.get`: the resource is read, in previews too, and recorded as external, so that nobody updates or deletes it. */
export function planRead(generation: Generation, goal: ReadGoal): Registration {
  const { deployment } = generation;
  const urn = generation.claimUrn(goal.parent, goal.type, goal.name);
  const old = generation.olds.get(urn);
  const { type, id, parent, inputs, dependencies, provider, additionalSecretOutputs } = goal;
  const now = newResource({
    ...{ urn, type, id, parent, inputs, dependencies, provider, additionalSecretOutputs },
    custom: true,
    external: true,
  });
  // A resource of ours that is now only read gives way to the one read, unless it is that very one.
  if (old !== undefined && !old.external && old.id !== id) {
    return { state: now, steps: [readStep(deployment, now, old, true), replaceStep(old, now)] };
  }
  return { state: now, steps: [readStep(deployment, now, old, false)] };
}

function readStep(
  deployment: Deployment,
  now: ResourceState,
  old: ResourceState | undefined,
  replacing: boolean,
): PlannedStep {
  return {
    op: replacing ? "read-replacement" : "read",
    ...(old === undefined ? {} : { old }),
    new: now,
    operation: { resource: now, type: "reading" },
    counts: !replacing,
    apply: async () => {
      await read(deployment, now);
      settleOutputs(now);
      const same = old !== undefined && deepEquals(old.inputs, now.inputs) && deepEquals(old.outputs, now.outputs);
      now.created = old?.created ?? "";
      now.modified = old === undefined || same ? (old?.modified ?? "") : new Date().toISOString();
      return undefined;
    },
    commit: () => {
      if (!replacing) return deployment.settings.snapshot.settle(now, old);
      if (old !== undefined) {
        old.delete = true;
        deployment.settings.touch(old);
      }
      deployment.settings.snapshot.settle(now);
    },
  };
}

async function read(deployment: Deployment, now: ResourceState): Promise<void> {
  const provider = await deployment.provider(now);
  if (now.id === unknownValue || provider === unconfigured) return;
  // A provider is given what the program said in both places, since there is no earlier state.
  const live = await provider.read(now.urn, now.id, now.inputs, now.inputs);
  if (live.outputs === undefined) throw new Error(`resource '${now.id}' does not exist`);
  now.outputs = live.outputs;
  if (live.id !== "") now.id = live.id;
}
