import type { Deployment } from "../deployment/deployment";
import { Stopped } from "../deployment/errors";
import type { Registered, Registrar } from "../program/registrar";
import { copyMap, type PropertyMap } from "../property/value";
import type { ResourceState } from "../resource/state";
import { dynamicPackage, makeUrn, providerReference, providerTypePrefix, stackType, urnType } from "../resource/urn";
import { Generation } from "../steps/generation";
import type { Goal, ReadGoal } from "../steps/goal";
import { takeSteps } from "../steps/plannedStep";
import { planRead } from "../steps/read";

/** What an operation makes of the program's registrations. */
export interface Strategy {
  /** Decides what a registration takes; the result does it. */
  plan: (generation: Generation, goal: Goal) => Promise<() => Promise<Registered>>;
  /** Sees to the resources that the program has not registered. */
  finish: (generation: Generation) => Promise<void>;
}

/** One run of the program: its registrations, by the operation's strategy, and the stack's outputs. */
export class ProgramRun implements Registrar {
  readonly #deployment: Deployment;
  readonly #strategy: Strategy;
  readonly #generation: Generation;
  readonly #states = new Map<string, ResourceState>();
  #defaultProvider: Promise<string> | undefined;
  #stackOutputs: { urn: string; outputs: PropertyMap } | undefined;
  #finished: Promise<void> | undefined;

  constructor(deployment: Deployment, strategy: Strategy) {
    this.#deployment = deployment;
    this.#strategy = strategy;
    this.#generation = new Generation(deployment);
  }

  async register(goal: Goal): Promise<Registered> {
    const provider = await this.#providerFor(goal);
    return this.#settle(goal, () => this.#strategy.plan(this.#generation, { ...goal, provider }));
  }

  async read(goal: ReadGoal): Promise<Registered> {
    const provider = await this.#providerFor({ ...goal, custom: true });
    return this.#settle(goal, () => {
      const { state, steps } = planRead(this.#generation, { ...goal, provider });
      return Promise.resolve(() => takeSteps(this.#deployment, steps).then(() => ({ state })));
    });
  }

  async registerOutputs(urn: string, outputs: PropertyMap): Promise<void> {
    // Whether a stack output that is missing was removed is known only once the program has run to its end.
    if (urnType(urn) === stackType) {
      this.#stackOutputs = { urn, outputs };
      return;
    }
    const state = this.#states.get(urn);
    if (state === undefined) throw new Error(`cannot complete a resource '${urn}' whose registration isn't pending`);
    state.outputs = outputs;
    this.#deployment.settings.touch(state);
    await this.#deployment.settings.save();
  }

  resource(urn: string): ResourceState | undefined {
    return this.#states.get(urn);
  }

  /** The program has registered all that it wants: what is left over goes. Runs once, whoever asks first. */
  programDone(): Promise<void> {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  /** The stack's outputs, once everything has run; after a failure those that were not set again stay. */
  async settleStackOutputs(): Promise<PropertyMap> {
    const [stack] = [...this.#states.values()].filter(({ type }) => type === stackType);
    if (stack === undefined) return {};
    if (this.#stackOutputs !== undefined) {
      const kept = this.#deployment.failed || this.#deployment.stopped.aborted ? copyMap(stack.outputs) : {};
      stack.outputs = { ...kept, ...this.#stackOutputs.outputs };
      this.#deployment.settings.touch(stack);
      await this.#deployment.settings.save();
    }
    return stack.outputs;
  }

  async #finish(): Promise<void> {
    const { limiter, failed } = this.#deployment;
    await limiter.idle();
    this.#deployment.assertRunning();
    // An error that the program logged has failed the run: nothing is deleted on its word.
    if (failed) return;
    await this.#strategy.finish(this.#generation);
  }

  async #settle(goal: Goal | ReadGoal, plan: () => Promise<() => Promise<Registered>>): Promise<Registered> {
    const deployment = this.#deployment;
    try {
      const take = await this.#generation.inTurn(() => {
        deployment.assertRunning();
        return plan();
      });
      const registered = await deployment.limiter.run(take);
      this.#states.set(registered.state.urn, registered.state);
      return registered;
    } catch (error) {
      if (error instanceof Stopped) throw error;
      const { stack, project } = deployment.settings;
      throw deployment.failAndStop(error, makeUrn(stack, project, goal.parent, goal.type, goal.name));
    }
  }

  async #providerFor({ custom, type, provider }: Pick<Goal, "custom" | "type" | "provider">): Promise<string> {
    if (!custom || type.startsWith(providerTypePrefix)) return "";
    if (provider !== "") return provider;
    const package_ = type.split(":")[0];
    if (package_ !== dynamicPackage) {
      throw this.#deployment.fail(`the local engine runs dynamic resources only, but the program registers: ${type}`);
    }
    this.#defaultProvider ??= this.#registerDefaultProvider();
    return this.#defaultProvider;
  }

  async #registerDefaultProvider(): Promise<string> {
    const { config } = this.#deployment.settings;
    const { state } = await this.register({
      type: providerTypePrefix + dynamicPackage,
      name: "default",
      custom: true,
      parent: "",
      inputs: copyMap(config),
      protect: false,
      dependencies: [],
      propertyDependencies: {},
      provider: "",
      ignoreChanges: [],
      replaceOnChanges: [],
      additionalSecretOutputs: [],
      aliases: [],
      retainOnDelete: false,
      deletedWith: "",
    });
    return providerReference(state.urn, state.id);
  }
}
