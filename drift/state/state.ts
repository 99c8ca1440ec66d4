import type { Properties } from "../../provider/lifecycle/lifeCycle";
import type { ZoneKind } from "./kinds";

/** A stack's state, as far as drift is concerned. */
export interface StackState {
  /** `project/stack`, or what the state was read from where it names neither. */
  readonly name: string;
  /** Where it was read from, for messages: a file's path, "standard input". */
  readonly origin: string;
  readonly zones: readonly ZoneResource[];
  /** Zones that wait to be deleted or replaced: no part of what the stack should be, so they are not judged. */
  readonly leaving: readonly ZoneResource[];
  /** The providers of the zones, and any other that has settings of ours, by `URN::id`. */
  readonly providers: ReadonlyMap<string, ProviderResource>;
  /** What the state says besides, worth a reader's notice, such as an operation that was interrupted. */
  readonly notes: readonly string[];
}

/** A zone of a state. Secrets in its properties are opened, see secrets.ts. */
export interface ZoneResource {
  readonly urn: string;
  /** The name in the program. */
  readonly name: string;
  readonly kind: ZoneKind;
  readonly id: string;
  /** Read, not managed. */
  readonly external: boolean;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** `URN::id` of its provider. */
  readonly provider: string;
  readonly ignoreChanges: readonly string[];
}

/** A provider of a state. */
export interface ProviderResource {
  /** After which its environment variables are called; undefined for the default provider. */
  readonly name: string | undefined;
  /** Its settings by configuration key, secrets opened. */
  readonly inputs: Properties;
}
