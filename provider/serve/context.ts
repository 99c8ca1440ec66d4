import type { CdnClient } from "../api/client";
import { zoneId } from "../api/input";
import type { Service, SettingSource } from "../api/settings";
import { readSetting, readSettings, serviceOf, settingSpecs } from "../api/settings";
import type { KindName } from "../kinds";
import type { LifeCycleContext, ZoneReader } from "../lifecycle/lifeCycle";

/** The settings of a provider, and the client on first use: check needs none, diff only if the provider changed. */
export class ConfiguredContext implements Omit<LifeCycleContext, "memory" | "importCommand"> {
  /** The command that imports an object of a kind, without its id. */
  readonly importCommandOf: (kind: KindName) => string;
  readonly tell: (text: string) => void;
  #source: SettingSource = { config: () => undefined, env: process.env };
  #connection: Connection | undefined;

  constructor({ importCommandOf, tell }: Pick<ConfiguredContext, "importCommandOf" | "tell">) {
    this.importCommandOf = importCommandOf;
    this.tell = tell;
  }

  /** @param providerName the name of the explicit provider; undefined for the default one */
  configure(config: SettingSource["config"], providerName: string | undefined): void {
    this.#source = { config, env: process.env, ...(providerName === undefined ? {} : { providerName }) };
    this.#connection = undefined;
  }

  /** @throws {ConfigurationError} in the preview already */
  validate(): void {
    readSettings(this.#source);
  }

  /** The name of the explicit provider. */
  get providerName(): string | undefined {
    return this.#source.providerName;
  }

  get service(): Service {
    return serviceOf(readSettings(this.#source));
  }

  get client(): CdnClient {
    return this.#connected().client;
  }

  get reader(): ZoneReader {
    return this.#connected().reader;
  }

  get names(): LifeCycleContext["names"] {
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
  readonly names: LifeCycleContext["names"];
}

/** Loads the HTTP client only now: a preview that only checks and diffs does not need it. */
function connectionOf(source: SettingSource): Connection {
  const { BatchedReads } = require("../api/batchedReads") as typeof import("../api/batchedReads");
  const { CdnClient } = require("../api/client") as typeof import("../api/client");
  const client = new CdnClient(readSettings(source));
  const reads = new BatchedReads(client.linkedStorageZones);
  const reader: ZoneReader = {
    getStorageZone: async (id, options) => reads.read(zoneId("storage zone", id), options),
    getPullZone: (id, args, options) => client.getPullZone(id, args, options),
    owners: (wanted) => client.owners(wanted),
    service: client.service,
    serviceTime: () => client.serviceTime(),
  };
  return { client, reader, names: reads };
}
