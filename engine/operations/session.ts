import { Deployment } from "../deployment/deployment";
import { Stopped, Reported } from "../deployment/errors";
import type { ChangeSummary, Diagnostic, EngineEvent, Step } from "../deployment/events";
import { resolveSdk, type Project } from "../program/project";
import { providerConfig, type StackConfig } from "../program/stackConfig";
import { stackOutputs, type StackOutput } from "./outputs";
import { ProviderRegistry } from "../provider/registry";
import type { Snapshot } from "../state/snapshot";
import type { StackFile } from "../state/stackFile";
import { CoalescingWriter } from "../state/writer";

/** What every operation on a stack works with. */
export interface Session {
  project: Project;
  stack: string;
  organization: string;
  config: StackConfig;
  env: NodeJS.ProcessEnv;
  file: StackFile;
}

export interface OperationOptions {
  /** How many resources are worked on at a time. @default 16 */
  parallel?: number;
  /** Exit with 7 if anything changes, or would. @default false */
  expectNoChanges?: boolean;
  onEvent?: (event: EngineEvent) => void;
  /** Stops the operation: no more steps start, those that run come to their end. */
  signal?: AbortSignal;
}

/** The exit codes of the CLI. */
export const exitCodes = { success: 0, error: 1, noChangesExpected: 7 } as const;

export interface OperationResult {
  exitCode: number;
  steps: Step[];
  diagnostics: Diagnostic[];
  summary: ChangeSummary;
  /** The stack's outputs. */
  outputs: Record<string, StackOutput>;
}

export type OperationKind = "preview" | "update" | "refresh" | "destroy";

/** Runs one operation under the stack's lock, and makes its result out of whatever happens. */
export async function runOperation(
  session: Session,
  kind: OperationKind,
  dryRun: boolean,
  options: OperationOptions,
  work: (deployment: Deployment) => Promise<void>,
): Promise<OperationResult> {
  const unlock = dryRun ? undefined : await session.file.lock();
  try {
    const snapshot = await session.file.load();
    const deployment = startDeployment(session, snapshot, dryRun, options);
    const stop = (): void => deployment.stop();
    options.signal?.addEventListener("abort", stop, { once: true });
    if (options.signal?.aborted) stop();
    try {
      await work(deployment);
    } catch (error) {
      if (!(error instanceof Stopped) && !(error instanceof Reported)) deployment.failAndStop(error);
    } finally {
      options.signal?.removeEventListener("abort", stop);
      await deployment.limiter.idle();
      await deployment.settings.providers.end();
    }
    return finish(deployment, kind, dryRun, options, stackOutputs(snapshot));
  } finally {
    await unlock?.();
  }
}

function startDeployment(session: Session, snapshot: Snapshot, dryRun: boolean, options: OperationOptions): Deployment {
  const { project, stack, organization, config, env, file } = session;
  const writer = new CoalescingWriter(() => file.save(snapshot));
  const providers = new ProviderRegistry({
    script: resolveSdk(project, "cmd/dynamic-provider"),
    cwd: project.programDir,
    env: { ...env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_NODEJS_STACK: stack },
    // The dynamic provider takes the engine's address, and does not call it.
    engineAddress: "127.0.0.1:0",
    log: (severity, line) => deployment.log(severity, line),
  });
  const deployment: Deployment = new Deployment({
    ...{ project: project.name, stack, organization, dryRun, snapshot, providers },
    parallel: options.parallel ?? 16,
    config: providerConfig(config),
    save: () => (dryRun ? Promise.resolve() : writer.flush()),
    touch: (resource) => file.touch(resource),
    onEvent: options.onEvent ?? (() => undefined),
  });
  return deployment;
}

function finish(
  deployment: Deployment,
  kind: OperationKind,
  dryRun: boolean,
  options: OperationOptions,
  outputs: Record<string, StackOutput>,
): OperationResult {
  const { steps, diagnostics, summary, failed } = deployment;
  const result = (exitCode: number): OperationResult => ({ exitCode, steps, diagnostics, summary, outputs });
  const noun = dryRun ? "preview" : "update";
  if (failed) {
    deployment.log("error", `${noun} failed`);
    return result(exitCodes.error);
  }
  if (deployment.stopped.aborted) {
    deployment.log("error", `${noun} canceled`);
    return result(exitCodes.error);
  }
  if (options.expectNoChanges === true && hasChanges(summary)) {
    deployment.log("error", `no changes were expected for ${kind} but changes were proposed`);
    return result(exitCodes.noChangesExpected);
  }
  return result(exitCodes.success);
}

function hasChanges(summary: ChangeSummary): boolean {
  const quiet = ["same", "read", "read-replacement", "discard"];
  return Object.entries(summary).some(([op, count]) => count > 0 && !quiet.includes(op));
}
