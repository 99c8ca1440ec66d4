import type { Emulator, EmulatorOptions, PartialLogEntry } from "../../emulator";
import type { CdnClient } from "../../provider/api/client";
import type { Settings } from "../../provider/types/settings";
import { client } from "../api/support";
import { withEmulator } from "../emulator/call";

/** A client of an emulator, with the usual time limit. */
export function clientFor({ url, accessKey }: Pick<Emulator, "url" | "accessKey">, settings: Partial<Settings> = {}) {
  return client(url, { accessKey, timeoutSeconds: 30, maxRetries: 3, ...settings });
}

/** Runs a test against an emulator whose pull zone 7 has logging enabled. */
export function withLogs(
  options: EmulatorOptions,
  test: (emulator: Emulator, client: CdnClient) => Promise<void>,
): Promise<void> {
  const seed = { pullZones: [{ Id: 7, EnableLogging: true }], ...options.seed };
  return withEmulator({ ...options, seed }, (emulator) => test(emulator, clientFor(emulator)));
}

/** Entries one second apart, the last one a second ago; number 0 is the oldest. */
export function secondsApart(count: number, fields: (index: number) => PartialLogEntry = () => ({})) {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => ({
    pullZoneId: 7,
    timestamp: new Date(now - (count - index) * 1000).toISOString(),
    path: `/${String(index)}`,
    requestId: requestIdOf(index),
    ...fields(index),
  }));
}

export function requestIdOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** All values of an iteration. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}
