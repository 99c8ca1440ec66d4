import assert from "node:assert/strict";
import type { Emulator, JournalEntry } from "../../../emulator";
import type { Declared, Properties } from "./declared";

/** What the service has of a site, by the id of each object in a state; without the hostname that every zone has. */
export function liveSite({ pullZones }: Emulator, name: string): Map<string, Properties> {
  const zone = pullZones.named(name) ?? assert.fail(`there is no pull zone ${name}`);
  const id = String(zone.Id);
  return new Map<string, Properties>([
    [id, { ...zone }],
    ...(zone.Hostnames ?? [])
      .filter(({ IsSystemHostname }) => !IsSystemHostname)
      .map((one): [string, Properties] => [`${id}/${one.Value}`, { ...one, Hostname: one.Value }]),
    ...(zone.EdgeRules ?? []).map((one): [string, Properties] => [`${id}/${one.Guid}`, { ...one }]),
  ]);
}

/** Asserts that each object of the sites exists once, by the id in its state, with the declared settings in both. */
export function assertSites(
  emulator: Emulator,
  state: ReadonlyMap<string, { readonly id: string; readonly outputs: Properties }>,
  sites: readonly Declared[],
): void {
  assert.equal(emulator.pullZones.list().length, sites.length);
  for (const { parts = [], ...zone } of sites) {
    const live = liveSite(emulator, zone.name);
    const ids = [zone, ...parts].map(({ name }) => state.get(name)?.id);
    assert.deepEqual([...live.keys()].sort(), ids.sort(), zone.name);
    for (const { name, inputs } of [zone, ...parts]) {
      const { id = "", outputs = {} } = state.get(name) ?? {};
      for (const [key, value] of Object.entries(inputs)) {
        const wire = key === "managedCertificate" ? "HasCertificate" : key.charAt(0).toUpperCase() + key.slice(1);
        const shown = live.get(id)?.[wire];
        if (typeof value !== "object" && !/^certificate/.test(key))
          assert.equal(shown, value, `${name}.${key} is live`);
        if (key !== "certificateKey") assert.deepEqual(outputs[key], value, `${name}.${key} is in the state`);
      }
    }
  }
}

/** Asserts that writes to one pull zone went one after the other. */
export function assertTurns(journal: readonly JournalEntry[]): void {
  const ends = new Map<string, number>();
  for (const { path, method, when, durationMs = Infinity } of journal) {
    const [, zone] = /^\/pullzone\/(\d+)/.exec(path) ?? [];
    if (zone === undefined || method === "GET") continue;
    // The time of arrival is in whole milliseconds.
    const [began, ended] = [Date.parse(when), ends.get(zone) ?? 0];
    assert.ok(began + 1 >= ended, `${method} ${path} began ${String(ended - began)} ms before the last write ended`);
    ends.set(zone, began + durationMs);
  }
  assert.ok(ends.size > 0, "no writes");
}
