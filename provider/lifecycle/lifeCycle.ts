import type { CdnClient } from "../api/client";
import type { Dns } from "../api/delegation";
import type { Reads } from "../api/reads";
import type { AcceptedRegions } from "../declared/checkInputs";
import type { CheckFailure } from "../declared/failures";
import type { Properties } from "../declared/properties";
import type { RunMemory } from "../run/memory";
import type { Purges } from "../run/purges";
import type { Turns } from "../run/turns";

/** Context of a life cycle. The client is created on first use: check needs none, diff only if the provider changed. */
export interface LifeCycleContext {
  readonly client: CdnClient;
  /** Reader for refreshes and lookups of names. It batches reads if there are many. */
  readonly reader: Reads;
  readonly memory: RunMemory;
  /** Turns of writes to one pull zone and its parts, by the zone's id, for all kinds of resources. */
  readonly turns: Turns;
  /** Zones that this run replaces and that must not be deleted with parts of others; see `wholeKey` in `kinds`. */
  readonly guardedZones: Set<string>;
  /** The purges of this run, for all kinds of resources. */
  readonly purges: Purges;
  /** Client for DNS queries; undefined if the settings disable them. */
  readonly dns: () => Dns | undefined;
  /** Prints a line in the output of the engine's run: information or, marked by `warning`, a warning. */
  readonly tell: (text: string) => void;
  /** Shows the current progress. On a terminal, each text replaces the previous one. */
  readonly status?: (text: string) => void;
  /** Returns the command that imports an object, for messages. */
  readonly importCommand: (id: string) => string;
  /** Time that this creation or update may wait for external events, in milliseconds; undefined if the program does not set it. */
  readonly timeoutMs?: number | undefined;
}

export type CheckContext = AcceptedRegions &
  Partial<Pick<LifeCycleContext, "memory">> & {
    /** Last states of wholes whose parts depend on them, by `wholeKey`; see {@link KindSpec.partsCheckState}. */
    readonly lastStates?: ReadonlyMap<string, Properties>;
  };

export interface CheckResult {
  /** Normalised inputs. */
  readonly inputs: Properties;
  readonly failures: readonly CheckFailure[];
  /** Warnings about inputs that are valid but questionable. */
  readonly notices?: readonly string[];
}

export interface DiffResult {
  /** Changed properties that can't be updated in place. */
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** Whether these inputs require an update although they are unchanged. */
  readonly settles?: boolean;
  /** Whether that update changes the linked outputs of the kind; see {@link KindSpec.linkedOutputs}. */
  readonly changesOutputs?: boolean;
  /** Notice in the preview about the replacement or the required update, without its subject. It can be a `warning`. */
  readonly notice?: string;
}

export interface CreateResult {
  readonly id: string;
  readonly state: Properties;
}

/** Result of reading a live object. */
export interface ReadResult {
  readonly state: Properties;
  /** Live values of the declared inputs. Absent for an object that this stack does not manage, and if the last inputs stay. */
  readonly inputs?: Properties;
  /** Set if the last inputs stay: the object is as declared, and its inputs can't be computed from the state alone. */
  readonly keepsInputs?: true;
  /** Names of inputs that may contain a secret although their fields are not secret; see {@link ImportResult.secrets}. */
  readonly secrets?: readonly string[];
  /** Paths of declared values that were changed outside and whose new values can't be read. */
  readonly hiddenChanges?: readonly string[];
  /** Notes for a report about the object, apart from differences. */
  readonly notices?: readonly string[];
  /** Object as the service returned it. The state, in contrast, keeps the previous volatile values. */
  readonly live?: object;
  /** Paths of other files in the folders of a storage folder or, if requested, of other variables and secrets of an edge script. */
  readonly foreign?: readonly string[];
  /** Reasons why the object has no effect, if they were requested. */
  readonly faults?: readonly Fault[];
}

/** Reason why an object has no effect, or not the expected one, although it is as declared. */
export interface Fault {
  /** The property that shows it. */
  readonly property: string;
  readonly expected: string;
  readonly actual: string;
  /** What to do. */
  readonly todo: string;
}

/** Object of a whole in a list: a zone or edge script. */
export interface ListedWhole {
  readonly id: number;
  readonly name: string | undefined;
}

/** Object of a state, for a report. */
export interface NamedObject {
  readonly id: string;
  /** Name of the resource. */
  readonly resource: string;
  /** State as it was read. */
  readonly state: Properties;
}

