import { randomUUID } from "node:crypto";
import { propertyChanges, topLevelKey, type PropertyChange } from "./diff";
import { runProgram, type Goal, type ReadGoal, type Registrar } from "./monitor";
import type { Applied, Provider } from "./provider";
import type { Run } from "./run";
import { newResource, type ResourceState } from "./state";
import { dynamicProviderType, isProviderType, makeUrn, stackType } from "./urn";
import { markSecret, Secret, unknownValue, type PropertyMap } from "./values";

/** Creates, updates, replaces and deletes resources as the program declares; in a preview, only shows these steps. */
export async function update(run: Run): Promise<void> {
  const registrations = new Registrations(run);
  await runProgram(run, registrations);
  if (run.failed) return;
  registrations.keepStackOutputs();
  await deleteAll(run, run.snapshot.pending);
}

/** Deletes resources, dependents before what they depend on. */
export async function deleteAll(run: Run, resources: readonly ResourceState[]): Promise<void> {
  for (const resource of [...resources].reverse()) {
    const op = resource.external ? "discard" : resource.delete ? "delete-replaced" : "delete";
    await deleteResource(run, resource, op);
  }
}

async function deleteResource(
  run: Run,
  resource: ResourceState,
  op: "discard" | "delete" | "delete-replaced",
): Promise<void> {
  await run.take(op, resource, [], async () => {
    if (resource.protect && op === "delete") {
      throw new Error(`Resource "${resource.urn}" cannot be deleted because it is protected`);
    }
    const exists = resource.custom && !isProviderType(resource.type) && !resource.external && !resource.retainOnDelete;
    if (exists && !run.settings.dryRun) await (await run.provider(resource)).delete(resource);
    run.snapshot.remove(resource);
  });
}

/** Runs the steps that a registration needs. */
type Plan = () => Promise<ResourceState>;

