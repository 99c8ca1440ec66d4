import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { CdnError } from "../../api/errors";
import type { Properties } from "../../lifecycle/lifeCycle";
import { IncompleteError } from "../../lifecycle/lifeCycle";
import { ConfiguredContext } from "../context";
import type { Kind } from "../kinds";
import { kinds } from "../kinds";
import { ImportedIds } from "./importedIds";
import { providerNameKey, providerText } from "./providerText";
import { withSecretsApart } from "./secretOutputs";

/** A life cycle as Pulumi's dynamic-provider server calls it. */
export function dynamicProvider(kind: Kind): ResourceProvider<Properties, Properties> {
  const { lifeCycle, table } = kinds[kind];
  // The engine shows what this process prints.
  const tell = (text: string): void => void process.stdout.write(`${text}\n`);
  const context = new ConfiguredContext({ importCommand: "pulumi-cdn-zones import", tell });
  let importedIds = new ImportedIds();
  const external = (state: Properties, prior: Properties): Properties => withSecretsApart(table, state, prior);
  const managed = (state: Properties, prior?: Properties): Properties =>
    context.located(withSecretsApart(table, state, prior));
  const guard = async <T>(act: () => T | Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw servedError(error, (state) => ({ ...managed(state), __provider: providerText(kind) }));
    }
  };
  return {
    // The server uses the provider before this promise settles, so the settings must be assigned synchronously.
    configure: ({ config }) => {
      context.configure((key) => config.get(key), config.get(providerNameKey));
      importedIds = new ImportedIds();
      return Promise.resolve();
    },
    check: (olds, news) =>
      guard(() => {
        const { inputs, failures } = context.check(lifeCycle, olds, importedIds.take(olds, news));
        return { inputs, failures: [...failures] };
      }),
    // Without `changes` the engine compares the normalised inputs itself, property by property.
    diff: (id, state, news) =>
      guard(async () => {
        const { replaces, deleteBeforeReplace, settles, isMoved } = await context.diff(lifeCycle, id, state, news);
        if (isMoved) return { changes: true, replaces: ["provider"], deleteBeforeReplace };
        return { ...(settles === true ? { changes: true } : {}), replaces: [...replaces], deleteBeforeReplace };
      }),
    create: (inputs) =>
      guard(async () => {
        const { id, state } = await lifeCycle.create(context, inputs, importedIds.of(inputs));
        return { id, outs: managed(state) };
      }),
    read: (id, prior = {}) =>
      guard(async () => {
        const found = await lifeCycle.read(context, id, prior);
        // An empty id means deleted.
        if (found === undefined) return { id: "", props: {} };
        if (found.inputs === undefined) return { id, props: external(found.state, prior) };
        return { id, props: managed(found.state, prior), inputs: found.inputs };
      }),
    update: (id, state, inputs) =>
      guard(async () => ({ outs: managed(await lifeCycle.update(context, id, state, inputs)) })),
    delete: (id, state) => guard(() => context.delete(lifeCycle, id, state)),
  };
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
