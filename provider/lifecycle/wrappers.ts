import type { Reads } from "../api/reads";
import { isExisting } from "../declared/existing";
import type { Properties } from "../declared/properties";
import type { LifeCycle, LifeCycleContext, ReadResult } from "./lifeCycle";

// What only some kinds add to the life cycle that all have.

/** A read of an object that exists and that the stack manages. */
export interface ManagedRead<Live extends object> {
  readonly reader: Reads;
  readonly id: string;
  readonly found: ReadResult;
  readonly live: Live;
  /** The state before the read. */
  readonly prior: Properties;
  /** The last inputs, if the engine passes them. */
  readonly lastInputs: Properties | undefined;
  readonly wantsForeign: boolean;
  readonly wantsFaults: boolean;
}

/** Adds to what is read of each object that the stack manages. @param findings returns the complete result */
export function withFindings<Live extends object>(
  lifeCycle: LifeCycle,
  findings: (read: ManagedRead<Live>) => ReadResult | Promise<ReadResult>,
): LifeCycle {
  return {
    ...lifeCycle,
    read: async (context, id, prior, lastInputs) => {
      const found = await lifeCycle.read(context, id, prior, lastInputs);
      if (found?.live === undefined) return found;
      const { reader, wantsForeign = false, wantsFaults = false } = context;
      const read = { reader, id, found, live: found.live as Live, prior, lastInputs, wantsForeign, wantsFaults };
      return findings(read);
    },
  };
}

/**
 * Adds a check of replacements, which throws if one would be refused later.
 *
 * @param check `deletesFirst` is whether the old object is deleted before the new one is created
 */
export function withReplacementCheck(
  lifeCycle: LifeCycle,
  check: (context: LifeCycleContext, id: string, state: Properties, deletesFirst: boolean) => Promise<void>,
): LifeCycle {
  return {
    ...lifeCycle,
    checkReplacement: async (context, id, state, news) => {
      await lifeCycle.checkReplacement?.(context, id, state, news);
      const { replaces, deleteBeforeReplace } = lifeCycle.diff(state, news);
      // The replacement of an existing object deletes nothing.
      if (replaces.length > 0 && !isExisting(state)) await check(context, id, state, deleteBeforeReplace);
    },
  };
}