/** Result of importing an existing object. */
export interface ImportResult extends CreateResult {
  /** Inputs that declare the object without a change. */
  readonly inputs: Properties;
  /** Names of inputs that may contain a secret although their fields are not secret. The command `import` reads these from the configuration. */
  readonly secrets?: readonly string[];
}

/** Existing object that the command `import` can import. */
export interface Importable extends ImportResult {
  /** Suggested name of the resource in the program. */
  readonly name: string;
}

/** Context of an import. Its reader batches reads, as in a refresh. */
export type ImportContext = Pick<LifeCycleContext, "client" | "reader" | "memory" | "importCommand">;

/**
 * Life cycle of one kind of resource, independent of the engine that it serves. Its methods throw `CdnError`s.
 */
export interface LifeCycle {
  /**
   * Validates and normalises inputs, without I/O. `olds` are the old inputs, empty for a new object.
   *
   * @param context the memory, if the result may depend on other declarations of the program
   */
  check(context: CheckContext, olds: Properties, news: Properties): CheckResult;
  /**
   * Returns inputs that are derived from checked inputs and the files of this machine.
   *
   * @param context `isUpdate` if it is certainly no preview: an engine does not say that, so without it the result may be unknown; `olds` as
   * for {@link check}
   */
  computed?(
    context: Pick<LifeCycleContext, "memory" | "tell"> & { readonly isUpdate?: boolean; readonly olds?: Properties },
    inputs: Properties,
  ): Promise<CheckResult>;
  /** Returns the changes that can't be updated in place. A comparison of the normalised inputs shows whether anything changed. */
  diff(state: Properties, news: Properties): DiffResult;
  /**
   * Checks whether a replacement would be refused, because the engine may first delete the old object and its dependents.
   *
   * @throws {ConflictError}
   */
  checkReplacement?(context: LifeCycleContext, id: string, state: Properties, news: Properties): Promise<void>;
  /** Reports the parts of an update that the live object makes impossible. Called in a preview and before the update. */
  lookAhead?(context: LifeCycleContext, id: string, state: Properties, news: Properties): Promise<void>;
  /**
   * Returns the reason why an update from the live inputs to the declared inputs would be refused, if it would be.
   *
   * @returns the property, the reason, and what to say of it if the property is secret
   */
  refusal?(
    live: Properties,
    inputs: Properties,
  ): { readonly property: string; readonly reason: string; readonly withoutValue: string } | undefined;
  /**
   * Whether the object that the service has under this id is the one in the state. Called if a resource may have been moved to
   * another account's provider.
   */
  isSameObject(context: { readonly reader: Reads }, id: string, state: Properties): Promise<boolean>;
  /** Creates or adopts an object. @param existingId id of the object to adopt instead of creating one */
  create(context: LifeCycleContext, inputs: Properties, existingId?: string): Promise<CreateResult>;
  /**
   * Reads an object for a refresh or for `get`.
   *
   * @param prior the last known state; for a first read, the arguments of `get`
   * @param lastInputs the last inputs, if the engine passes them; otherwise the state itself records what was declared
   * @returns undefined if the object no longer exists
   */
  read(
    context: { readonly reader: Reads; readonly wantsForeign?: boolean; readonly wantsFaults?: boolean },
    id: string,
    prior: Properties,
    lastInputs?: Properties,
  ): Promise<ReadResult | undefined>;
  /** Reads an existing object that the engine imports. */
  import(context: ImportContext, id: string): Promise<ImportResult>;
  /**
   * Returns what the command `import` can import of a live object: the object itself or, for a kind of parts, all its parts. The inputs contain no
   * secrets.
   *
   * @param owner a user who owns zones of the account
   * @param allSettings whether the inputs include every setting that an update can send, except volatile values and ids that link nothing
   */
  importable(live: object, owner?: string, allSettings?: boolean): readonly Importable[];
  /** Adds the details that the service returns separately to a live object, for {@link importable}. It only reads. */
  withDetails(reader: Reads, live: object): Promise<object>;
  /** Returns notes on objects without effect, because another whole of the account takes precedence. @param wholes those of the account */
  readonly shadowed?: (objects: readonly NamedObject[], wholes: readonly ListedWhole[]) => string[];
  /** Updates an object. @returns the new state */
  update(context: LifeCycleContext, id: string, state: Properties, inputs: Properties): Promise<Properties>;
  delete(context: LifeCycleContext, id: string, state: Properties): Promise<void>;
  /**
   * Whether `delete` itself keeps what other entries have, so that it is called even if another entry has the object. That applies to a storage
   * folder: each entry has its own files.
   */
  readonly deletesShare?: boolean;
}
