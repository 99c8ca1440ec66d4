import type { Deployment } from "../deployment/deployment";
import { Stopped } from "../deployment/errors";
import type { Step } from "../deployment/events";
import { deepEquals, detailedDiff } from "../property/diff";
import { revealMap } from "../property/secrets";
import type { ResourceState } from "../resource/state";
import { isProviderType } from "../resource/urn";
import { diffResource, invertDiff } from "./diff";
import { settleOutputs } from "./lifecycle";

export interface Refreshed {
  /** Undefined when the object is gone. */
  state: ResourceState | undefined;
  resultOp: "same" | "update" | "delete";
  detailedDiff?: NonNullable<Step["detailedDiff"]>;
}

/**
 * Reads every resource and takes what is found for the state to start from. One that cannot be read stays as it
 * was and fails the operation, after the others had their turn. `shown` says by which name a step goes: a
 * refresh tells what it found; before an update it only tells that it looked.
 */
export async function refreshAll(
  deployment: Deployment,
  shown: "result" | "refresh",
  resources: readonly ResourceState[] = deployment.settings.snapshot.base,
): Promise<void> {
  const { snapshot, save } = deployment.settings;
  const refreshed = new Map<ResourceState, ResourceState | undefined>();
  await Promise.all(
    resources.map((resource) =>
      deployment.limiter.run(async () => {
        if (deployment.stopped.aborted) return;
        const result = await refreshStep(deployment, resource, shown);
        if (result !== undefined) refreshed.set(resource, result.state);
      }),
    ),
  );
  snapshot.rebuildBase(refreshed);
  await save();
  if (deployment.stopped.aborted) throw new Stopped();
}

export async function refreshStep(
  deployment: Deployment,
  old: ResourceState,
  shown: "result" | "refresh",
): Promise<Refreshed | undefined> {
  const { urn, type, id, inputs, outputs } = old;
  const step: Step = { op: "refresh", urn, type, id, oldInputs: inputs, oldOutputs: outputs };
  deployment.emit("started", step);
  try {
    const result = await refresh(deployment, old);
    step.resultOp = result.resultOp;
    if (shown === "result" && result.resultOp !== "same") step.op = result.resultOp;
    if (result.detailedDiff !== undefined) step.detailedDiff = result.detailedDiff;
    if (result.state !== undefined)
      Object.assign(step, { newInputs: result.state.inputs, newOutputs: result.state.outputs });
    if (shown === "result") deployment.count(result.resultOp, urn);
    deployment.emit("done", step);
    return result;
  } catch (error) {
    step.failed = true;
    deployment.fail(error instanceof Error ? error.message : String(error), urn);
    deployment.emit("failed", step);
    return undefined;
  }
}

async function refresh(deployment: Deployment, old: ResourceState): Promise<Refreshed> {
  if (!old.custom || isProviderType(old.type) || old.pendingReplacement) return { state: old, resultOp: "same" };
  const provider = await deployment.configuredProvider(old);
  const live = await provider.read(old.urn, old.id, old.inputs, old.outputs);
  if (live.id === "" || live.outputs === undefined) return { state: undefined, resultOp: "delete" };
  const now: ResourceState = {
    ...old,
    id: live.id,
    inputs: live.inputs ?? old.inputs,
    outputs: live.outputs,
    initErrors: [],
  };
  settleOutputs(now);
  const touched = !deepEquals(now.inputs, old.inputs) || !deepEquals(now.outputs, old.outputs);
  if (touched) now.modified = new Date().toISOString();
  if (old.external) {
    const detail = detailedDiff(revealMap(old.outputs), revealMap(now.outputs));
    if (Object.keys(detail).length === 0) return { state: now, resultOp: "same" };
    return { state: now, resultOp: "update", detailedDiff: detail };
  }
  // What an update with an unchanged program would do next, told the other way round: as what came from outside.
  const diff = invertDiff(
    await diffResource(provider, {
      urn: old.urn,
      id: now.id,
      oldInputs: now.inputs,
      oldOutputs: now.outputs,
      newInputs: old.inputs,
      ignoreChanges: old.ignoreChanges,
    }),
  );
  const detail = diff.detailedDiff === undefined ? {} : { detailedDiff: diff.detailedDiff };
  return { state: now, resultOp: diff.changes ? "update" : "same", ...detail };
}
