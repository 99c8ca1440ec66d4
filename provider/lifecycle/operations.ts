import type { Reads } from "../api/reads";
import { wholeKey } from "../kinds";
import type { InputField } from "../wire/fields";
import type { Locate } from "./locate";
import type { Properties } from "../declared/properties";
import type { CheckResult, DiffResult, ImportContext, LifeCycle, LifeCycleContext } from "./lifeCycle";
import type { Comparison } from "../declared/compare";
import type { Writes } from "../declared/updates";

/**
 * Operations that distinguish one kind from others. `Live` is an object as the service returned it; for a part, together with its whole. What only one
 * or two kinds need is a flag of the kind, a wrapper of its life cycle as in `wrappers.ts`, or a function in its own file.
 */
export interface Operations<Live extends object = object> {
  readonly locate: Locate<Live>;
  readonly identity: Identity<Live>;
  check(olds: Properties, news: Properties, context: Parameters<LifeCycle["check"]>[0]): CheckResult;
  /** Returns the changes that can't be made in place. @default the immutable settings; an object that keeps its name is deleted first */
  diff?(state: Properties, news: Properties): DiffResult;
  /** Settings that an update compares and sends. @default the settings of the kind */
  readonly settings?: readonly InputField[];
  comparison?(live: Live): Comparison;
  /** Returns the settings in which an object differs from the declaration. @default all settings, which `apply` then compares */
  differences?(live: Live, inputs: Properties): readonly InputField[];
  /** Returns settings that an update sends although the state has the declared values. */
  resent?(state: Properties, inputs: Properties): readonly string[];
  /**
   * Applies the declaration to an object. Sends nothing if nothing differs.
   *
   * @returns the object as it is afterwards
   */
  apply(context: LifeCycleContext, live: Live, inputs: Properties, change: Change): Promise<Live>;
  /**
   * Returns outputs, or paths in them, that differ from the declaration and that an update of these settings did not send.
   *
   * @param state the state before the update
   */
  left?(live: Live, inputs: Properties, changed: readonly InputField[], state: Properties): readonly string[];
  /** Refuses changes that the service does not allow. */
  refuse?(live: Live, step: "imported" | "updated" | "deleted"): void;
  /** Refuses declarations that are impossible for an object. */
  refuseInputs?(live: Live, inputs: Properties): void;
  /** Refuses to delete an object in use. */
  refuseDeletion?(context: LifeCycleContext, live: Live, state: Properties): Promise<void> | void;
  /**
   * Returns the text that explains why an object is kept when its entry is deleted; undefined if it is deleted. A kind whose objects can't be deleted
   * may first change one, such as switch it off.
   *
   * @param state the object's state
   */
  kept?(live: Live, state: Properties, context: LifeCycleContext): string | undefined | Promise<string | undefined>;
  /** Deletes an object. Absent if the service can't, so that {@link Operations.kept} always explains that. */
  delete?(context: LifeCycleContext, live: Live): Promise<void>;
  /** Returns the key by which writes to an object take turns. @default the key of its whole */
  turnOf?(this: void, id: string): string;
  /**
   * Adds the details of an object that the service returns separately.
   *
   * @param known the state, or the inputs of an import
   * @param isManaged whether it is not only read
   * @param lastInputs if the engine passes them
   */
  withDetails?(
    reader: Reads,
    live: Live,
    known: Properties,
    isManaged: boolean,
    lastInputs?: Properties,
  ): Promise<Live>;
  /** Returns the state of an object that is only read. */
  externalState(live: Live, prior: Properties): Properties;
  managedState(live: Live, inputs: Properties, prior: Properties): Properties;
  /** Returns the state of an object to which the complete declaration was applied. @default the managed state */
  settledState?(live: Live, inputs: Properties, reached: Properties): Properties;
  /** Returns the live values of the declared inputs, and of others that count as declared. */
  liveInputs(live: Live, state: Properties, declaredNames: readonly string[]): Properties;
  /** Returns inputs that declare an existing object. @param all whether to include every setting that an update can send */
  importInputs(live: Live, all?: boolean): Properties;
  /** Returns the names of inputs that may contain a secret although their fields are not secret. @param object a live object, or its state */
  secretsIn?(object: object): readonly string[];
  /** Returns the objects in a whole that the command `import` can import, each with a suggested name. */
  importable(whole: object): readonly { readonly live: Live; readonly name: string }[];
  /** Describes what an adopted object contains apart from settings, such as "files: 3". */
  contents?(live: Live): string;
}

