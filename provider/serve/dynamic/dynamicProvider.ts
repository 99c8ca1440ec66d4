import type { Config, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { BatchedReads } from "../../api/batchedReads";
import type { CdnClient } from "../../api/client";
import { CdnError } from "../../api/errors";
import { zoneId } from "../../api/input";
import type { SettingSource } from "../../api/settings";
import { readSetting, readSettings, settingSpecs } from "../../api/settings";
import type { LifeCycleContext, Properties, ZoneReader } from "../../lifecycle/lifeCycle";
import { IncompleteError } from "../../lifecycle/lifeCycle";
import { ImportedIds } from "./importedIds";
import type { Kind } from "./kinds";
import { kinds } from "./kinds";
import { providerNameKey, providerText } from "./providerText";
import { withSecrets } from "./secretOutputs";

/** A life cycle as Pulumi's dynamic-provider server calls it. */
export function dynamicProvider(kind: Kind): ResourceProvider<Properties, Properties> {
  const { lifeCycle, table } = kinds[kind];
  const context = new ConfiguredContext();
  const served = (state: Properties, prior?: Properties): Properties => withSecrets(table, state, prior);
  const recorded = (state: Properties, prior?: Properties): Properties => {
    const { providerName } = context;
    return { ...served(state, prior), ...(providerName === undefined ? {} : { [providerRecord]: providerName }) };
  };
  const isHere = (id: string, state: Properties): Promise<boolean> =>
    lifeCycle.isSameObject({ client: context.reader }, id, state);
  const guard = async <T>(act: () => T | Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw servedError(error, (state) => ({ ...recorded(state), __provider: providerText(kind) }));
    }
  };
  return {
    // The server hands the provider out before this promise settles, so nothing here may wait.
    configure: ({ config }) => {
      context.configure(config);
      return Promise.resolve();
    },
    check: (olds, news) =>
      guard(() => {
        context.validate();
        const { inputs, failures } = lifeCycle.check(context, olds, context.importedIds.take(olds, news));
        return { inputs, failures: [...failures] };
      }),
    // Without `changes` the engine compares the normalised inputs itself, property by property.
    diff: (id, state, news) =>
      guard(async () => {
        const { replaces, deleteBeforeReplace } = lifeCycle.diff(state, news);
        // The engine keeps the id of a resource whose explicit provider changes, even to one of another account.
        const isMoved = state[providerRecord] !== context.providerName && !(await isHere(id, state));
        if (isMoved) return { changes: true, replaces: ["provider"], deleteBeforeReplace };
        return { replaces: [...replaces], deleteBeforeReplace };
      }),
    create: (inputs) =>
      guard(async () => {
        const { id, state } = await lifeCycle.create(context, inputs, context.importedIds.of(inputs));
        return { id, outs: recorded(state) };
      }),
    read: (id, prior = {}) =>
      guard(async () => {
        const found = await lifeCycle.read({ client: context.reader }, id, prior);
        // An empty id means deleted.
        if (found === undefined) return { id: "", props: {} };
        if (found.inputs === undefined) return { id, props: served(found.state, prior) };
        return { id, props: recorded(found.state, prior), inputs: found.inputs };
      }),
    update: (id, state, inputs) =>
      guard(async () => ({ outs: recorded(await lifeCycle.update(context, id, state, inputs)) })),
    delete: (id, state) => guard(() => lifeCycle.delete(context, id, state)),
  };
}

/**
 * An error as Pulumi's server prints it. Ours say what to do, so their stack is removed; one of an incomplete object carries
 * what the server needs to save it.
 */
function servedError(error: unknown, propertiesOf: (state: Properties) => Properties): unknown {
  if (!(error instanceof CdnError)) return error;
  const served = new Error(error.message);
  served.name = error.name;
  served.stack = "";
  if (!(error instanceof IncompleteError)) return served;
  return Object.assign(served, { id: error.id, properties: propertiesOf(error.state), reasons: [error.reason] });
}

/** The key under which a state records the name of the explicit provider that created or last updated the resource. */
const providerRecord = "__providerName";

/** Settings and client, made when first needed: a check or a diff reaches no service and loads no HTTP client. */
class ConfiguredContext implements LifeCycleContext {
  createdNames = new Set<string>();
  adoptedIds = new Set<string>();
  importedIds = new ImportedIds();
  #source: SettingSource = { config: () => undefined, env: process.env };
  #service: Service | undefined;

  /** The name of the explicit provider; undefined for the default one. */
  get providerName(): string | undefined {
    return this.#source.providerName;
  }

  configure(config: Config): void {
    const providerName = config.get(providerNameKey);
    this.#source = {
      config: (key) => config.get(key),
      env: process.env,
      ...(providerName === undefined ? {} : { providerName }),
    };
    this.#service = undefined;
    // An engine configures a provider once for each run.
    this.createdNames = new Set();
    this.adoptedIds = new Set();
    this.importedIds = new ImportedIds();
  }

  /** Reports wrong settings in the preview already. */
  validate(): void {
    readSettings(this.#source);
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
  const { BatchedReads } = require("../../api/batchedReads") as typeof import("../../api/batchedReads");
  const { CdnClient } = require("../../api/client") as typeof import("../../api/client");
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
