import { refreshAll } from "../steps/refresh";
import { planDestroy, runDeletes } from "../steps/deletes";
import { runProgram } from "./runProgram";
import { runOperation, type OperationOptions, type OperationResult, type Session } from "./session";
import { refreshing, updating } from "./strategies";
import { warnOfInterrupted } from "./interrupted";

export interface UpdateOptions extends OperationOptions {
  /** Read every resource first, and start from what was found. @default false */
  refresh?: boolean;
}

export function update(session: Session, dryRun: boolean, options: UpdateOptions): Promise<OperationResult> {
  return runOperation(session, dryRun ? "preview" : "update", dryRun, options, async (deployment) => {
    if (options.refresh === true) await refreshAll(deployment, "refresh");
    if (deployment.failed) return;
    if (!dryRun) warnOfInterrupted(deployment);
    await runProgram(session, deployment, updating);
  });
}

export interface RefreshOptions extends OperationOptions {
  /** Only tell what a refresh would find; the state stays as it is. @default false */
  previewOnly?: boolean;
  /** Run the program, so that providers get the configuration of today, not that of the state. @default false */
  runProgram?: boolean;
  /** Forget creations that an earlier run was killed in, once somebody has looked after them. @default false */
  clearPendingCreates?: boolean;
}

export function refresh(session: Session, options: RefreshOptions): Promise<OperationResult> {
  return runOperation(session, "refresh", options.previewOnly === true, options, async (deployment) => {
    if (options.clearPendingCreates === true) deployment.settings.snapshot.forgetInterrupted();
    if (options.runProgram === true) await runProgram(session, deployment, refreshing);
    else await refreshAll(deployment, "result");
  });
}

export interface DestroyOptions extends OperationOptions {
  refresh?: boolean;
}

export function destroy(session: Session, options: DestroyOptions): Promise<OperationResult> {
  return runOperation(session, "destroy", false, options, async (deployment) => {
    if (options.refresh === true) await refreshAll(deployment, "refresh");
    if (deployment.failed) return;
    warnOfInterrupted(deployment);
    await runDeletes(deployment, planDestroy(deployment));
    await deployment.settings.save();
  });
}
