import type { Config, ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { CdnClient } from "../../api/client";
import { zoneId } from "../../api/input";
import type { SettingSource } from "../../api/settings";
import { readSetting, readSettings, settingSpecs } from "../../api/settings";
import type { LifeCycleContext, Properties, ZoneReader } from "../../lifecycle/lifeCycle";
import { ImportedIds } from "./importedIds";
import type { Kind } from "./kinds";
import { kinds } from "./kinds";
import { providerNameKey } from "./providerName";
import { providerText } from "./providerText";
import { withSecrets } from "./secretOutputs";
import { servedError } from "./servedError";

/** A life cycle as Pulumi's dynamic provider server calls it. */
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
    // `changes` stays open: the engine then compares the normalised inputs itself and can say which property differs.
    diff: (id, state, news) =>
      guard(async () => {
        const { replaces, deleteBeforeReplace } = lifeCycle.diff(state, news);
        // An engine goes on with the same id where a resource gets another explicit provider, which may be of another account.
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
        // Without an id the engine takes the resource for gone. The server can't send an absent one.
        if (found === undefined) return { id: "", props: {} };
        if (found.inputs === undefined) return { id, props: served(found.state, prior) };
        return { id, props: recorded(found.state, prior), inputs: found.inputs };
      }),
    update: (id, state, inputs) =>
      guard(async () => ({ outs: recorded(await lifeCycle.update(context, id, state, inputs)) })),
    delete: (id, state) => guard(() => lifeCycle.delete(context, id, state)),
  };
}

/** The key under which a state records the name of the explicit provider that created or last updated the resource. */
const providerRecord = "__providerName";

/** Settings and client, made when first needed: a check or a diff reaches no service and loads no HTTP client. */
class ConfiguredContext implements LifeCycleContext {
  createdNames = new Set<string>();
  adoptedIds = new Set<string>();
  importedIds = new ImportedIds();
  #source: SettingSource = { config: () => undefined, env: process.env };
  #service: { readonly client: CdnClient; readonly reader: ZoneReader } | undefined;

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

  /** A preview should already say what an `up` would fail of. */
  validate(): void {
    readSettings(this.#source);
  }

  get client(): CdnClient {
    return (this.#service ??= serviceOf(this.#source)).client;
  }

  /** For reads, of which an engine may ask many at once. */
  get reader(): ZoneReader {
    return (this.#service ??= serviceOf(this.#source)).reader;
  }

  get extraRegions(): readonly string[] {
    return readSetting<readonly string[]>(settingSpecs.extraRegions, this.#source);
  }
}

/** What talks to the service is loaded here: a check or a diff, which is all that most previews ask for, needs none of it. */
function serviceOf(source: SettingSource): { readonly client: CdnClient; readonly reader: ZoneReader } {
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
  return { client, reader };
}
