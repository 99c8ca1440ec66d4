import { isDeepStrictEqual } from "node:util";
import type { Kind, KindName } from "../kinds";
import { idOutputOf, inputsText, kinds, wholeKey } from "../kinds";
import { lifeCycleOf } from "../lifecycle";
import type {
  CheckResult,
  CreateResult,
  DiffResult,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  ReadResult,
} from "../lifecycle/lifeCycle";
import type { Properties } from "../declared/properties";
import { CheckFailure, IncompleteError } from "../declared/failures";
import { RunMemory } from "../run/memory";
import { idKey } from "../wire/dnsName";
import { about, capitalized, warning } from "../wire/words";
import { picked, propertyOf, withoutAbsent } from "../declared/properties";
import type { ConfiguredContext } from "./context";
import { EntriesOfRun } from "../run/entriesOfRun";
import { faultKey, providerNameRecord, replacesKey, serviceKey } from "../wire/stateKeys";

/** The kinds of resources of a provider. */
export class ServedKinds {
  readonly #served = new Map<KindName, ServedKind>();

  constructor(private readonly provider: ConfiguredContext) {}

  /** An engine configures a provider once for each run; see {@link ConfiguredContext.configure}. */
  configure(...settings: Parameters<ConfiguredContext["configure"]>): void {
    this.provider.configure(...settings);
    this.#served.clear();
  }

  of(name: KindName): ServedKind {
    let served = this.#served.get(name);
    if (served === undefined) this.#served.set(name, (served = new ServedKind(name, this.provider)));
    return served;
  }
}

/** Whether a read is the first one: the state has no values yet, as in a read with `get`. */
function isFirstRead(kind: KindName, prior: Properties): boolean {
  const { hasNoObject }: Kind = kinds[kind];
  return hasNoObject !== true && prior[idOutputOf(kind)] === undefined;
}

/**
 * Returns the properties that may hold a secret and that a state lacks, for example after an import. They are stored encrypted. Properties that
 * the state has stay as secret as the program declares them.
 */
export function newSecrets({ secrets = [] }: ReadResult, prior: Properties): string[] {
  return secrets.filter((name) => prior[name] === undefined);
}

/** Removes undefined values from a result, or from the state of an error, because the engine can't store them. */
async function storable<Result extends { readonly state: Properties; readonly inputs?: Properties } | undefined>(
  act: Promise<Result>,
): Promise<Result> {
  try {
    const result = await act;
    if (result === undefined) return result;
    const { state, inputs } = result;
    return {
      ...result,
      state: withoutAbsent(state),
      ...(inputs === undefined ? {} : { inputs: withoutAbsent(inputs) }),
    };
  } catch (error) {
    if (!(error instanceof IncompleteError)) throw error;
    throw new IncompleteError(error.id, withoutAbsent(error.state), error.message, error.cause);
  }
}

/**
 * A life cycle for both the dynamic provider and the plugin. It keeps the memory of the run, deletes an object only with its last entry, and
 * records where an object is.
 */
export class ServedKind {
  readonly kind: Kind;
  readonly #provider: ConfiguredContext;
  readonly #memory: RunMemory;
  /** Notices that were shown. An engine may call check and diff more than once. */
  readonly #notices = new Set<string>();

  constructor(
    private readonly name: KindName,
    provider: ConfiguredContext,
  ) {
    this.kind = kinds[name];
    this.#provider = provider;
    this.#memory = new RunMemory(new EntriesOfRun(() => `${provider.service.address} ${name}`));
  }

