import type { CheckFailure, ResourceProvider } from "@pulumi/pulumi/dynamic";
import { CdnError } from "../../api/errors";
import type { Properties } from "../../declared/properties";
import { propertyOf } from "../../declared/properties";
import { IncompleteError } from "../../declared/failures";
import type { Kind, KindName } from "../../kinds";
import { importWord, kinds } from "../../kinds";
import { ConfiguredContext } from "../context";
import { newSecrets, ServedKinds } from "../servedKinds";
import { ImportedIds } from "./importedIds";
import { providerNameKey } from "../../api/settingsOwner";
import { providerText } from "./providerText";
import { showStatus } from "./status";
import { mayHoldSecret, withSecrets, withSecretsApart } from "../../wire/secrets";
import { importKey, updateKey } from "../../wire/stateKeys";

/** The context that all kinds of a process share: settings, client, reads and turns. */
export class DynamicRun {
  readonly servedKinds = new ServedKinds(
    new ConfiguredContext({
      importCommandOf: (kind, id) => `npx pulumi-cdn-zones import ${importWord(kind, id)}`,
      // The engine shows what this process prints.
      tell: (text) => void process.stdout.write(`${text}\n`),
      status: showStatus,
    }),
  );
  #configuredBy: KindName | undefined;

  /** Applies settings. The server passes the same ones for every kind of a provider, so only those of the first kind count. */
  configure(kind: KindName, ...settings: Parameters<ServedKinds["configure"]>): void {
    this.#configuredBy ??= kind;
    if (this.#configuredBy === kind) this.servedKinds.configure(...settings);
  }
}

/** Returns a life cycle in the form that Pulumi's dynamic-provider server calls. */
export function dynamicProvider(name: KindName, run = new DynamicRun()): ResourceProvider<Properties, Properties> {
  const kind = kinds[name];
  const { servedKinds } = run;
  let served = servedKinds.of(name);
  let importedIds = new ImportedIds(kind);
  const external = (state: Properties, prior: Properties): Properties => withSecretsApart(kind.readTable, state, prior);
  const managed = (state: Properties, prior?: Properties): Properties =>
    served.located(withSecretsApart(kind.options, withSecretsApart(kind.table, state, prior)));
  const guard = async <T>(act: () => T | Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw servedError(error, (state) => ({ ...managed(state), __provider: providerText(name) }));
    }
  };
  return {
    // The server uses the provider before this promise settles, so the settings must be assigned synchronously.
    configure: ({ config }) => {
      run.configure(name, (key) => config.get(key), config.get(providerNameKey));
      served = servedKinds.of(name);
      importedIds = new ImportedIds(kind);
      return Promise.resolve();
    },
    check: (olds, news) =>
      guard(async () => {
        const { [updateKey]: isUpdate, [importKey]: importedId, ...given } = news;
        // An import is not checked: the object exists with these values.
        const before = importedId !== undefined && Object.keys(olds).length === 0 ? given : olds;
        const { inputs, failures } = await served.check(before, given, isUpdate === true, olds);
        if (failures.length === 0) importedIds.note(olds, inputs, importedId);
        return { inputs, failures: failures.map((failure) => failureOf(failure, kind)) };
      }),
    // Without `changes` the engine compares the normalised inputs itself, property by property.
    diff: (id, state, news) =>
      guard(async () => {
        const { replaces, deleteBeforeReplace, settles, isGone } = await served.diff(id, state, news);
        if (isGone) return { changes: true, replaces: ["provider"], deleteBeforeReplace };
        return { ...(settles === true ? { changes: true } : {}), replaces: [...replaces], deleteBeforeReplace };
      }),
    create: (inputs) =>
      guard(async () => {
        const { id, state } = await served.create(inputs, importedIds.of(inputs));
        return { id, outs: managed(state) };
      }),
    read: (id, prior = {}) =>
      guard(async () => {
        const found = await served.read(id, prior);
        // An empty id means deleted.
        if (found === undefined) return { id: "", props: {} };
        if (found.keepsInputs === true) return { id, props: managed(found.state, prior) };
        if (found.inputs === undefined) return { id, props: external(found.state, prior) };
        const secrets = newSecrets(found, prior);
        const props = withSecrets(managed(found.state, prior), secrets);
        return { id, props, inputs: withSecrets(found.inputs, secrets) };
      }),
    update: (id, state, inputs) => guard(async () => ({ outs: managed(await served.update(id, state, inputs)) })),
    delete: (id, state) => guard(() => served.delete(id, state)),
  };
}

/** Returns a failure for the engine, which prints the value of its property. A property that may hold a secret is named only in the text. */
function failureOf(
  { property, reason }: Pick<CheckFailure, "property" | "reason">,
  { readTable, secretInputs }: Kind,
): CheckFailure {
  const name = propertyOf(property);
  const mayBeSecret = secretInputs.includes(name) || mayHoldSecret(readTable, name);
  return mayBeSecret ? { property: "", reason: `${property} ${reason}` } : { property, reason };
}

/**
 * Converts an error for Pulumi's server. A `CdnError` says what to do, so its stack is removed; an IncompleteError gets what the
 * server needs to save the object.
 */
function servedError(error: unknown, propertiesOf: (state: Properties) => Properties): unknown {
  if (!(error instanceof CdnError)) return error;
  const served = new Error(error.message);
  served.name = error.name;
  served.stack = "";
  if (!(error instanceof IncompleteError)) return served;
  return Object.assign(served, { id: error.id, properties: propertiesOf(error.state), reasons: [error.message] });
}