/** Decides on the steps for the program's registrations. */
class Registrations implements Registrar {
  readonly #run: Run;
  readonly #declared = new Map<string, ResourceState | undefined>();
  readonly #outputs = new Map<string, PropertyMap>();
  #turn: Promise<unknown> = Promise.resolve();
  #defaultProvider: Promise<ResourceState> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  async register(goal: Goal): Promise<ResourceState> {
    const provider = await this.#providerOf(goal);
    const urn = this.#urnOf(goal);
    return this.#takeTurn(urn, () => this.#plan(urn, { ...goal, provider }));
  }

  async read(goal: ReadGoal): Promise<ResourceState> {
    const provider = await this.#providerOf({ ...goal, custom: true });
    const urn = this.#urnOf(goal);
    return this.#takeTurn(urn, () => Promise.resolve(this.#planRead(urn, { ...goal, provider })));
  }

  registerOutputs(urn: string, outputs: PropertyMap): void {
    this.#outputs.set(urn, outputs);
    const state = this.#declared.get(urn);
    // The stack keeps its old outputs until the program has succeeded.
    if (state !== undefined && state.type !== stackType) state.outputs = outputs;
  }

  keepStackOutputs(): void {
    for (const [urn, outputs] of this.#outputs) {
      const state = this.#declared.get(urn);
      if (state !== undefined) state.outputs = outputs;
    }
  }

  /** Handles a registration. As in the CLI, decisions are made one after the other, and steps run in parallel. */
  async #takeTurn(urn: string, plan: () => Promise<Plan>): Promise<ResourceState> {
    try {
      if (this.#declared.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
      this.#declared.set(urn, undefined);
      const planned = this.#turn.then(plan);
      this.#turn = planned.catch(() => undefined);
      const state = await (await planned)();
      this.#declared.set(urn, state);
      return state;
    } catch (error) {
      throw this.#run.fail(error, urn);
    }
  }

  #urnOf({ parent, type, name }: Pick<Goal, "parent" | "type" | "name">): string {
    const { stack, project } = this.#run.settings;
    return makeUrn(stack, project.name, parent, type, name);
  }

  async #providerOf({ custom, type, provider }: Pick<Goal, "custom" | "type" | "provider">): Promise<string> {
    if (!custom || isProviderType(type)) return "";
    if (provider !== "") return provider;
    if (!type.startsWith("pulumi-nodejs:")) {
      throw new Error(`The local engine supports dynamic resources only, but the program declares: ${type}`);
    }
    this.#defaultProvider ??= this.register({
      type: dynamicProviderType,
      name: "default",
      custom: true,
      parent: "",
      inputs: this.#run.settings.config,
      provider: "",
      dependencies: [],
      aliases: [],
      protect: false,
      retainOnDelete: false,
      deleteBeforeReplace: undefined,
      ignoreChanges: [],
      replaceOnChanges: [],
      additionalSecretOutputs: [],
    });
    const { urn, id } = await this.#defaultProvider;
    return `${urn}::${id}`;
  }

  /** Decides on a registration's step: a create, an update, a replacement, or none. */
  async #plan(urn: string, goal: Goal): Promise<Plan> {
    const run = this.#run;
    const old = this.#oldResource(urn, goal);
    const now = newResource({
      urn,
      type: goal.type,
      custom: goal.custom,
      parent: goal.parent,
      inputs: goal.inputs,
      provider: goal.provider,
      dependencies: goal.dependencies,
      protect: goal.protect,
      retainOnDelete: goal.retainOnDelete,
      ignoreChanges: goal.ignoreChanges,
      additionalSecretOutputs: goal.additionalSecretOutputs,
    });
    const provider = goal.custom && !isProviderType(goal.type) ? await run.provider(now) : undefined;
    if (provider === undefined) return this.#planBuiltIn(now, old);
    if (old === undefined || old.external) {
      now.inputs = await this.#check(provider, now, {}, goal.inputs);
      if (old !== undefined) run.snapshot.remove(old);
      return () => this.#create(now, provider, "create");
    }
    const oldIgnored = Object.fromEntries(goal.ignoreChanges.map((key) => [key, old.inputs[key] ?? null]));
    now.inputs = await this.#check(provider, now, old.inputs, { ...goal.inputs, ...oldIgnored });
    const diff = await provider.diff({ ...old, urn }, now.inputs);
    const found = diff.changes === undefined ? propertyChanges(old.inputs, now.inputs) : [];
    const differs = diff.changes ?? found.length > 0;
    const forced = found.map(({ path }) => topLevelKey(path)).filter((key) => goal.replaceOnChanges.includes(key));
    if (differs && [...diff.replaces, ...forced].length > 0) {
      // The new resource does not inherit defaults from the old one.
      now.inputs = await this.#check(provider, now, {}, goal.inputs);
      const changes = found.map((change) => asReplacement(change, forced));
      return this.#planReplacement(now, old, provider, changes, goal.deleteBeforeReplace ?? diff.deleteBeforeReplace);
    }
    if (differs || old.initErrors.length > 0) {
      return () => this.#update(now, old, provider, found);
    }
    Object.assign(now, { id: old.id, outputs: markOutputs(now, old.outputs) });
    return () => this.#same(now, old);
  }

  #oldResource(urn: string, goal: Goal): ResourceState | undefined {
    const { snapshot } = this.#run;
    return [urn, ...goal.aliases].map((known) => snapshot.find(known)).find((old) => old !== undefined);
  }

  /** Registers the stack, a component or a provider, which exist only in the state. */
  #planBuiltIn(now: ResourceState, old: ResourceState | undefined): Plan {
    const run = this.#run;
    const isProvider = isProviderType(now.type);
    const id = !isProvider ? "" : (old?.id ?? (run.settings.dryRun ? unknownValue : randomUUID()));
    Object.assign(now, { id, outputs: isProvider ? now.inputs : (old?.outputs ?? {}) });
    const changes = old === undefined || now.type === stackType ? [] : propertyChanges(old.inputs, now.inputs);
    const op = old === undefined ? "create" : changes.length > 0 ? "update" : "same";
    // No changes are listed, as in the CLI.
    return () =>
      run.take(op, now, [], async () => {
        if (isProvider && (op !== "same" || now.urn !== old?.urn)) await run.configureProvider(now);
        run.snapshot.settle(now, old);
        return now;
      });
  }

  #planReplacement(
    now: ResourceState,
    old: ResourceState,
    provider: Provider,
    changes: PropertyChange[],
    deleteFirst: boolean,
  ): Plan {
    const run = this.#run;
    if (old.protect) throw new Error(`Resource "${old.urn}" cannot be replaced because it is protected`);
    const dependent = run.snapshot.pending.find(
      ({ custom, external, dependencies }) => custom && !external && dependencies.includes(old.urn),
    );
    if (deleteFirst && dependent !== undefined) {
      throw new Error(
        `The local engine can't delete ${old.urn} before its replacement, because ${dependent.urn} depends on it; the Pulumi CLI can`,
      );
    }
    return async () => {
      if (deleteFirst) await deleteResource(run, old, "delete-replaced");
      else run.snapshot.markForDeletion(old);
      const state = await this.#create(now, provider, "create-replacement", changes);
      await run.take("replace", now, changes, () => Promise.resolve());
      return state;
    };
  }

  #create(
    now: ResourceState,
    provider: Provider,
    op: "create" | "create-replacement",
    changes = propertyChanges({}, now.inputs),
  ): Promise<ResourceState> {
    return this.#run.take(op, now, changes, () =>
      this.#apply(now, undefined, () => provider.create(now.urn, now.inputs)),
    );
  }

  #update(
    now: ResourceState,
    old: ResourceState,
    provider: Provider,
    changes: PropertyChange[],
  ): Promise<ResourceState> {
    now.id = old.id;
    return this.#run.take("update", now, changes, () =>
      this.#apply(now, old, () => provider.update({ ...old, urn: now.urn }, now.inputs)),
    );
  }

  #same(now: ResourceState, old: ResourceState): Promise<ResourceState> {
    return this.#run.take("same", now, [], () => {
      this.#run.snapshot.settle(now, old);
      return Promise.resolve(now);
    });
  }

  /** Creates or updates a resource, and records the result. A preview uses the inputs instead of calling the provider. */
  async #apply(
    now: ResourceState,
    old: ResourceState | undefined,
    work: () => Promise<Applied>,
  ): Promise<ResourceState> {
    const { dryRun } = this.#run.settings;
    const { id, outputs, failure } = dryRun ? { id: now.id, outputs: now.inputs, failure: undefined } : await work();
    Object.assign(now, { id, outputs: markOutputs(now, outputs), initErrors: failure?.reasons ?? [] });
    this.#run.snapshot.settle(now, old);
    if (failure !== undefined) throw failure;
    return now;
  }

  async #check(provider: Provider, now: ResourceState, olds: PropertyMap, news: PropertyMap): Promise<PropertyMap> {
    const { inputs, failures } = await provider.check(now.urn, olds, news);
    for (const { property, reason } of failures) {
      const given = inputs[property];
      // The CLI prints secret values here.
      const value = JSON.stringify((given instanceof Secret ? given.reveal() : given) ?? null);
      const what = property === "" ? "" : `property ${property} value {${value}} `;
      this.#run.log("error", `${what}has a problem: ${reason}`, now.urn);
    }
    if (failures.length > 0) throw new Error("The resource is invalid");
    return inputs;
  }

  /** Handles `.get`: reads the resource, in previews as well, and records it as external. */
  #planRead(urn: string, goal: ReadGoal): Plan {
    const run = this.#run;
    const { id, inputs } = goal;
    const now = newResource({
      urn,
      type: goal.type,
      custom: true,
      id,
      inputs,
      parent: goal.parent,
      provider: goal.provider,
      dependencies: goal.dependencies,
      external: true,
      additionalSecretOutputs: goal.additionalSecretOutputs,
    });
    const old = run.snapshot.find(urn);
    if (old !== undefined && !old.external && old.id !== id) {
      throw new Error(
        `The local engine can't replace the resource ${urn} by one that is only read; the Pulumi CLI can`,
      );
    }
    return () =>
      run.take("read", now, [], async () => {
        if (id !== unknownValue) {
          const live = await (await run.provider(now)).read(urn, id, inputs, inputs);
          if (live === undefined) throw new Error(`The resource '${id}' does not exist`);
          Object.assign(now, { id: live.id, outputs: markOutputs(now, live.outputs) });
        }
        run.snapshot.settle(now, old);
        return now;
      });
  }
}

/** Marks outputs as secret if the program says so, or if they repeat a secret input. */
export function markOutputs({ inputs, additionalSecretOutputs }: ResourceState, outputs: PropertyMap): PropertyMap {
  return markSecret(outputs, (key) => inputs[key] instanceof Secret || additionalSecretOutputs.includes(key));
}

function asReplacement(change: PropertyChange, forced: readonly string[]): PropertyChange {
  if (!forced.includes(topLevelKey(change.path))) return change;
  return { ...change, kind: `${change.kind}-replace` as PropertyChange["kind"] };
}
