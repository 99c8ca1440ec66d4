import { randomUUID } from "node:crypto";
import type { Deployment } from "../deployment/deployment";
import { markSecretOutputs } from "../property/secrets";
import { copyMap, unknownValue } from "../property/value";
import { unconfigured } from "../provider/registry";
import type { Applied } from "../provider/provider";
import type { ResourceState } from "../resource/state";
import { isProviderType } from "../resource/urn";
import type { DiffResult } from "./diff";
import type { PlannedStep } from "./plannedStep";

/** Nothing changed: the new goal takes over what there is. */
export function sameStep(deployment: Deployment, old: ResourceState, now: ResourceState): PlannedStep {
  return {
    op: "same",
    old,
    new: now,
    counts: true,
    apply: async () => {
      Object.assign(now, { id: old.id, outputs: copyMap(old.outputs), created: old.created, modified: old.modified });
      settleOutputs(now);
      if (isProviderType(now.type)) await deployment.settings.providers.register({ ...now, inputs: old.inputs });
      return undefined;
    },
    commit: () => deployment.settings.snapshot.settle(now, old),
  };
}

/** Replacing, `old` gives way: before the new one if it was deleted already, else when the run comes to its deletes. */
export interface Replacing {
  old: ResourceState;
  diff?: DiffResult;
  deleteLater: boolean;
}

export function createStep(deployment: Deployment, now: ResourceState, replacing?: Replacing): PlannedStep {
  return {
    op: replacing === undefined ? "create" : "create-replacement",
    ...(replacing === undefined ? {} : { old: replacing.old }),
    ...(replacing?.diff === undefined ? {} : { diff: replacing.diff }),
    new: now,
    operation: { resource: now, type: "creating" },
    counts: replacing === undefined,
    apply: async () => {
      const { id, outputs, failure } = await create(deployment, now);
      const time = new Date().toISOString();
      Object.assign(now, { id, outputs, initErrors: failure?.reasons ?? [], created: time, modified: time });
      settleOutputs(now);
      return failure;
    },
    commit: () => {
      if (replacing === undefined) return deployment.settings.snapshot.settle(now);
      if (!replacing.deleteLater) return deployment.settings.snapshot.settle(now, replacing.old);
      replacing.old.delete = true;
      deployment.settings.touch(replacing.old);
      deployment.settings.snapshot.settle(now);
    },
  };
}

async function create(deployment: Deployment, now: ResourceState): Promise<Applied> {
  const { dryRun, providers } = deployment.settings;
  if (!now.custom) return { id: "", outputs: {} };
  if (isProviderType(now.type)) {
    now.id = dryRun ? unknownValue : randomUUID();
    await providers.register(now);
    return { id: now.id, outputs: copyMap(now.inputs) };
  }
  if (dryRun) return { id: "", outputs: await previewOutputs(deployment, now) };
  return (await deployment.configuredProvider(now)).create(now.urn, now.inputs);
}

export function updateStep(
  deployment: Deployment,
  old: ResourceState,
  now: ResourceState,
  diff: DiffResult,
): PlannedStep {
  return {
    op: "update",
    old,
    new: now,
    diff,
    operation: { resource: now, type: "updating" },
    counts: true,
    apply: async () => {
      now.id = old.id;
      const { outputs, failure } = await update(deployment, old, now);
      Object.assign(now, { outputs, initErrors: failure?.reasons ?? [] });
      Object.assign(now, { created: old.created, modified: new Date().toISOString() });
      settleOutputs(now);
      return failure;
    },
    commit: () => deployment.settings.snapshot.settle(now, old),
  };
}

async function update(deployment: Deployment, old: ResourceState, now: ResourceState): Promise<Applied> {
  const { id } = old;
  if (!now.custom) return { id, outputs: copyMap(old.outputs) };
  if (isProviderType(now.type)) {
    await deployment.settings.providers.register(now);
    return { id, outputs: copyMap(now.inputs) };
  }
  if (deployment.settings.dryRun) return { id, outputs: await previewOutputs(deployment, now) };
  return (await deployment.configuredProvider(now)).update(now.urn, id, old.inputs, old.outputs, now.inputs);
}

// Providers are not asked to create or update in a preview: the inputs stand in, and the SDK takes what else a
// resource has as unknown.
async function previewOutputs(deployment: Deployment, now: ResourceState): Promise<ResourceState["outputs"]> {
  return (await deployment.provider(now)) === unconfigured ? {} : copyMap(now.inputs);
}

/** Tells of a replacement; its create and delete are steps of their own. */
export function replaceStep(old: ResourceState, now: ResourceState, diff?: DiffResult): PlannedStep {
  return {
    op: "replace",
    old,
    new: now,
    ...(diff === undefined ? {} : { diff }),
    counts: true,
    apply: () => Promise.resolve(undefined),
    commit: () => undefined,
  };
}

export function settleOutputs(resource: ResourceState): void {
  markSecretOutputs(resource.outputs, resource.inputs, resource.additionalSecretOutputs);
}
