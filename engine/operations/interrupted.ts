import type { Deployment } from "../deployment/deployment";

/** Tells of operations that an earlier run was killed in, in the CLI's words. */
export function warnOfInterrupted(deployment: Deployment): void {
  const { interrupted } = deployment.settings.snapshot;
  if (interrupted.length === 0) return;
  const listed = interrupted.map(({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`).join("");
  deployment.log(
    "warning",
    `Attempting to deploy or update resources with ${interrupted.length} pending operations from previous deployment.\n` +
      `${listed}These resources are in an unknown state because the engine was interrupted while waiting for changes to ` +
      "these resources to complete. You should confirm whether or not the operations listed completed successfully by " +
      "checking the state of the appropriate provider.\n\nOnce you have confirmed the status of the interrupted " +
      "operations, you can repair your stack with a refresh, which will refresh the state from the provider you are " +
      "using and clear the pending operations if there are any.\n\nNote that a refresh clears pending CREATE operations " +
      "only when it is told to.",
  );
}
