import type { Deployment } from "../deployment/deployment";
import type { ResourceState } from "../resource/state";
import { isProviderType } from "../resource/urn";
import { ProtectedResource, type PlannedStep } from "./plannedStep";

/** Why a resource is deleted: nobody declares it; or a replacement exists; or one is about to be created. */
export type DeleteReason = "removed" | "replaced" | "pending-replacement";

/** `deletes` names all that goes in this run: what is deleted with one of them needs no delete of its own. */
export function deleteStep(
  deployment: Deployment,
  old: ResourceState,
  reason: DeleteReason,
  deletes: ReadonlySet<string>,
): PlannedStep {
  const verb = old.external ? "discard" : "delete";
  return {
    op: reason === "removed" ? verb : `${verb}-replaced`,
    old,
    operation: { resource: old, type: "deleting" },
    counts: reason === "removed",
    apply: async () => {
      if (reason === "removed" && old.protect) throw new ProtectedResource(old.urn);
      if (!deployment.settings.dryRun && !goesByItself(old, deletes)) {
        const provider = await deployment.configuredProvider(old);
        await provider.delete(old.urn, old.id, old.inputs, old.outputs);
      }
      return undefined;
    },
    commit: () => {
      if (reason !== "pending-replacement") return deployment.settings.snapshot.remove(old);
      // It stays in the state until its replacement exists, so that a run in between knows what it has to make.
      old.pendingReplacement = true;
      deployment.settings.touch(old);
    },
  };
}

/** Forgets a resource that was deleted for a replacement which nobody wants any more. */
export function removePendingReplaceStep(deployment: Deployment, old: ResourceState): PlannedStep {
  return {
    op: "remove-pending-replace",
    old,
    counts: false,
    apply: () => Promise.resolve(undefined),
    commit: () => deployment.settings.snapshot.remove(old),
  };
}

function goesByItself(old: ResourceState, deletes: ReadonlySet<string>): boolean {
  if (!old.custom || isProviderType(old.type)) return true;
  return old.external || old.retainOnDelete || deletes.has(old.deletedWith);
}
