import assert from "node:assert/strict";
import { maxAgeMs } from "../../provider/api/answers";
import { BatchedReads, readsPerPage } from "../../provider/api/batchedReads";
import { NotFoundError, UnavailableError, UnexpectedResponseError, type CdnError } from "../../provider/api/errors";
import { CdnClient } from "../../provider/api/client";
import { createClient } from "../../provider/client";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import type { Emulator, EmulatorOptions, FaultRule } from "../../emulator";
import { startEmulator } from "../../emulator";

const seeded = (count: number): { Id: number }[] => Array.from({ length: count }, (_, index) => ({ Id: index + 1 }));
const onList = (fault: FaultRule["fault"], more: object = {}): FaultRule => ({ path: "/storagezone", fault, ...more });

describe("BatchedReads", () => {
  let service: Emulator;
  let clock: number;
  let reads: BatchedReads<LinkedStorageZone>;
  let client: CdnClient;

  async function open(options: EmulatorOptions): Promise<void> {
    service = await startEmulator(options);
    clock = 0;
    const settings = { baseUrl: service.url, accessKey: service.accessKey, timeoutSeconds: 5 };
    client = new CdnClient({ ...settings, maxRetries: 0, extraRegions: [], allowInsecure: false });
    reads = new BatchedReads(client.reads.sourceOf("StorageZone"), { now: () => clock });
  }
  afterEach(() => service.close());

  const lists = (): number => service.journal.filter(({ path }) => path === "/storagezone").length;
  const gets = (): number => service.journal.length - lists();
  const readAll = (ids: readonly number[]): Promise<LinkedStorageZone[]> =>
    Promise.all(ids.map((id) => reads.read(id)));
  const upTo = (count: number): number[] => seeded(count).map(({ Id }) => Id);

  /** Reads as an engine does: a fixed number in parallel, the next when one ends. */
  async function readInWaves(ids: readonly number[], parallel: number): Promise<LinkedStorageZone[]> {
    const zones: LinkedStorageZone[] = [];
    const queue = [...ids];
    const worker = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) zones.push(await reads.read(id));
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    return zones;
  }

  for (const [zones, parallel, maxRequests] of [
    [10, 20, 10],
    [100, 20, 3],
    [1000, 20, 3],
    [1000, 64, 3],
  ] as const) {
    it(`reads ${String(zones)} zones, ${String(parallel)} in parallel, with at most ${String(maxRequests)} requests`, async () => {
      await open({ seed: { storageZones: seeded(zones) } });
      const read = await readInWaves(upTo(zones), parallel);
      assert.deepEqual(new Set(read.map(({ id }) => id)), new Set(upTo(zones)));
      assert.ok(service.journal.length <= maxRequests, `${String(service.journal.length)} requests`);
    });
  }

  it("requests all pages once single reads would cost as much", async () => {
    await open({ seed: { storageZones: seeded(5000) } });
    await readInWaves(
      upTo(5000).filter((id) => id % 5 === 0),
      20,
    );
    assert.equal(lists(), 5);
    assert.ok(gets() <= 2 * readsPerPage * 5, `${String(gets())} gets`);
  });

  it("reads the first of sequential reads singly, then uses the list", async () => {
    await open({ seed: { storageZones: seeded(50) } });
    await readInWaves(upTo(50), 1);
    assert.deepEqual([gets(), lists()], [readsPerPage - 1, 1]);
  });

  it("returns the same zone as a single read", async () => {
    const pullZones = [
      { Id: 70, Name: "b", StorageZoneId: 3 },
      { Id: 71, StorageZoneId: 3, Name: null },
    ];
    await open({ contract: true, seed: { storageZones: seeded(20), pullZones } });
    const listed = await readAll(upTo(20));
    assert.equal(lists(), 1);
    for (const zone of listed) assert.deepEqual(zone, await client.reads.sourceOf("StorageZone").get(zone.id, {}));
    const links = listed[2]?.pullZones.map(({ id, name }) => [id, name]);
    assert.deepEqual(links, [
      [70, "b"],
      [71, undefined],
    ]);
  });

  it("reads a zone singly if the list does not contain it yet", async () => {
    await open({ seed: { storageZones: seeded(30) }, lag: { listMs: 60_000 } });
    const other = createClient({ baseUrl: service.url, accessKey: service.accessKey });
    const { id } = await other.addStorageZone({ name: "late", region: "DE", replicationRegions: [] });
    const zones = await readAll([...upTo(30), id]);
    assert.equal(zones.at(-1)?.name, "late");
  });

  it("reads a zone singly if the list shows it deleted, and a missing zone is a NotFoundError", async () => {
    await open({ seed: { storageZones: seeded(30) } });
    service.storageZones.delete(7);
    const outcomes = await Promise.allSettled(upTo(30).map((id) => reads.read(id)));
    const seven = outcomes[6];
    assert.ok(seven?.status === "rejected" ? seven.reason instanceof NotFoundError : seven?.value.deleted);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length >= 29, true);
    assert.ok(service.journal.some(({ path }) => path === "/storagezone/7"));
  });

  it("serves reads from a list for as long as a refresh allows, and not longer", async () => {
    await open({ seed: { storageZones: seeded(40) } });
    await readAll(upTo(20));
    service.clearJournal();
    service.storageZones.change(30, { Custom404FilePath: "/new" });
    clock += maxAgeMs("refresh");
    assert.equal((await reads.read(30)).custom404FilePath, undefined);
    assert.equal(service.journal.length, 0);
    clock += 1;
    assert.equal((await reads.read(30)).custom404FilePath, "/new");
    assert.deepEqual([gets(), lists()], [1, 0]);
  });

  it("never serves a zone from the list after it was added, updated or deleted", async () => {
    await open({ seed: { storageZones: seeded(20) } });
    await readAll(upTo(20));
    await client.updateStorageZone(5, { replicationZones: [], rewrite404To200: true, custom404FilePath: "/x" });
    await client.deleteStorageZone(6);
    const added = await client.addStorageZone({ name: "fresh", region: "DE", replicationRegions: [] });
    assert.equal((await reads.read(5)).custom404FilePath, "/x");
    await reads.read(6).then(
      (zone) => assert.equal(zone.deleted, true),
      (error: unknown) => assert.ok(error instanceof NotFoundError),
    );
    assert.equal((await reads.read(added.id)).name, "fresh");
    service.clearJournal();
    assert.equal((await reads.read(4)).id, 4);
    assert.equal(service.journal.length, 0, "the others are still served");
  });

  it("does not use a list entry that is older than the state's lastModified", async () => {
    const [old, recent] = ["2024-05-01T10:00:00Z", "2024-05-01T10:00:05"];
    await open({ seed: { storageZones: seeded(20).map((zone) => ({ ...zone, DateModified: old })) } });
    await Promise.all(upTo(20).map((id) => reads.read(id, { lastModified: old })));
    service.clearJournal();
    service.storageZones.change(9, { Custom404FilePath: "/new", DateModified: recent });
    assert.equal((await reads.read(9, { lastModified: recent })).custom404FilePath, "/new");
    assert.equal(service.journal.length, 1);
  });

  it("fails all waiting reads with the same error if the list fails, and recovers", async () => {
    await open({ seed: { storageZones: seeded(30) } });
    service.setFaults([onList({ kind: "status", status: 503 })]);
    const ids = upTo(30);
    const reasons = (await Promise.allSettled(ids.map((id) => reads.read(id)))).flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason as CdnError] : [],
    );
    assert.ok(reasons.length >= 29);
    assert.equal(new Set(reasons).size, 1);
    assert.ok(reasons[0] instanceof UnavailableError);
    assert.ok(service.journal.length <= 2, `${String(service.journal.length)} requests`);
    service.setFaults([]);
    assert.equal((await readAll(ids)).length, 30);
  });

  it("fails with an UnexpectedResponseError, not a NotFoundError, if the list answers 404", async () => {
    await open({ seed: { storageZones: seeded(10) } });
    service.setFaults([onList({ kind: "status", status: 404 })]);
    const outcomes = await Promise.allSettled(upTo(10).map((id) => reads.read(id)));
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") assert.ok(outcome.reason instanceof UnexpectedResponseError);
    }
    assert.ok(outcomes.filter(({ status }) => status === "rejected").length >= 9);
  });

  it("reads singly from then on if the list can't be parsed", async () => {
    await open({ seed: { storageZones: seeded(30) } });
    service.setFaults([onList({ kind: "contentType", contentType: "application/json", body: '"no list"' })]);
    assert.equal((await readAll(upTo(30))).length, 30);
    assert.equal((await readAll(upTo(30))).length, 30);
    assert.deepEqual([gets(), lists()], [60, 1]);
  });

  it("fails only the zone that breaks the contract, with the error of a single read", async () => {
    await open({ seed: { storageZones: seeded(12) } });
    const items = seeded(12).map((zone) => ({ ...zone, DateModified: "2024-01-01T00:00:00Z", Deleted: false }));
    const odd = { ...items[4], Deleted: "no" };
    const body = JSON.stringify(items.map((item, index) => (index === 4 ? odd : item)));
    const one = { path: "/storagezone/5", fault: { kind: "contentType", contentType: "application/json" } } as const;
    service.setFaults([
      onList({ kind: "contentType", contentType: "application/json", body }),
      { ...one, fault: { ...one.fault, body: JSON.stringify(odd) } },
    ]);
    await reads.read(1);
    const outcomes = await Promise.allSettled(upTo(12).map((id) => reads.read(id)));
    assert.deepEqual(
      outcomes.map(({ status }) => status).filter((status) => status === "rejected"),
      ["rejected"],
    );
    const five = outcomes[4];
    assert.match(String(five?.status === "rejected" && five.reason), /\/storagezone\/5\).*Deleted must be a boolean/);
  });

  it("requests the list at once if many reads are expected, and returns all of it", async () => {
    await open({ seed: { storageZones: seeded(1200) } });
    reads.expect(1200);
    await readAll(upTo(1200));
    assert.deepEqual([gets(), lists()], [0, 2]);
    assert.equal((await reads.all()).length, 1200);
    assert.equal(lists(), 2);
  });
});