/**
 * Way in which a creation identifies its new object: by a unique name (`byName`), only by its id (`nameless`), or by a name that is registered in
 * its whole.
 */
export interface Identity<Live extends object> {
  /** Returns the error if another resource of the program declares the same object. Absent if two resources may be equal. */
  taken?(this: void, of: Operations<Live>, inputs: Properties): Error;
  /** Runs a creation in turn with those that it may cross. */
  inTurn?<Made>(context: LifeCycleContext, inputs: Properties, make: () => Promise<Made>): Promise<Made>;
  /**
   * Requests an object once, even if responses are lost. An existing object is adopted or refused.
   *
   * @returns the id of an object to adopt instead, if there is one
   */
  make(of: Operations<Live>, context: LifeCycleContext, inputs: Properties): Promise<Made<Live> | string>;
  /** Returns a new object as soon as the service shows it. @throws {CdnError} if the service does not show it although it is needed */
  shown(of: Operations<Live>, context: LifeCycleContext, made: Live, inputs: Properties): Promise<Live>;
  /** Refuses an import by a text that is not an id, such as a name. The error contains the id. @throws {InvalidInputError} */
  refuseId?(of: Operations<Live>, context: ImportContext, id: string): Promise<void>;
  /** Refuses a replacement if another object has the new name. */
  refuseTaken?(
    of: Operations<Live>,
    context: LifeCycleContext,
    id: string,
    state: Properties,
    inputs: Properties,
  ): Promise<void>;
  /** Describes what else shows that an object is not the one that was requested. */
  contradictions?(live: Live, inputs: Properties): readonly string[];
  /** Returns the message of the error if a step after the creation fails. @default the cause */
  incomplete?(made: Live, cause: string): string;
}

/** What was known before a request that creates an object. What the service then returns must not contradict it. */
export interface BeforeCreation {
  /** Time of the request, by the service's clock. */
  readonly began: number;
  /** Owners of the account's objects, as far as they were known. */
  readonly owners: ReadonlySet<string>;
  /** Whether an object with that id existed, in a list, in the whole or in a state of this run. */
  existed(this: void, id: string): boolean;
}

/** Result of a creation. */
export interface Made<Live> {
  /** Absent if the object is not known by an id that the service returned. */
  readonly before?: BeforeCreation;
  /** New object, as the service returned it or as it presumably is. */
  readonly live: Live;
  /** Further properties of the state. */
  readonly prior?: Properties;
}

/** Changes to apply to an object. */
export interface Change {
  /** Settings to change to the declared values; other settings stay unchanged. */
  readonly changed: readonly InputField[];
  /** Sends a writing request. */
  readonly send: Writes["send"];
  /** State after the writes so far. */
  readonly reached: Properties;
  /** Which object is changed. An adopted one may have any live values. */
  readonly target: "new" | "adopted" | "imported" | "managed";
}

export type ApplyContext = Pick<LifeCycleContext, "client" | "tell" | "memory" | "purges">;

/** Returns the settings that an update can change. */
export function changeable<Live extends object>({ settings, locate }: Operations<Live>): readonly InputField[] {
  return (settings ?? locate.kind.settings).filter(({ immutable }) => immutable !== true);
}

/** Returns the settings in which a new or adopted object may differ from the declaration. */
export function pendingSettings<Live extends object>(
  of: Operations<Live>,
  live: Live,
  inputs: Properties,
): readonly InputField[] {
  return of.differences?.(live, inputs) ?? changeable(of);
}

/** Returns the state of an object to which the complete declaration was applied. @param reached state after the writes */
export function settled<Live extends object>(
  of: Operations<Live>,
  live: Live,
  inputs: Properties,
  prior: Properties,
  reached: Properties,
): Properties {
  return of.settledState?.(live, inputs, reached) ?? of.managedState(live, inputs, prior);
}

/** Runs writes to an object in turn with other writes to its whole. */
export function inTurn<Live extends object, Result>(
  { locate, turnOf }: Operations<Live>,
  { turns }: LifeCycleContext,
  id: string,
  act: () => Promise<Result>,
): Promise<Result> {
  return turns.inTurn(turnOf?.(id) ?? wholeKey(locate.wholeKind, locate.wholeId(id)), act);
}
