import { coreOf, lowerCase } from "./core";
import { parseFaultRules } from "./faults/rules";
import type { FaultRule } from "./faults/rules";
import type { JournalEntry } from "./journal";
import type { AccessLogs } from "./logs/store";
import type { EmulatorOptions } from "./options";
import type { Purge } from "./router";
import { serve } from "./server";
import type { KindName, State } from "./state/kinds";
import { kindNames } from "./state/kinds";

/** The objects of each kind, for checks and for changes that bypass the API. */
type Objects = {
  readonly [Name in KindName]: Pick<State[Name], "list" | "get" | "named" | "add" | "change" | "delete">;
};
export type StorageZoneAccess = Objects["storageZones"];
export type PullZoneAccess = Objects["pullZones"];
/** The access logs, in the same way. */
export type AccessLogAccess = Pick<AccessLogs, "list" | "add">;

/** A running emulator. */
export interface Emulator extends Objects {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** The access key that requests must currently have. */
  readonly accessKey: string;
  /** The value of the header `Emulator-Control` for the control path `/__emulator__/`. It is new for each start. */
  readonly controlToken: string;
  readonly accessLogs: AccessLogAccess;
  /** The requests so far, oldest first. Live: it grows with them. */
  readonly journal: readonly JournalEntry[];
  /** Empties the journal; its sequence starts again. */
  clearJournal(): void;
  /** The purges of caches so far, oldest first. Live: it grows with them. */
  readonly purges: readonly Purge[];
  /** Says whose DNS records point to the CDN: only such hostnames can have a free certificate. */
  setPointedHostnames(hostnames: readonly string[]): void;
  /** Replaces the fault rules, with an empty list to end all faults; their counts start again. */
  setFaults(rules: readonly FaultRule[]): void;
  /** Requires another access key from now on, as after a rotation. */
  setAccessKey(accessKey: string): void;
  /** Restores the initial state: seed, faults and access key of the options, empty journal and rate limits. */
  reset(): void;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the service, with its own port and state.
 *
 * @throws {TypeError} if the seed or the fault rules are malformed
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const core = coreOf(options, (started, request, response) => {
    // If a request ends early (the client hung up, the emulator closes), there is nobody to answer.
    serve(started, request, response).catch(() => response.destroy());
  });
  const { listener } = core;
  await listener.open(core.settings.port);
  return {
    url: listener.url,
    port: listener.port,
    get accessKey() {
      return core.accessKey;
    },
    controlToken: core.controlToken,
    ...(Object.fromEntries(kindNames.map((name) => [name, core[name]])) as object as Objects),
    accessLogs: core.accessLogs,
    journal: core.journal.entries,
    clearJournal: () => core.journal.clear(),
    purges: core.purges,
    setPointedHostnames: (hostnames) => {
      core.pointedHostnames = lowerCase(hostnames);
    },
    setFaults: (rules) => core.faults.set(parseFaultRules(rules)),
    setAccessKey: (accessKey) => {
      core.accessKey = accessKey;
    },
    reset: core.reset,
    close: async () => {
      core.closing.abort();
      await listener.close();
    },
  };
}
