import type { PropertyMap } from "../property/value";
import type { Provider } from "../provider/provider";
import { unconfigured, type ProviderRegistry } from "../provider/registry";
import { isDefaultProvider } from "../resource/urn";
import type { ResourceState } from "../resource/state";
import type { Snapshot } from "../state/snapshot";
import { Reported, Stopped } from "./errors";
import type { ChangeSummary, Diagnostic, EngineEvent, Severity, Step } from "./events";
import { Limiter } from "./limiter";

export interface DeploymentSettings {
  project: string;
  stack: string;
  organization: string;
  dryRun: boolean;
  parallel: number;
  snapshot: Snapshot;
  providers: ProviderRegistry;
  /** The stack's configuration, secrets marked: what the default provider is configured with. */
  config: PropertyMap;
  /** Puts the snapshot on disk; does nothing in a preview. */
  save: () => Promise<void>;
  /** Tells that a resource was changed in place. */
  touch: (resource: ResourceState) => void;
  onEvent: (event: EngineEvent) => void;
}

/** What the parts of one preview, update, refresh or destroy share: its settings, its record, and whether it goes on. */
export class Deployment {
  readonly limiter: Limiter;
  readonly steps: Step[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly summary: ChangeSummary = {};
  readonly #stopped = new AbortController();
  #failed = false;

  constructor(readonly settings: DeploymentSettings) {
    this.limiter = new Limiter(settings.parallel);
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Aborted once no more steps are to start. */
  get stopped(): AbortSignal {
    return this.#stopped.signal;
  }

  stop(): void {
    this.#stopped.abort();
  }

  assertRunning(): void {
    if (this.stopped.aborted) throw new Stopped();
  }

  /** Notes a failure that others need not stop for. */
  fail(message: string, urn?: string): Reported {
    this.#failed = true;
    this.log("error", message, urn);
    return new Reported(message);
  }

  /** Notes a failure and lets no more steps start; those that run come to their end. */
  failAndStop(error: unknown, urn?: string): Error {
    if (error instanceof Stopped) return error;
    this.#failed = true;
    if (!(error instanceof Reported)) this.log("error", error instanceof Error ? error.message : String(error), urn);
    this.stop();
    return error instanceof Reported ? error : new Reported("the step has failed");
  }

  log(severity: Severity, message: string, urn?: string): void {
    const diagnostic: Diagnostic = { severity, message: plainText(message).trimEnd(), ...(urn ? { urn } : {}) };
    if (severity !== "debug") this.diagnostics.push(diagnostic);
    this.settings.onEvent({ kind: "diagnostic", diagnostic });
  }

  emit(status: "started" | "done" | "failed", step: Step): void {
    if (isDefaultProvider(step.urn)) return;
    if (status === "started") this.steps.push(step);
    this.settings.onEvent({ kind: "step", status, step });
  }

  count(op: keyof ChangeSummary, urn: string): void {
    if (!isDefaultProvider(urn)) this.summary[op] = (this.summary[op] ?? 0) + 1;
  }

  provider(resource: ResourceState): Promise<Provider | typeof unconfigured> {
    return this.settings.providers.provider(resource.provider, this.settings.snapshot.base);
  }

  /** The provider of a resource that exists, which a preview's unknown configuration cannot be asked about. */
  async configuredProvider(resource: ResourceState): Promise<Provider> {
    const provider = await this.provider(resource);
    if (provider === unconfigured) throw new Error("the configuration of the resource's provider is not known yet");
    return provider;
  }
}

// The SDK colours the stack traces that it logs.
function plainText(message: string): string {
  return message.replaceAll(/\u001b\[[0-9;]*m/g, "");
}
