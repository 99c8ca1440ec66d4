import type { CdnClient } from "../api/client";
import type { Dns } from "../api/delegation";
import type { OwnedSettings, Service, SettingSource } from "../api/settings";
import { baseUrlIn, edgeDelayOf, isPublicService, readSettings, serviceOf } from "../api/settings";
import { providerOwner } from "../api/settingsOwner";
import type { AcceptedRegions } from "../declared/checkInputs";
import type { Properties } from "../declared/properties";
import type { KindName } from "../kinds";
import type { Reads } from "../api/reads";
import type { LifeCycleContext } from "../lifecycle/lifeCycle";
import { Purges } from "../run/purges";
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
  /** See {@link CheckContext.lastStates}. */
  readonly lastStates = new Map<string, Properties>();
  readonly purges = new Purges({
    purge: (pullZoneId, tag) => this.client.purgePullZone(pullZoneId, tag),
    purgeUrl: (url) => this.client.purgeUrl(url),
    edgeDelaySeconds: () => edgeDelayOf(this.#read()),
  });
  #source: SettingSource = { config: () => undefined, env: process.env };
  #settings: OwnedSettings | undefined;
  #connection: Connection | undefined;

  constructor({ importCommandOf, tell, status }: Pick<ConfiguredContext, "importCommandOf" | "tell" | "status">) {
    this.importCommandOf = importCommandOf;
    this.tell = tell;
    this.status = status;
  }

  /** Sets the settings. @param providerName the name of the explicit provider; undefined for the default provider */
  configure(config: SettingSource["config"], providerName: string | undefined): void {
    this.#source = { config, env: process.env, owner: providerOwner(providerName) };
    this.#settings = undefined;
    this.#connection = undefined;
  }

  dns(): Dns | undefined {
    const { dnsOf } = require("../api/delegation") as typeof import("../api/delegation");
    return dnsOf(this.#read());
  }

  /** The name of the explicit provider. */
  get providerName(): string | undefined {
    return this.#source.owner?.providerName;
  }

  /** The base URL; undefined if it is not set. It is not checked. */
  get baseUrl(): string | undefined {
    return baseUrlIn(this.#source);
  }

  get service(): Service {
    return serviceOf(this.#read());
  }

  get client(): CdnClient {
    return this.#connected().client;
  }

  get reader(): Reads {
    return this.#connected().reader;
  }

  /** @throws {ConfigurationError} for a fault in any setting */
  get acceptedRegions(): AcceptedRegions {
    const { extraRegions, baseUrl } = this.#read();
    return { extraRegions, isPublicService: isPublicService(baseUrl) };
  }

  /** Returns the settings, which are read once. @throws {ConfigurationError} */
  #read(): OwnedSettings {
    return (this.#settings ??= readSettings(this.#source));
  }

  #connected(): Connection {
    return (this.#connection ??= connectionOf(this.#read()));
  }
}

interface Connection {
  readonly client: CdnClient;
  readonly reader: Reads;
}

/** Loads the HTTP client only now: a preview that only checks and diffs does not need it. */
function connectionOf(settings: OwnedSettings): Connection {
  const { CdnClient } = require("../api/client") as typeof import("../api/client");
  const { Reads } = require("../api/reads") as typeof import("../api/reads");
  const client = new CdnClient(settings);
  return { client, reader: new Reads(client.objects, { lists: true }) };
}
