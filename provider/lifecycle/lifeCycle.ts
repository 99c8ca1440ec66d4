import type { BatchedReads, ReadOptions } from "../api/batchedReads";
import type { CallOptions, CdnClient } from "../api/client";
import { CdnError } from "../api/errors";
import type { LinkedStorageZone } from "../types/storageZone";

/** A bag of properties as an engine hands it over and as a state keeps it. */
export type Properties = Record<string, unknown>;

/** What a life cycle works with. The client is made on first use, so that what needs no service reaches none. */
export interface LifeCycleContext {
  readonly client: CdnClient;
  /** Tells, for many creations at once, whether a zone must be looked for. */
  readonly names: Pick<BatchedReads, "mayExist">;
  /** Region codes that the user allows besides the contract's. */
  readonly extraRegions: readonly string[];
  /** The names, in lower case, of the zones that this run has created or adopted, or is creating. */
  readonly createdNames: Set<string>;
  /** The ids of the zones that this run has adopted. */
  readonly adoptedIds: Set<string>;
}

/** What reading takes of the service. A client is one; so is whatever answers from reads that it made for many at once. */
export interface ZoneReader extends Pick<CdnClient, "getPullZone" | "owners" | "serviceTime"> {
  getStorageZone(id: number | string, options?: ReadOptions & CallOptions): Promise<LinkedStorageZone>;
}

/** A rule that one property breaks. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

export interface CheckResult {
  /** The inputs in their normal form. */
  readonly inputs: Properties;
  readonly failures: readonly CheckFailure[];
}

export interface DiffResult {
  /** The changed properties that only another object can have. */
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface CreateResult {
  readonly id: string;
  readonly state: Properties;
}

/** The live object; undefined instead of it where there is none. */
export interface ReadResult {
  readonly state: Properties;
  /** The declared inputs as they stand live; absent for an object that this stack does not manage. */
  readonly inputs?: Properties;
}

/** An object that a stack manages from now on. */
export interface ImportResult extends CreateResult {
  /** What it would be declared with, as it stands live. */
  readonly inputs: Properties;
}

/**
 * The life of one kind of resource, knowing nothing of what serves it. An error that it throws belongs to the family of
 * `CdnError`.
 */
export interface LifeCycle {
  /** Validates and normalises, without I/O. `olds` are the old inputs, empty for an object to be created. */
  check(context: Pick<LifeCycleContext, "extraRegions">, olds: Properties, news: Properties): CheckResult;
  /** Says what can't change in place. Whether anything changed follows from the normalised inputs. */
  diff(state: Properties, news: Properties): DiffResult;
  /**
   * Whether the object in the state is the one that the service shows under its id. Asked where a resource may have been
   * moved to the provider of another account.
   */
  isSameObject(context: { readonly client: ZoneReader }, id: string, state: Properties): Promise<boolean>;
  /** @param existingId adopt the object with this id instead of creating one */
  create(context: LifeCycleContext, inputs: Properties, existingId?: string): Promise<CreateResult>;
  /**
   * `prior` is the last known state, or what a first read was asked with. `inputs` are the last inputs, from an engine that
   * tells; otherwise the state's own record says what was declared.
   */
  read(
    context: { readonly client: ZoneReader },
    id: string,
    prior: Properties,
    inputs?: Properties,
  ): Promise<ReadResult | undefined>;
  /** Finds an object that exists, to be managed from now on. */
  import(context: Pick<LifeCycleContext, "client">, idOrName: string): Promise<ImportResult>;
  /** @returns the new state */
  update(context: LifeCycleContext, id: string, state: Properties, inputs: Properties): Promise<Properties>;
  delete(context: LifeCycleContext, id: string, state: Properties): Promise<void>;
}

/** The object exists, but what was to follow its creation failed. Its id and state must be kept all the same. */
export class IncompleteError extends CdnError {
  override readonly name = "IncompleteError";

  constructor(
    readonly id: string,
    readonly state: Properties,
    /** What failed. */
    readonly reason: string,
    /** The error that says so, where there is one. */
    override readonly cause?: unknown,
  ) {
    super(reason);
  }
}
