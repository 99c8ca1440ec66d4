import type { CdnClient } from "../api/client";
import type { Dns } from "../api/delegation";
import type { Reads } from "../api/reads";
import type { AcceptedRegions } from "../declared/checkInputs";
import type { CheckFailure } from "../declared/failures";
import type { Properties } from "../declared/properties";
import type { RunMemory } from "../run/memory";
import type { Turns } from "../run/turns";

/** What a life cycle works with. The client is created on first use: check needs none, diff only if the provider changed. */
export interface LifeCycleContext extends AcceptedRegions {
  readonly client: CdnClient;
  /** Reads the objects of a refresh, and tells whether names are in use: in batches if there are many. */
  readonly reader: Reads;
  readonly extraRegions: readonly string[];
  readonly memory: RunMemory;
  /** Writes to one pull zone and its parts take turns, by the zone's id, for all kinds of resources. */
  readonly turns: Turns;
  /** The zones that this run replaces and that are not deleted with parts of others; see `wholeOf` in `kinds`. */
  readonly guardedZones: Set<string>;
  /** What asks DNS; undefined if the settings don't let it be asked. */
  readonly dns: () => Dns | undefined;
  /** Shows a line in the output of the engine's run. */
  readonly tell: (text: string) => void;
  /** Shows what goes on at the moment: on a terminal until the next text. */
  readonly status?: (text: string) => void;
  /** The command that imports an object, for messages. */
  readonly importCommand: (id: string) => string;
  /** How long this creation or update may wait for something outside, in milliseconds; undefined if the program does not say. */
  readonly timeoutMs?: number | undefined;
}

export interface CheckResult {
  /** The normalised inputs. */
  readonly inputs: Properties;
  readonly failures: readonly CheckFailure[];
  /** What the engine's run says of inputs that are valid, but not as they should be. */
  readonly notices?: readonly string[];
}

export interface DiffResult {
  /** The changed properties that can't be updated in place. */
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** Whether an update is due if the program declares these inputs, though they are no change. */
  readonly settles?: boolean;
  /** What a preview says about the replacement, or about an update that is due. */
  readonly notice?: string;
}

export interface CreateResult {
  readonly id: string;
  readonly state: Properties;
}

/** The live object. */
export interface ReadResult {
  readonly state: Properties;
  /** The live values of the declared inputs; absent for an object that this stack does not manage, and where the last inputs stay. */
  readonly inputs?: Properties;
  /** The object is as declared, and the state alone does not tell its inputs: the last ones stay. */
  readonly keepsInputs?: true;
  /** The names of inputs that may hold a secret though their fields are not secret; see {@link ImportResult.secrets}. */
  readonly secrets?: readonly string[];
  /** Paths of declared values that were changed outside, of which nothing shows what they were changed to. */
  readonly hiddenChanges?: readonly string[];
  /** What a report says of the object that is no difference. */
  readonly notices?: readonly string[];
  /** The object as the service returned it: the state keeps volatile values as they were. */
  readonly live?: object;
  /** Of a storage folder: the files that lie beside its own, and are none of them. */
  readonly foreign?: readonly string[];
}

/** An existing object that becomes managed. */
export interface ImportResult extends CreateResult {
  /** The inputs to declare it with, which change nothing. */
  readonly inputs: Properties;
  /** The names of inputs that may hold a secret though their fields are not secret: the command `import` leaves them to configuration. */
  readonly secrets?: readonly string[];
}

/** An existing object that the command `import` takes over. */
export interface Importable extends ImportResult {
  /** What the resource can be called in the program. */
  readonly name: string;
}

/** What an import works with. It reads as a refresh does: a list for many. */
export type ImportContext = Pick<LifeCycleContext, "client" | "reader" | "memory" | "importCommand">;

/**
 * The life cycle of one kind of resource, independent of what serves it. It throws `CdnError`s.
 */
export interface LifeCycle {
  /**
   * Validates and normalises, without I/O. `olds` are the old inputs, empty for an object to be created.
   *
   * @param context the memory, where the result may depend on what else the program declares
   */
  check(
    context: Pick<LifeCycleContext, keyof AcceptedRegions> & Partial<Pick<LifeCycleContext, "memory">>,
    olds: Properties,
    news: Properties,
  ): CheckResult;
  /**
   * What follows from checked inputs and the files of this machine.
   *
   * @param context `isUpdate` if it is certainly no preview: an engine does not say that, so without it the result may be unknown; `olds` as
   * for {@link check}
   */
  computed?(
    context: Pick<LifeCycleContext, "memory" | "tell"> & { readonly isUpdate?: boolean; readonly olds?: Properties },
    inputs: Properties,
  ): Promise<CheckResult>;
  /** Tells what can't be updated in place. Whether anything changed follows from comparing the normalised inputs. */
  diff(state: Properties, news: Properties): DiffResult;
  /**
   * Looks whether a replacement would be refused: the engine may delete the old object, and what depends on it, first.
   *
   * @throws {ConflictError}
   */
  checkReplacement?(context: LifeCycleContext, id: string, state: Properties, news: Properties): Promise<void>;
  /** Reports what an update to the declared inputs can't do, because of what is live. Called in a preview and before the update. */
  lookAhead?(context: LifeCycleContext, id: string, state: Properties, news: Properties): Promise<void>;
  /**
   * Why an update from the live inputs to the declared ones would be refused, if it would.
   *
   * @returns the property, the reason, and what to say of it if the property is secret
   */
  refusal?(
    live: Properties,
    declared: Properties,
  ): { readonly property: string; readonly reason: string; readonly withoutValue: string } | undefined;
  /**
   * Whether the object that the service has under this id is the one in the state. Called if a resource may have been moved to
   * another account's provider.
   */
  isSameObject(context: { readonly reader: Reads }, id: string, state: Properties): Promise<boolean>;
  /** @param existingId adopt the object with this id instead of creating one */
  create(context: LifeCycleContext, inputs: Properties, existingId?: string): Promise<CreateResult>;
  /**
   * @param prior the last known state; for a first read, the arguments of `get`
   * @param inputs the last inputs, if the engine passes them; otherwise the state itself records what was declared
   * @returns undefined if the object no longer exists
   */
  read(
    context: { readonly reader: Reads },
    id: string,
    prior: Properties,
    inputs?: Properties,
  ): Promise<ReadResult | undefined>;
  /** Reads an existing object that is to be managed. */
  import(context: ImportContext, id: string): Promise<ImportResult>;
  /**
   * What the command `import` takes over of a live object: the object itself, or, for a kind that is a part of it, all its parts. Secrets
   * are left out of the inputs.
   *
   * @param owner a user who owns zones of the account
   */
  importable(live: object, owner?: string): readonly Importable[];
  /** @returns the new state */
  update(context: LifeCycleContext, id: string, state: Properties, inputs: Properties): Promise<Properties>;
  delete(context: LifeCycleContext, id: string, state: Properties): Promise<void>;
  /**
   * Whether `delete` itself spares what other entries have, so that it is called even if another entry has the object: a storage folder
   * is a set of files, not a place.
   */
  readonly deletesShare?: boolean;
}
