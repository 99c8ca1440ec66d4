import type { Deployment } from "../deployment/deployment";
import type { Step, StepOp } from "../deployment/events";
import type { ResourceState } from "../resource/state";
import type { Operation } from "../state/snapshot";
import type { DiffResult } from "./diff";

/** A step that was decided upon and not yet taken. */
export interface PlannedStep {
  op: StepOp;
  old?: ResourceState;
  new?: ResourceState;
  diff?: DiffResult;
  /** What a crash during the step leaves open. */
  operation?: Operation;
  /** Whether the step counts in the summary: of a replacement's steps only `replace` does. */
  counts: boolean;
  /** Does it; returns a failure that leaves an object to be recorded all the same. */
  apply(): Promise<Error | undefined>;
  /** Records what it has done in the snapshot. */
  commit(): void;
}

/**
 * Takes steps one after the other. Each is on disk before the next one starts, and before the program, and so any
 * dependent, hears of it.
 */
export async function takeSteps(deployment: Deployment, steps: readonly PlannedStep[]): Promise<void> {
  for (const step of steps) {
    deployment.assertRunning();
    await takeStep(deployment, step);
  }
}

async function takeStep(deployment: Deployment, planned: PlannedStep): Promise<void> {
  const { snapshot, save, dryRun } = deployment.settings;
  const { operation } = planned;
  const step = describe(planned);
  deployment.emit("started", step);
  let failure: Error | undefined;
  try {
    if (operation !== undefined && !dryRun) {
      snapshot.begin(operation);
      await save();
    }
    failure = await planned.apply();
    if (planned.new !== undefined) deployment.settings.touch(planned.new);
  } catch (error) {
    if (operation !== undefined) snapshot.end(operation);
    await save();
    throw fail(deployment, error, step);
  }
  if (operation !== undefined) snapshot.end(operation);
  planned.commit();
  if (planned.new !== undefined) Object.assign(step, outcome(planned.new));
  await save();
  if (failure !== undefined) {
    throw fail(deployment, failure, step);
  }
  if (planned.counts) deployment.count(planned.op, step.urn);
  deployment.emit("done", step);
}

/** A protected resource stops nothing else: whatever does not depend on the outcome can still be told about. */
export class ProtectedResource extends Error {
  override readonly name = "ProtectedResource";

  constructor(urn: string) {
    super(
      `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the ` +
        "`protect` flag from the resource in your Pulumi program and run `pulumi up`, or use the command:\n" +
        `\`pulumi state unprotect '${urn}'\``,
    );
  }
}

function fail(deployment: Deployment, error: unknown, step: Step): Error {
  step.failed = true;
  deployment.emit("failed", step);
  if (error instanceof ProtectedResource) return deployment.fail(error.message, step.urn);
  return deployment.failAndStop(error, step.urn);
}

function describe({ op, old, new: now, diff }: PlannedStep): Step {
  const resource = now ?? old;
  if (resource === undefined) throw new Error("a step needs a resource");
  return {
    op,
    urn: resource.urn,
    type: resource.type,
    ...(old === undefined ? {} : { id: old.id, oldInputs: old.inputs, oldOutputs: old.outputs }),
    ...(now === undefined ? {} : { newInputs: now.inputs }),
    ...(diff?.detailedDiff === undefined ? {} : { detailedDiff: diff.detailedDiff }),
    ...(diff === undefined || diff.replaceKeys.length === 0 ? {} : { replaceKeys: diff.replaceKeys }),
  };
}

function outcome({ id, outputs, inputs }: ResourceState): Partial<Step> {
  return { newInputs: inputs, newOutputs: outputs, ...(id === "" ? {} : { id }) };
}
