import { randomBytes } from "node:crypto";
import type { PropertyChange } from "./diff";
import { startProvider, type ProviderProcess } from "./processes";
import type { Project } from "./project";
import { Provider } from "./provider";
import { Snapshot, type ResourceState } from "./state";
import { isDefaultProvider } from "./urn";
import { containsUnknown, type PropertyMap } from "./values";

export interface Diagnostic {
  severity: "info" | "info#err" | "warning" | "error";
  message: string;
  urn?: string;
}

/** The operations on a resource, named as in Pulumi. */
export type StepOp =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "create-replacement"
  | "delete"
  | "delete-replaced"
  | "discard"
  | "read"
  | "refresh";

/** One step of an operation. */
export interface Step {
  op: StepOp;
  urn: string;
  type: string;
  /** The inputs that change; after a refresh, the properties that changed outside of Pulumi. */
  changes: PropertyChange[];
  failed: boolean;
}

/** The number of resources by operation, as in the CLI's summary. */
export type ChangeSummary = Partial<Record<StepOp, number>>;

/** An error that has already been reported. */
class Reported extends Error {}

export interface RunSettings {
  project: Project;
  stack: string;
  /** The stack's configuration by full key, secrets marked. */
  config: PropertyMap;
  env: NodeJS.ProcessEnv;
  dryRun: boolean;
}

/** A preview, update, refresh or destroy, with its steps, diagnostics and providers, and whether it continues. */
export class Run {
  readonly snapshot: Snapshot;
  readonly steps: Step[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly summary: ChangeSummary = {};
  /** Whether a step or the program failed. */
  failed = false;
  /** The engine's address, by which providers know that they belong to one run. Nothing listens there. */
  readonly #engineAddress = `local-engine-${randomBytes(8).toString("hex")}:0`;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #providers = new Map<string, Promise<Provider>>();
  readonly #started: Promise<ProviderProcess>[] = [];
  #spare: Promise<ProviderProcess> | undefined;

  constructor(
    readonly settings: RunSettings,
    resources: readonly ResourceState[],
  ) {
    this.snapshot = new Snapshot(resources);
    // The provider is started before the program, because both take equally long.
    this.#spare = this.#startProvider();
  }

  /** Aborted after a step has failed: no further step starts. */
  get stopped(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Takes a step, unless one has failed before. */
  async take<T>(
    op: StepOp,
    { urn, type }: ResourceState,
    changes: PropertyChange[],
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.stopped.aborted) throw new Reported("The operation has failed");
    const step: Step = { op, urn, type, changes, failed: false };
    if (!isDefaultProvider(urn)) this.steps.push(step);
    const running = work();
    this.#running.add(running);
    try {
      const result = await running;
      // A replacement counts once, by its step `replace`.
      if (op !== "create-replacement" && op !== "delete-replaced") this.count(step);
      return result;
    } catch (error) {
      step.failed = true;
      throw this.fail(error, urn);
    } finally {
      this.#running.delete(running);
    }
  }

  count({ op, urn }: Pick<Step, "op" | "urn">): void {
    if (!isDefaultProvider(urn)) this.summary[op] = (this.summary[op] ?? 0) + 1;
  }

  /** Reports a failure. No further step starts, but running steps finish. */
  fail(error: unknown, urn?: string): Error {
    if (error instanceof Reported) return error;
    const message = error instanceof Error ? error.message : String(error);
    this.log("error", message, urn);
    this.#stopped.abort();
    return new Reported(message);
  }

  /** Reports a message. An error marks the operation as failed without stopping it, like an error that the program logs. */
  log(severity: Diagnostic["severity"], message: string, urn?: string): void {
    if (severity === "error") this.failed = true;
    // The SDK colours stack traces.
    const text = message.replaceAll(/\u001b\[[0-9;]*m/g, "").trimEnd();
    this.diagnostics.push({ severity, message: text, ...(urn ? { urn } : {}) });
  }

  /** Returns the provider of a resource, which the program configured, or else the state. */
  provider({ provider: reference }: ResourceState): Promise<Provider> {
    const known = this.#providers.get(reference);
    if (known !== undefined) return known;
    const recorded = this.snapshot.resources.find(({ urn, id }) => `${urn}::${id}` === reference);
    if (recorded === undefined) throw new Error(`There is no provider ${reference}`);
    return this.configureProvider(recorded);
  }

  /** Starts and configures the provider of a provider resource, in a separate process. */
  configureProvider({ urn, id, inputs }: ResourceState): Promise<Provider> {
    const configure = async (): Promise<Provider> => {
      if (containsUnknown(inputs)) {
        throw new Error("The local engine can't preview a provider whose configuration is not known yet");
      }
      const starting = this.#spare ?? this.#startProvider();
      this.#spare = undefined;
      return Provider.configure(await starting, inputs);
    };
    const provider = configure();
    provider.catch(() => undefined);
    this.#providers.set(`${urn}::${id}`, provider);
    return provider;
  }

  /** Waits for the running steps. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async end(): Promise<void> {
    await this.idle();
    const end = (started: ProviderProcess): Promise<void> => started.end();
    await Promise.all(this.#started.map((starting) => starting.then(end, () => undefined)));
  }

  #startProvider(): Promise<ProviderProcess> {
    const { project, stack, env } = this.settings;
    const names = { PULUMI_NODEJS_PROJECT: project.name, PULUMI_NODEJS_STACK: stack };
    const log = (severity: "info" | "info#err", line: string): void => this.log(severity, line);
    const starting = startProvider(project.programDir, this.#engineAddress, { ...env, ...names }, log);
    starting.catch(() => undefined);
    this.#started.push(starting);
    return starting;
  }
}
