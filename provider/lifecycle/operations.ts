import type { Reads } from "../api/reads";
import type { WholeKind } from "../kinds";
import { wholeOf } from "../kinds";
import type { InputField } from "../wire/fields";
import type { Identity } from "./create";
import type { Locate } from "./locate";
import type { Properties } from "../declared/properties";
import type { CheckResult, DiffResult, LifeCycle, LifeCycleContext, ReadResult } from "./lifeCycle";
import type { Comparison, Writes } from "../declared/updates";

/** What distinguishes the objects of one kind. `Live` is one as the service has it; of a part, with its whole. */
export interface Operations<Live extends object = object> {
  readonly locate: Locate<Live>;
  readonly identity: Identity<Live>;
  check(olds: Properties, news: Properties, context: Parameters<LifeCycle["check"]>[0]): CheckResult;
  /** What cannot be changed in place. @default the immutable settings; what keeps its name is deleted first */
  diff?(state: Properties, news: Properties): DiffResult;
  /** See {@link LifeCycle.checkReplacement}. @param deletesFirst whether the old object is deleted before the new one is created */
  checkReplacement?(context: LifeCycleContext, id: string, state: Properties, deletesFirst: boolean): Promise<void>;
  /** See {@link LifeCycle.refusal}. */
  readonly refusal?: NonNullable<LifeCycle["refusal"]>;
  /** What an update compares and sends. @default the settings of the kind */
  readonly settings?: readonly InputField[];
  comparison?(live: Live): Comparison;
  /** The settings in which an object is not as declared. @default all, for `apply` to compare */
  differences?(live: Live, inputs: Properties): readonly InputField[];
  /** Settings that an update sends though the state has them as declared. */
  resent?(state: Properties, inputs: Properties): readonly string[];
  /**
   * Makes an object as declared. Sends nothing if nothing differs.
   *
   * @returns the object as it is afterwards
   */
  apply(context: LifeCycleContext, live: Live, inputs: Properties, change: Change): Promise<Live>;
  /** Outputs that differ from what is declared, and that an update of these settings has not sent. */
  left?(live: Live, inputs: Properties, changed: readonly InputField[]): readonly string[];
  /** Refuses what the service does not allow. */
  refuse?(live: Live, step: "imported" | "updated" | "deleted"): void;
  /** Refuses what can't be declared for an object. */
  refuseInputs?(live: Live, inputs: Properties): void;
  /** Refuses to delete what is in use. */
  refuseDeletion?(context: LifeCycleContext, live: Live, state: Properties): Promise<void> | void;
  /** Why an object stays when its entry is deleted, in words; undefined if it does not. */
  kept?(live: Live): string | undefined;
  /** What a deletion is called. @default "delete" */
  readonly deletion?: "delete" | "remove";
  delete(context: LifeCycleContext, live: Live): Promise<void>;
  /** What takes turns with the writes to the object with an id. @default its whole */
  turnOf?(this: void, id: string): string;
  /**
   * Adds to an object what the service does not show with it.
   *
   * @param known the state, or the inputs of an import
   * @param isManaged whether it is not only read
   * @param lastInputs if the engine passes them
   */
  withMore?(reader: Reads, live: Live, known: Properties, isManaged: boolean, lastInputs?: Properties): Promise<Live>;
  /** The state of an object that is only read. */
  externalState(live: Live, prior: Properties): Properties;
  managedState(live: Live, inputs: Properties, prior: Properties): Properties;
  /** The state of an object to which everything declared was applied. @default the managed state */
  settledState?(live: Live, inputs: Properties, reached: Properties): Properties;
  /** Whether an object is as its state has it, so that the last inputs stay. @default the live inputs are made from the state */
  keepsInputs?(live: Live, state: Properties): boolean;
  /** See {@link ReadResult.hiddenChanges} and {@link ReadResult.notices}. */
  remarks?(live: Live, state: Properties): Pick<ReadResult, "hiddenChanges" | "notices">;
  /** The live values of the declared inputs, and of others that count as declared. */
  liveInputs(live: Live, state: Properties, declared: readonly string[]): Properties;
  /** The inputs to declare an existing object with. */
  importInputs(live: Live): Properties;
  /** The names of inputs that may hold a secret though their fields are not secret. */
  secretsIn?(live: Live): readonly string[];
  /** What the command `import` takes over of a whole, with what each can be called in the program. */
  importable(whole: object): readonly { readonly live: Live; readonly name: string }[];
  /** What an adoption takes over besides settings, such as "files: 3". */
  contents?(live: Live): string;
}

/** What is to be applied to an object. */
export interface Change {
  /** The settings to make as declared; the others stay as they are. */
  readonly changed: readonly InputField[];
  /** Sends a request that writes. */
  readonly send: Writes["send"];
  /** The state that the writes have reached. */
  readonly reached: Properties;
  /** What is changed. An adopted object is as somebody else has left it. */
  readonly of: "new" | "adopted" | "managed";
}

export type ApplyContext = Pick<LifeCycleContext, "client" | "tell">;

/** The settings that an update can change. */
export function changeable<Live extends object>({ settings, locate }: Operations<Live>): readonly InputField[] {
  return (settings ?? locate.kind.settings).filter(({ immutable }) => immutable !== true);
}

/** The state of an object to which everything declared was applied. @param reached the state that the writes have reached */
export function settled<Live extends object>(
  of: Operations<Live>,
  live: Live,
  inputs: Properties,
  prior: Properties,
  reached: Properties,
): Properties {
  return of.settledState?.(live, inputs, reached) ?? of.managedState(live, inputs, prior);
}

/** Runs what writes to an object in turn with other writes to its whole. */
export function inTurn<Live extends object, Result>(
  { locate, turnOf }: Operations<Live>,
  { turns }: LifeCycleContext,
  id: string,
  act: () => Promise<Result>,
): Promise<Result> {
  return turns.inTurn(turnOf?.(id) ?? turnOfWhole(locate.whole, locate.wholeId(id)), act);
}

/** What takes turns with the writes to a whole and its parts. */
export function turnOfWhole(whole: WholeKind, id: string | number): string {
  return wholeOf(whole, String(id));
}
