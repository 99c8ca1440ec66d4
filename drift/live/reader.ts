import type { ZoneReader } from "../../provider/lifecycle/lifeCycle";
import type { LinkedStorageZone } from "../../provider/types/storageZone";

/** What a check reads one account through. How many requests that takes is its own affair. */
export interface LiveReader extends ZoneReader {
  /** Every storage zone of the account. */
  allStorageZones(): Promise<readonly LinkedStorageZone[]>;
  /** A storage zone as it was last answered, if it was. */
  lastSeen(id: string): LinkedStorageZone | undefined;
  /** What reading has cost so far. */
  readonly counters: Readonly<{ requests: number; retries: number }>;
}

/** What will be asked for, so that much can be read at once. */
export interface Wanted {
  /** Ids of storage zones. */
  readonly storageZones: ReadonlySet<string>;
  /** The whole account as well. */
  readonly all: boolean;
}
