import type { BatchedReads } from "../api/batchedReads";
import type { CdnClient } from "../api/client";
import { zoneId } from "../api/input";
import type { SettingSource } from "../api/settings";
import { readSetting, readSettings, settingSpecs } from "../api/settings";
import type { LifeCycle, LifeCycleContext, Properties, ZoneReader } from "../lifecycle/lifeCycle";

/** The key under which a state records the name of the explicit provider that created or last updated the resource. */
const providerRecord = "__providerName";

/** Settings and client, made when first needed: a check or a diff reaches no service and loads no HTTP client. */
export class ConfiguredContext implements LifeCycleContext {
  createdNames = new Set<string>();
  adoptedIds = new Set<string>();
  #source: SettingSource = { config: () => undefined, env: process.env };
  #service: Service | undefined;

  /**
   * An engine configures a provider once for each run.
   *
   * @param providerName the name of the explicit provider; undefined for the default one
   */
  configure(config: SettingSource["config"], providerName: string | undefined): void {
    this.#source = { config, env: process.env, ...(providerName === undefined ? {} : { providerName }) };
    this.#service = undefined;
    this.createdNames = new Set();
    this.adoptedIds = new Set();
  }

  /** Reports wrong settings in the preview already. */
  validate(): void {
    readSettings(this.#source);
  }

  /** The state with a record of the explicit provider, where there is one. */
  recorded(state: Properties): Properties {
    const { providerName } = this.#source;
    return providerName === undefined ? state : { ...state, [providerRecord]: providerName };
  }

  /**
   * Whether the state's object is one of another account. The engine keeps the id of a resource whose explicit provider
   * changes, even to one of another account.
   */
  async isMoved(lifeCycle: LifeCycle, id: string, state: Properties): Promise<boolean> {
    if (state[providerRecord] === this.#source.providerName) return false;
    return !(await lifeCycle.isSameObject({ client: this.reader }, id, state));
  }

  get client(): CdnClient {
    return (this.#service ??= serviceOf(this.#source)).client;
  }

  /** For reads, of which the engine may ask many at once. */
  get reader(): ZoneReader {
    return (this.#service ??= serviceOf(this.#source)).reader;
  }

  get names(): BatchedReads {
    return (this.#service ??= serviceOf(this.#source)).names;
  }

  get extraRegions(): readonly string[] {
    return readSetting<readonly string[]>(settingSpecs.extraRegions, this.#source);
  }
}

interface Service {
  readonly client: CdnClient;
  readonly reader: ZoneReader;
  readonly names: BatchedReads;
}

/** The HTTP client is loaded here: most previews only check and diff, and don't need it. */
function serviceOf(source: SettingSource): Service {
  const { BatchedReads } = require("../api/batchedReads") as typeof import("../api/batchedReads");
  const { CdnClient } = require("../api/client") as typeof import("../api/client");
  const client = new CdnClient(readSettings(source));
  const reads = new BatchedReads(client);
  const reader: ZoneReader = {
    getStorageZone: async (id, options) => reads.read(zoneId("storage zone", id), options),
    getPullZone: (id, args, options) => client.getPullZone(id, args, options),
    owners: (sought) => client.owners(sought),
    serviceTime: () => client.serviceTime(),
  };
  return { client, reader, names: reads };
}
