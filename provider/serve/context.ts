import type { CdnClient } from "../api/client";
import type { Dns } from "../api/delegation";
import type { Service, SettingSource } from "../api/settings";
import { isPublicService, readSetting, readSettings, serviceOf } from "../api/settings";
import { providerOwner } from "../api/settingsOwner";
import { settingSpecs } from "../api/settingSpecs";
import type { KindName } from "../kinds";
import type { Reads } from "../api/reads";
import type { LifeCycleContext } from "../lifecycle/lifeCycle";
import { Turns } from "../run/turns";

/** The settings of a provider, and a client that is created on first use: check needs none, and diff only if the provider changed. */
export class ConfiguredContext implements Omit<LifeCycleContext, "memory" | "importCommand"> {
  /** Returns the command that imports an object of a kind. */
  readonly importCommandOf: (kind: KindName, id: string) => string;
  readonly tell: (text: string) => void;
  /** See {@link LifeCycleContext.status}. @param urn of the resource, if it is known */
  readonly status: (text: string, urn?: string) => void;
  readonly turns = new Turns();
  readonly guardedZones = new Set<string>();
  #source: SettingSource = { config: () => undefined, env: process.env };
  #connection: Connection | undefined;

  constructor({ importCommandOf, tell, status }: Pick<ConfiguredContext, "importCommandOf" | "tell" | "status">) {
    this.importCommandOf = importCommandOf;
    this.tell = tell;
    this.status = status;
  }

  /** Sets the settings. @param providerName the name of the explicit provider; undefined for the default provider */
  configure(config: SettingSource["config"], providerName: string | undefined): void {
    this.#source = { config, env: process.env, owner: providerOwner(providerName) };
    this.#connection = undefined;
  }

  dns(): Dns | undefined {
    const { dnsOf } = require("../api/delegation") as typeof import("../api/delegation");
    return dnsOf(readSettings(this.#source));
  }

  /** Checks the settings, so that a fault is reported in the preview. @throws {ConfigurationError} */
  validate(): void {
    readSettings(this.#source);
  }

  /** The name of the explicit provider. */
  get providerName(): string | undefined {
    return this.#source.owner?.providerName;
  }

  get service(): Service {
    return serviceOf(readSettings(this.#source));
  }

  get client(): CdnClient {
    return this.#connected().client;
  }

  get reader(): Reads {
    return this.#connected().reader;
  }

  get extraRegions(): readonly string[] {
    return readSetting<readonly string[]>(settingSpecs.extraRegions, this.#source);
  }

  get isPublicService(): boolean {
    return isPublicService(readSetting<string>(settingSpecs.baseUrl, this.#source));
  }

  #connected(): Connection {
    return (this.#connection ??= connectionOf(this.#source));
  }
}

interface Connection {
  readonly client: CdnClient;
  readonly reader: Reads;
}

/** Loads the HTTP client only now: a preview that only checks and diffs does not need it. */
function connectionOf(source: SettingSource): Connection {
  const { CdnClient } = require("../api/client") as typeof import("../api/client");
  const { Reads } = require("../api/reads") as typeof import("../api/reads");
  const client = new CdnClient(readSettings(source));
  return { client, reader: new Reads(client.objects, { lists: true }) };
}
