import { containsUnknown, type PropertyMap } from "../property/value";
import type { ResourceState } from "../resource/state";
import { parseProviderReference, providerReference } from "../resource/urn";
import { startProvider, type ProviderLaunch, type ProviderProcess } from "./process";
import { Provider } from "./provider";

/** A provider whose configuration is not known in this preview, so that nothing can be asked of it. */
export const unconfigured = "unconfigured";

/** The providers of one operation, by reference: every one is a process of its own with its own configuration. */
export class ProviderRegistry {
  readonly #launch: ProviderLaunch;
  readonly #running = new Map<string, Promise<Provider | typeof unconfigured>>();

  // A refresh may have started a provider that the program then registers with another configuration.
  readonly #started: Promise<Provider | typeof unconfigured>[] = [];

  #spare: Promise<ProviderProcess> | undefined;

  constructor(launch: ProviderLaunch) {
    this.#launch = launch;
  }

  /** Starts a process ahead of need: it takes as long as the program itself takes to start. */
  warmUp(): void {
    this.#spare = startProvider(this.#launch);
    this.#spare.catch(() => undefined);
  }

  /** Makes a provider resource's provider available under its reference. */
  register(resource: ResourceState): Promise<Provider | typeof unconfigured> {
    const reference = providerReference(resource.urn, resource.id);
    const running = this.#start(resource.inputs);
    // Whoever asks for the provider gets the failure; until somebody does, it is not an unhandled one.
    running.catch(() => undefined);
    this.#running.set(reference, running);
    this.#started.push(running);
    return running;
  }

  /**
   * The provider that a resource refers to. One that the program has not registered in this run is started with
   * the configuration that the state records for it.
   */
  provider(reference: string, recorded: readonly ResourceState[]): Promise<Provider | typeof unconfigured> {
    const running = this.#running.get(reference);
    if (running !== undefined) return running;
    const { urn, id } = parseProviderReference(reference);
    const resource = recorded.find((candidate) => candidate.urn === urn && candidate.id === id);
    if (resource === undefined) return Promise.reject(new Error(`unknown provider: ${reference}`));
    return this.register(resource);
  }

  async end(): Promise<void> {
    const started = await Promise.allSettled(this.#started);
    const providers = started.map((result) => (result.status === "fulfilled" ? result.value : unconfigured));
    await this.#spare?.then(
      (process) => process.end(),
      () => undefined,
    );
    await Promise.all(providers.map((provider) => (provider === unconfigured ? Promise.resolve() : provider.end())));
  }

  async #start(inputs: PropertyMap): Promise<Provider | typeof unconfigured> {
    if (containsUnknown(inputs)) return unconfigured;
    const process = this.#spare ?? startProvider(this.#launch);
    this.#spare = undefined;
    const provider = new Provider(await process);
    try {
      await provider.configure(inputs);
    } catch (error) {
      await provider.end();
      throw error;
    }
    return provider;
  }
}
