import assert from "node:assert/strict";
import { startEmulator, type Emulator, type JournalEntry } from "../../../emulator";
import type { FaultRule } from "../../../emulator/faults/fault";
import { parseFaultRules } from "../../../emulator/faults/rules";
import { storageZoneFields } from "../../fixtures/contract/storageZone";
import { pointedHostnames, site, storageZone, type Declared, type Properties } from "./declared";
import { LifeCycles, unwrapped } from "./lifeCycles";
import { assertSites, assertTurns } from "./sites";

/** Figures of one seed of the load test. */
export interface SeedFigures {
  readonly seed: number;
  readonly requests: number;
  /** How often each fault occurred, by the fault as JSON. */
  readonly faults: Readonly<Record<string, number>>;
  /** Requests that met a fault. */
  readonly struck: number;
  readonly adopted: number;
  readonly incomplete: number;
  readonly repeated: number;
}

const regions = ["DE", "NY", "LA", "SG"];
/** A short time limit, for requests that hang. */
const settings = { "cdn:timeoutSeconds": "0.75", "cdn:maxRetries": "12" };

function declaredZones(count: number, changed: boolean): Declared[] {
  return Array.from({ length: count }, (_, index) =>
    storageZone({
      name: `load-${String(index)}`,
      region: regions[index % 4],
      ...(index % 3 === 0 ? { replicationRegions: changed ? ["SYD"] : [] } : {}),
      ...(index % 8 === 0 ? { zoneTier: 1 } : {}),
      // Half of them need a second request.
      rewrite404To200: changed ? index % 2 === 1 : index % 2 === 0,
      ...(changed ? { custom404FilePath: `/404-${String(index)}.html` } : {}),
    }),
  );
}

/** One seed: zones and sites are created, changed, refreshed and deleted under faults, and each time compared with the emulator's. */
export async function runSeed(
  seed: number,
  { zones, sites }: { readonly zones: number; readonly sites: number },
  share: number,
  parallel: number,
): Promise<SeedFigures> {
  const rules = faultRules(share);
  const emulator = await startEmulator({ randomSeed: seed, faults: rules, pointedHostnames: pointedHostnames(sites) });
  try {
    const lifeCycles = new LifeCycles(emulator, settings);
    const names = declaredZones(zones, false).map(({ name }) => String(name));
    const declaredSites = (changed: boolean): Declared[] =>
      Array.from({ length: sites }, (_, index) => site(index, changed));
    const assertEqual = (changed: boolean): void => {
      assertOnceEach(emulator, names);
      assertSites(emulator, lifeCycles.state, declaredSites(changed));
      const zonesOnly = [...lifeCycles.state].filter(([, { kind }]) => kind === "StorageZone");
      assert.equal(zonesOnly.length, zones);
      for (const [zone, { id, outputs }] of zonesOnly) {
        assert.equal(emulator.storageZones.named(zone)?.Id, Number(id), `the id of ${zone}`);
        assertEqualsLive(emulator, id, outputs);
      }
    };
    await lifeCycles.up([...declaredSites(false), ...declaredZones(zones, false)], parallel);
    assertEqual(false);
    await lifeCycles.up([...declaredSites(true), ...declaredZones(zones, true)], parallel);
    assertEqual(true);
    assertDeclared(lifeCycles, declaredZones(zones, true));
    await lifeCycles.refresh(parallel);
    assertEqual(true);
    await lifeCycles.destroy(parallel);
    assert.equal(lifeCycles.state.size, 0);
    assert.deepEqual([...emulator.storageZones.list(), ...emulator.pullZones.list()], []);
    assertTurns(emulator.journal);
    const struck = emulator.journal.filter(({ faults }) => faults.length > 0);
    const requests = emulator.journal.length;
    const faults = strikes(rules, emulator.journal);
    return { seed, requests, faults, struck: struck.length, ...lifeCycles.tally };
  } finally {
    await emulator.close();
  }
}

function assertDeclared({ state }: LifeCycles, declared: readonly Declared[]): void {
  for (const { name, inputs } of declared) {
    const outputs = state.get(name)?.outputs ?? {};
    for (const [key, value] of Object.entries(inputs)) assert.deepEqual(outputs[key], value, `${name}.${key}`);
  }
}

