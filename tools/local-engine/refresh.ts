import { propertyChanges, topLevelKey, type PropertyChange } from "./diff";
import type { Run, Step } from "./run";
import type { ResourceState } from "./state";
import { isDefaultProvider, isProviderType } from "./urn";
import { markOutputs } from "./update";

/**
 * Reads every resource into the state. A resource that can't be read stays in the state, and the operation fails after all others are read.
 * Before an update, the kinds of steps and the summary don't show the changes that were found.
 */
export async function refresh(run: Run, beforeUpdate = false): Promise<void> {
  const found = new Map<ResourceState, ResourceState | undefined>();
  await Promise.all(
    run.snapshot.pending.map(async (old) => {
      const step: Step = { op: "refresh", urn: old.urn, type: old.type, changes: [], failed: false };
      if (!isDefaultProvider(old.urn)) run.steps.push(step);
      try {
        const { op, state, changes } = await refreshResource(run, old);
        found.set(old, state);
        step.changes = changes;
        if (beforeUpdate) return;
        if (op !== "same") step.op = op;
        run.count({ op, urn: old.urn });
      } catch (error) {
        step.failed = true;
        run.log("error", error instanceof Error ? error.message : String(error), old.urn);
      }
    }),
  );
  run.snapshot.refresh(found);
}

interface Found {
  op: "same" | "update" | "delete";
  /** The new state; undefined for an object that is gone. */
  state: ResourceState | undefined;
  changes: PropertyChange[];
}

async function refreshResource(run: Run, old: ResourceState): Promise<Found> {
  if (!old.custom || isProviderType(old.type)) return { op: "same", state: old, changes: [] };
  const provider = await run.provider(old);
  const live = await provider.read(old.urn, old.id, old.inputs, old.outputs);
  if (live === undefined) return { op: "delete", state: undefined, changes: [] };
  const { id, inputs = old.inputs } = live;
  const state: ResourceState = { ...old, id, inputs, outputs: markOutputs(old, live.outputs), initErrors: [] };
  if (old.external) return foundOf(state, propertyChanges(old.outputs, state.outputs));
  const isIgnored = (key: string): boolean => old.ignoreChanges.includes(key);
  const changes = propertyChanges(old.inputs, inputs).filter(({ path }) => !isIgnored(topLevelKey(path)));
  // Like the CLI, the provider compares the live state with the last inputs of the program. Ignored inputs are passed with their live
  // values, so that they do not differ.
  const liveIgnored = Object.entries(inputs).filter(([key]) => isIgnored(key));
  const diff = await provider.diff(state, { ...old.inputs, ...Object.fromEntries(liveIgnored) });
  return diff.changes === undefined
    ? foundOf(state, changes)
    : { op: diff.changes ? "update" : "same", state, changes: [] };
}

function foundOf(state: ResourceState, changes: PropertyChange[]): Found {
  return { op: changes.length > 0 ? "update" : "same", state, changes };
}