  /**
   * @param isUpdate see {@link LifeCycle.computed}
   * @param known the inputs that the state has; empty for an object to be created
   */
  async check(
    olds: Properties,
    { [faultKey]: fault, ...news }: Properties,
    isUpdate = false,
    known = olds,
  ): Promise<CheckResult> {
    // A fault in the settings is thrown here, so that the preview reports it.
    const { lastStates } = this.#provider;
    const context = { ...this.#provider.acceptedRegions, memory: this.#memory, lastStates };
    const lifeCycle = this.#lifeCycle;
    let result = this.#withoutKnownFailures(lifeCycle.check(context, olds, news), known, news);
    for (const notice of result.notices ?? []) this.#tellOnce(warning(notice));
    if (result.failures.length === 0 && lifeCycle.computed !== undefined) {
      result = await lifeCycle.computed(
        { memory: this.#memory, tell: this.#provider.tell, isUpdate, olds },
        result.inputs,
      );
    }
    this.#memory.declares(this.kind.claim(result.inputs), result.inputs, olds);
    if (typeof fault !== "string" || inputsText(result.inputs) === inputsText(known)) return result;
    return { inputs: result.inputs, failures: [...result.failures, new CheckFailure("", fault)] };
  }

  /** Compares a state with new inputs. The engine calls this for every entry that stays, and in a refresh also for the others. */
  async diff(id: string, state: Properties, news: Properties): Promise<DiffResult & { readonly isGone: boolean }> {
    const { entries } = this.#memory;
    entries.note(this.#entryOf(id), state);
    this.#noteState(id, state);
    this.#noteReplaced(state);
    const { settles = false, notice, ...result } = this.#lifeCycle.diff(state, news);
    if (notice !== undefined) this.#tellOnce(about(`${capitalized(this.kind.noun)} ${id} `, notice));
    // In a refresh the engine passes inputs of the state, not of the program.
    const isDeclared = this.#memory.isDeclared(this.kind.claim(news));
    if (isDeclared) this.#memory.keeps(id, news);
    const isGone = await this.#isGone(id, state);
    const isKept = !isGone && result.replaces.length === 0;
    if (isDeclared && !isKept) {
      const claims = [this.kind.claim(state), this.kind.claim(news)] as const;
      this.#memory.replaces(id, claims, news, !result.deleteBeforeReplace);
      await this.#lifeCycle.checkReplacement?.(this.#context(), id, state, news);
    }
    if (isDeclared && isKept) await this.#lifeCycle.lookAhead?.(this.#context(), id, state, news);
    if (isKept && this.#memory.staysUnchanged(news)) entries.stays(this.#entryOf(id), state);
    return { ...result, settles: settles && isDeclared, isGone };
  }

  /** Whether an update with unchanged inputs changes the linked outputs. */
  changesOutputs(state: Properties, news: Properties): boolean {
    return this.#lifeCycle.diff(state, news).changesOutputs === true;
  }

  /**
   * Removes the failures that the inputs in the state also have. A live value is not a failure while it stays unchanged: an import or an earlier
   * version may have accepted it.
   */
  #withoutKnownFailures(result: CheckResult, known: Properties, news: Properties): CheckResult {
    if (result.failures.length === 0 || Object.keys(known).length === 0) return result;
    const before = this.#lifeCycle.check(this.#provider.acceptedRegions, {}, known).failures;
    const isKnown = ({ property, reason }: CheckFailure): boolean =>
      isDeepStrictEqual(known[propertyOf(property)] ?? null, news[propertyOf(property)] ?? null) &&
      before.some((failure) => failure.property === property && failure.reason === reason);
    return { ...result, failures: result.failures.filter((failure) => !isKnown(failure)) };
  }

  #tellOnce(text: string): void {
    if (this.#notices.has(text)) return;
    this.#notices.add(text);
    this.#provider.tell(text);
  }

  /** @param timeoutMs see {@link LifeCycleContext.timeoutMs} @param urn of the resource, if the engine passes it */
  async create(inputs: Properties, existingId?: string, timeoutMs?: number, urn?: string): Promise<CreateResult> {
    const created = await storable(this.#lifeCycle.create({ ...this.#context(urn), timeoutMs }, inputs, existingId));
    const { guardedZones } = this.#provider;
    this.#noteState(created.id, created.state);
    // A zone that the program declares again is no longer guarded.
    if (this.kind.parent === undefined) guardedZones.delete(wholeKey(this.name, created.id));
    const replaced = this.#memory.replacedBy(inputs);
    const isGuarded = replaced !== undefined && guardedZones.has(wholeKey(this.name, replaced));
    return isGuarded ? { ...created, state: { ...created.state, [replacesKey]: replaced } } : created;
  }

  #noteReplaced({ [replacesKey]: replaced }: Properties): void {
    if (typeof replaced !== "string") return;
    this.#memory.entries.former.add(replaced);
    if (this.kind.parent === undefined) this.#provider.guardedZones.add(wholeKey(this.name, replaced));
  }

  async read(id: string, prior: Properties, lastInputs?: Properties): Promise<ReadResult | undefined> {
    // If the program now reads an object with get that it declared before, the former resource must not delete it, even during this read.
    if (isFirstRead(this.name, prior)) this.#memory.entries.noteReader(this.#entryOf(id));
    const found = await storable(this.#lifeCycle.read(this.#provider, id, prior, lastInputs));
    for (const notice of found?.notices ?? []) this.#tellOnce(warning(notice));
    return found && { ...found, state: { ...found.state, ...picked(prior, [replacesKey]) } };
  }

  import(id: string): Promise<ImportResult> {
    return storable(this.#lifeCycle.import(this.#context(), id));
  }

  /** @param timeoutMs and urn as for {@link create} */
  async update(
    id: string,
    state: Properties,
    inputs: Properties,
    timeoutMs?: number,
    urn?: string,
  ): Promise<Properties> {
    this.#memory.entries.stays(this.#entryOf(id), state);
    const updated = this.#lifeCycle.update({ ...this.#context(urn), timeoutMs }, id, state, inputs);
    const kept = picked(state, [replacesKey]);
    const result = (await storable(updated.then((properties) => ({ state: { ...properties, ...kept } })))).state;
    this.#noteState(id, result);
    return result;
  }

  /** Notes the last state of an object for the checks of its parts, which may follow in this run. */
  #noteState(id: string, state: Properties): void {
    if (this.kind.partsCheckState === true) this.#provider.lastStates.set(wholeKey(this.name, id), state);
  }

  /** Deletes the object of an entry, unless another entry has it. For a storage folder, deletes the files that no other entry has. */
  async delete(id: string, state: Properties): Promise<void> {
    const { entries } = this.#memory;
    const entry = this.#entryOf(id);
    await entries.inTurn(entry, async () => {
      const isShared = entries.release(entry, state);
      if (!isShared || this.#lifeCycle.deletesShare === true) {
        await this.#lifeCycle.delete(this.#context(), id, state);
        if (!isShared) entries.deleted.add(entry);
        return;
      }
      this.#provider.tell(
        `Kept ${this.kind.noun} ${id}: another resource of this stack manages it. Only this entry was removed from the state`,
      );
    });
  }

  /** Adds the location of the object to its state: the service and the name of the explicit provider. */
  located(state: Properties): Properties {
    const { providerName, service } = this.#provider;
    const provider = providerName === undefined ? {} : { [providerNameRecord]: providerName };
    return { ...state, [serviceKey]: service.name, ...provider };
  }

  /**
   * Whether the object must be created again: the resource was moved to another account, or another entry of the object was replaced before the
   * engine asked about this one. If the explicit provider changes, the engine keeps the id, although the new account may have another object or
   * none with that id.
   */
  async #isGone(id: string, state: Properties): Promise<boolean> {
    if (this.#memory.entries.deleted.has(this.#entryOf(id))) return true;
    if (state[providerNameRecord] === this.#provider.providerName) return false;
    return !(await this.#lifeCycle.isSameObject(this.#provider, id, state));
  }

  /** Returns the id under which all entries of an object are recorded. */
  #entryOf(id: string): string {
    return this.kind.idIsName === true ? idKey(id) : id;
  }

  get #lifeCycle(): LifeCycle {
    return lifeCycleOf(this.name);
  }

  #context(urn?: string): LifeCycleContext {
    const { client, reader, tell, turns, guardedZones, purges, importCommandOf } = this.#provider;
    return {
      client,
      reader,
      tell,
      status: (text) => this.#provider.status(text, urn),
      turns,
      guardedZones,
      purges,
      dns: () => this.#provider.dns(),
      importCommand: (id) => importCommandOf(this.name, id),
      memory: this.#memory,
    };
  }
}
