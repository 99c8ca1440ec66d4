import assert from "node:assert/strict";
import { startEmulator } from "../../../emulator";
import { assertEqualsLive, assertOnceEach, type Properties } from "./live";
import { LifeCycles } from "./lifeCycles";
import { faultRules, strikes } from "./rules";

/** What one seed of the load test has cost. */
export interface SeedFigures {
  readonly seed: number;
  readonly requests: number;
  /** How often each fault struck, by the fault as JSON. */
  readonly faults: Readonly<Record<string, number>>;
  /** Requests that met a fault. */
  readonly struck: number;
  readonly adopted: number;
  readonly incomplete: number;
  readonly repeated: number;
}

const regions = ["DE", "NY", "LA", "SG"];
/** A request that hangs costs as much as this. */
const settings = { "cdn:timeoutSeconds": "0.75", "cdn:maxRetries": "12" };

export function declaredZones(count: number, changed: boolean): Properties[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `load-${String(index)}`,
    region: regions[index % 4],
    ...(index % 3 === 0 ? { replicationRegions: changed ? ["SYD"] : [] } : {}),
    ...(index % 5 === 0 ? { zoneTier: 1 } : {}),
    // Half of them need a second request to be as declared.
    rewrite404To200: changed ? index % 2 === 1 : index % 2 === 0,
    ...(changed ? { custom404FilePath: `/404-${String(index)}.html` } : {}),
  }));
}

/** One seed: zones created, changed, read and deleted under faults, each held to what the service itself has. */
export async function runSeed(seed: number, zones: number, share: number, parallel: number): Promise<SeedFigures> {
  const rules = faultRules(share);
  const emulator = await startEmulator({ randomSeed: seed, faults: rules });
  try {
    const lifeCycles = new LifeCycles(emulator, settings);
    const names = declaredZones(zones, false).map(({ name }) => String(name));
    const assertEqual = (): void => {
      assertOnceEach(emulator, names);
      assert.equal(lifeCycles.state.size, zones);
      for (const [zone, { id, outputs }] of lifeCycles.state) {
        assert.equal(emulator.storageZones.named(zone)?.Id, Number(id), `the id of ${zone}`);
        assertEqualsLive(emulator, id, outputs);
      }
    };
    await lifeCycles.up(declaredZones(zones, false), parallel);
    assertEqual();
    await lifeCycles.up(declaredZones(zones, true), parallel);
    assertEqual();
    assertDeclared(lifeCycles, declaredZones(zones, true));
    await lifeCycles.refresh(parallel);
    assertEqual();
    await lifeCycles.destroy(parallel);
    assert.equal(lifeCycles.state.size, 0);
    assert.deepEqual(emulator.storageZones.list(), []);
    const struck = emulator.journal.filter(({ faults }) => faults.length > 0);
    const requests = emulator.journal.length;
    const faults = strikes(rules, emulator.journal);
    return { seed, requests, faults, struck: struck.length, ...lifeCycles.tally };
  } finally {
    await emulator.close();
  }
}

function assertDeclared({ state }: LifeCycles, declared: readonly Properties[]): void {
  for (const { name, ...inputs } of declared) {
    const outputs = state.get(String(name))?.outputs ?? {};
    for (const [key, value] of Object.entries(inputs)) assert.deepEqual(outputs[key], value, `${String(name)}.${key}`);
  }
}
