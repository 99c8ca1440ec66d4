import type { BatchedReads } from "../api/batchedReads";
import type { CdnClient } from "../api/client";
import { zoneId } from "../api/input";
import type { SettingSource } from "../api/settings";
import { readSetting, readSettings, settingSpecs } from "../api/settings";
import type { LifeCycle, LifeCycleContext, Properties, ZoneReader } from "../lifecycle/lifeCycle";

/** The key under which a state records the name of the explicit provider that created or last updated the resource. */
const providerNameRecord = "__providerName";

/** The settings, and the client on first use: check needs none, diff only if the provider changed. */
export class ConfiguredContext implements LifeCycleContext {
  createdNames = new Set<string>();
  adoptedIds = new Set<string>();
  readonly importCommand: string;
  readonly tell: (text: string) => void;
  #source: SettingSource = { config: () => undefined, env: process.env };
  #connection: Connection | undefined;

  constructor({ importCommand, tell }: Pick<LifeCycleContext, "importCommand" | "tell">) {
    this.importCommand = importCommand;
    this.tell = tell;
  }

  /**
   * An engine configures a provider once for each run.
   *
   * @param providerName the name of the explicit provider; undefined for the default one
   */
  configure(config: SettingSource["config"], providerName: string | undefined): void {
    this.#source = { config, env: process.env, ...(providerName === undefined ? {} : { providerName }) };
    this.#connection = undefined;
    this.createdNames = new Set();
    this.adoptedIds = new Set();
  }

  /** @throws {ConfigurationError} in the preview already */
  validate(): void {
    readSettings(this.#source);
  }

  /** A state with the name of the explicit provider, if there is one. */
  withProviderName(state: Properties): Properties {
    const { providerName } = this.#source;
    return providerName === undefined ? state : { ...state, [providerNameRecord]: providerName };
  }

  /**
   * Whether the resource was moved to another account. If its explicit provider changes, the engine keeps its id, under which the
   * new account may have another object or none.
   */
  async isMoved(lifeCycle: LifeCycle, id: string, state: Properties): Promise<boolean> {
    if (state[providerNameRecord] === this.#source.providerName) return false;
    return !(await lifeCycle.isSameObject(this, id, state));
  }

  get client(): CdnClient {
    return this.#connected().client;
  }

  get reader(): ZoneReader {
    return this.#connected().reader;
  }

  get names(): BatchedReads {
    return this.#connected().names;
  }

  get extraRegions(): readonly string[] {
    return readSetting<readonly string[]>(settingSpecs.extraRegions, this.#source);
  }

  #connected(): Connection {
    return (this.#connection ??= connectionOf(this.#source));
  }
}

interface Connection {
  readonly client: CdnClient;
  readonly reader: ZoneReader;
  readonly names: BatchedReads;
}

/** Loads the HTTP client only now: a preview that only checks and diffs does not need it. */
function connectionOf(source: SettingSource): Connection {
  const { BatchedReads } = require("../api/batchedReads") as typeof import("../api/batchedReads");
  const { CdnClient } = require("../api/client") as typeof import("../api/client");
  const client = new CdnClient(readSettings(source));
  const reads = new BatchedReads(client);
  const reader: ZoneReader = {
    getStorageZone: async (id, options) => reads.read(zoneId("storage zone", id), options),
    getPullZone: (id, args, options) => client.getPullZone(id, args, options),
    owners: (wanted) => client.owners(wanted),
    serviceTime: () => client.serviceTime(),
  };
  return { client, reader, names: reads };
}
