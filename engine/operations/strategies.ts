import type { Registered } from "../program/registrar";
import { newResource } from "../resource/state";
import { isProviderType } from "../resource/urn";
import { planDeletes, runDeletes } from "../steps/deletes";
import type { Generation } from "../steps/generation";
import type { Goal } from "../steps/goal";
import { takeSteps } from "../steps/plannedStep";
import { refreshAll, refreshStep } from "../steps/refresh";
import { planRegistration } from "../steps/register";
import type { Strategy } from "./programRun";

/** An update, or its preview: brings the stack to what the program registers. */
export const updating: Strategy = {
  plan: async (generation, goal) => {
    const { state, steps } = await planRegistration(generation, goal);
    return () => takeSteps(generation.deployment, steps).then(() => ({ state }));
  },
  finish: (generation) => runDeletes(generation.deployment, planDeletes(generation)),
};

/**
 * A refresh that runs the program, so that the providers get the configuration of today and not the one recorded in
 * the state. Custom resources are read only; those that do not exist are unknown to the program.
 */
export const refreshing: Strategy = {
  plan: (generation, goal) => {
    if (!goal.custom || isProviderType(goal.type)) return updating.plan(generation, goal);
    return Promise.resolve(planRefresh(generation, goal));
  },
  finish: async ({ deployment, isDeclared }) => {
    const { snapshot } = deployment.settings;
    snapshot.absorb();
    await refreshAll(
      deployment,
      "result",
      snapshot.base.filter(({ urn }) => !isDeclared(urn)),
    );
  },
};

function planRefresh(generation: Generation, goal: Goal): () => Promise<Registered> {
  const { deployment } = generation;
  const urn = generation.claimUrn(goal.parent, goal.type, goal.name);
  const old = generation.oldResource(urn, goal);
  const missing = { state: newResource({ urn, type: goal.type, custom: true }), unknown: true };
  if (old === undefined) return () => Promise.resolve(missing);
  return async () => {
    // The provider that the program has just configured reads it, whichever the state names.
    const result = await refreshStep(deployment, { ...old, provider: goal.provider }, "result");
    if (result === undefined) return missing;
    if (result.state === undefined) deployment.settings.snapshot.remove(old);
    else deployment.settings.snapshot.settle(result.state, old);
    await deployment.settings.save();
    return result.state === undefined ? missing : { state: result.state };
  };
}
