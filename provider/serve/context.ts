import type { BatchedReads } from "../api/batchedReads";
import type { CdnClient } from "../api/client";
import { zoneId } from "../api/input";
import type { SettingSource } from "../api/settings";
import { readSetting, readSettings, serviceOf, settingSpecs } from "../api/settings";
import { Entries } from "../lifecycle/entries";
import type {
  CheckResult,
  DiffResult,
  LifeCycle,
  LifeCycleContext,
  Properties,
  ZoneReader,
} from "../lifecycle/lifeCycle";
import { serviceKey } from "../lifecycle/lifeCycle";

/** The key under which a state records the name of the explicit provider that created or last updated the resource. */
const providerNameRecord = "__providerName";

/** The settings, and the client on first use: check needs none, diff only if the provider changed. */
export class ConfiguredContext implements LifeCycleContext {
  createdNames = new Set<string>();
  entries = new Entries();
  /** Names, in lower case, of the objects that this run's program declares. */
  #declaredNames = new Set<string>();
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
    this.entries = new Entries();
    this.#declaredNames = new Set();
  }

  /** @throws {ConfigurationError} in the preview already */
  validate(): void {
    readSettings(this.#source);
  }

  /** A state with where its object is: the service, and the name of the explicit provider, if there is one. */
  located(state: Properties): Properties {
    const { providerName } = this.#source;
    const service = serviceOf(readSettings(this.#source)).name;
    return {
      ...state,
      [serviceKey]: service,
      ...(providerName === undefined ? {} : { [providerNameRecord]: providerName }),
    };
  }

  /** Validates and normalises what the program declares; see {@link LifeCycle.check}. */
  check(lifeCycle: LifeCycle, olds: Properties, news: Properties): CheckResult {
    this.validate();
    const result = lifeCycle.check(this, olds, news);
    this.#declaredNames.add(nameIn(result.inputs));
    return result;
  }

  /**
   * Tells what changed; see {@link LifeCycle.diff}. The engine calls this for every entry of the state that stays, and in a refresh for
   * the others, too.
   */
  async diff(
    lifeCycle: LifeCycle,
    id: string,
    state: Properties,
    news: Properties,
  ): Promise<DiffResult & { isMoved: boolean }> {
    this.entries.note(id, state);
    const { settles = false, ...result } = lifeCycle.diff(state, news);
    return {
      ...result,
      // In a refresh the engine passes inputs of the state, not of the program.
      settles: settles && this.#declaredNames.has(nameIn(news)),
      isMoved: await this.#isMoved(lifeCycle, id, state),
    };
  }

  /** Deletes the object of an entry, unless another entry has it too. */
  async delete(lifeCycle: LifeCycle, id: string, state: Properties): Promise<void> {
    await this.entries.inTurn(id, async () => {
      if (!this.entries.remove(id, state)) return lifeCycle.delete(this, id, state);
      this.tell(
        `Kept ${lifeCycle.noun} ${id}: another resource of this stack has it. Only this entry was removed from the state`,
      );
    });
  }

  /**
   * Whether the resource was moved to another account. If its explicit provider changes, the engine keeps its id, under which the
   * new account may have another object or none.
   */
  async #isMoved(lifeCycle: LifeCycle, id: string, state: Properties): Promise<boolean> {
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

function nameIn(inputs: Properties): string {
  return String(inputs["name"]).toLowerCase();
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
    service: client.service,
    serviceTime: () => client.serviceTime(),
  };
  return { client, reader, names: reads };
}