/** Every kind of fault, with each of its variants. */
const faults: readonly FaultRule["fault"][] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 502, body: "<html>Bad gateway</html>", applied: true },
  { kind: "status", status: 503, body: { ErrorKey: "busy", Message: "Try again later." } },
  { kind: "tooManyRequests", retryAfterSeconds: 0.2, as: "seconds" },
  { kind: "latency", ms: 40 },
  { kind: "latency", medianMs: 20, sigma: 1 },
  { kind: "refuse", ms: 30 },
  { kind: "reset", when: "before" },
  { kind: "reset", when: "after" },
  { kind: "cutShort" },
  { kind: "invalidJson" },
  { kind: "contentType" },
  { kind: "contentType", contentType: "text/html", body: "<html>Welcome</html>" },
  { kind: "hang" },
  { kind: "hang", applied: true },
  { kind: "duplicate", answer: "first" },
  { kind: "duplicate", answer: "second" },
];

/** Rare, since a date has whole seconds and all requests wait for it. */
const rare: FaultRule = {
  probability: 0.005,
  fault: { kind: "tooManyRequests", retryAfterSeconds: 0, as: "date" },
};

/** New objects that are shown late. */
const late: FaultRule = {
  method: "POST",
  pathPattern: "^/(storagezone|pullzone|pullzone/\\d+/(addHostname|edgerules/addOrUpdate))$",
  probability: 0.1,
  fault: { kind: "lag", getRequests: 2, getMs: 200, listMs: 400 },
};

/** Rules under which the given share of all requests meets a fault; except for two, each is equally likely. */
function faultRules(share: number): FaultRule[] {
  const rules = faults.map((fault, index) => ({
    // Of several rules that apply the first wins, so later ones need a higher probability.
    probability: share / faults.length / (1 - (share * index) / faults.length),
    // A second rule without a name can't be told from another client's, so it stays.
    ...(fault.kind === "duplicate" ? { pathPattern: "^(?!.*/edgerules/addOrUpdate$)" } : {}),
    fault,
  }));
  // Each fault that matters only for a change meets one, also in a small run.
  const certain = faults.filter(isOfChanges).map((fault, index) => ({
    ...(fault.kind === "duplicate"
      ? { method: "POST", pathPattern: "^/storagezone$" }
      : { method: ["POST", "DELETE"] }),
    nth: 3 * index + 2,
    fault,
  }));
  return parseFaultRules([...certain, rare, late, ...rules]);
}

/** Whether a fault differs from another only by what was applied, so that it matters only for a change. */
function isOfChanges(fault: FaultRule["fault"]): boolean {
  return "applied" in fault || ["hang", "reset", "duplicate"].includes(fault.kind);
}

/** How often each fault had its effect; for faults that differ by what was applied, only changes count. */
function strikes(rules: readonly FaultRule[], journal: readonly JournalEntry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [index, { fault }] of rules.entries()) {
    const struck = journal.filter(
      ({ faultRules, method }) => faultRules.includes(index) && !(isOfChanges(fault) && method === "GET"),
    );
    const key = JSON.stringify(fault);
    counts[key] = (counts[key] ?? 0) + struck.length;
  }
  return counts;
}

/** Asserts that the state of a zone equals the emulator's own, field by field, without using our client or codec. */
function assertEqualsLive(emulator: Emulator, id: string, outputs: Properties): void {
  const live = emulator.storageZones.get(Number(id));
  assert.ok(live !== undefined && !live.Deleted, `storage zone ${id} is in the state, but not in the service`);
  for (const [wire] of storageZoneFields) {
    const expected: unknown = live[wire];
    const name = wire === "Id" ? "storageZoneId" : wire.charAt(0).toLowerCase() + wire.slice(1);
    const recorded = unwrapped(outputs)[name];
    const where = `${wire} of storage zone ${id}`;
    // A request that timed out may be applied later, once more, and then changes the date.
    if (wire === "DateModified") assert.ok(String(recorded) <= String(expected), where);
    else if (wire === "ReplicationRegions") assert.deepEqual(sorted(recorded), sorted(expected), where);
    else assert.deepEqual(recorded ?? null, expected, where);
  }
}

/** Asserts that exactly one zone was ever created for each name. */
function assertOnceEach(emulator: Emulator, names: readonly string[]): void {
  const created = emulator.storageZones.list({ includeDeleted: true }).map(({ Name }) => Name);
  assert.deepEqual(sorted(created), sorted(names));
}

function sorted(values: unknown): unknown[] {
  return [...(values as unknown[])].sort();
}
