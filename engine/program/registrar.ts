import type { PropertyMap } from "../property/value";
import type { ResourceState } from "../resource/state";
import type { Goal, ReadGoal } from "../steps/goal";

/** What the resource monitor needs from the operation that runs: the program's wishes go in, states come out. */
export interface Registrar {
  register(goal: Goal): Promise<Registered>;
  read(goal: ReadGoal): Promise<Registered>;
  registerOutputs(urn: string, outputs: PropertyMap): Promise<void>;
  /** The state of a resource that this run has settled. */
  resource(urn: string): ResourceState | undefined;
  /** The program is done registering. Resolves when nothing is left to do. */
  programDone(): Promise<void>;
}

export interface Registered {
  state: ResourceState;
  /** The outputs are not known although this is no preview, as the object was not created. */
  unknown?: boolean;
}
