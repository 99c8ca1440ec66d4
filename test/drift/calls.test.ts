import assert from "node:assert/strict";
import type { DriftReport } from "../../drift";
import { detectDrift, renderReport, reportFormats } from "../../drift";
import { nextForUnmanaged } from "../../drift/nextSteps";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { kinds, listedKinds } from "../../provider/kinds";
import { stateNow } from "./support/state";

const old = "2020-01-01T00:00:00Z";
const zones = (count: number): { Id: number; DateModified: string }[] =>
  Array.from({ length: count }, (_, index) => ({ Id: index + 1, DateModified: old }));

describe("a drift check", () => {
  let emulator: Emulator | undefined;
  afterEach(() => emulator?.close());

  async function start(options: EmulatorOptions): Promise<Emulator> {
    emulator = await startEmulator(options);
    return emulator;
  }

  /** A state in which all the zones are declared, made from one that was read. */
  async function declaredState(service: Emulator, ids: readonly number[]): Promise<string> {
    const [first = 1] = ids;
    const one = JSON.parse(await stateNow(service, { managed: { [first]: {} } })) as {
      deployment: { resources: Record<string, unknown>[] };
    };
    const [provider, resource] = one.deployment.resources;
    const resources = ids.map((id) => {
      const text = JSON.stringify(resource)
        .replaceAll(`storage-zone-${String(first)}"`, `storage-zone-${String(id)}"`)
        .replace(`"storageZoneId":${String(first)}`, `"storageZoneId":${String(id)}`)
        .replace(`"id":"${String(first)}"`, `"id":"${String(id)}"`)
        .replace(`StorageZone-${String(first)}"`, `StorageZone-${String(id)}"`)
        .replaceAll('"plaintext"', '"ciphertext"');
      return JSON.parse(text) as object;
    });
    service.clearJournal();
    return JSON.stringify({ version: 3, deployment: { resources: [provider, ...resources] } });
  }

  const check = (state: string, more: object = {}): Promise<DriftReport> =>
    detectDrift({ states: [{ state }], env: { CDN_ACCESS_KEY: emulator?.accessKey, CDN_MAX_RETRIES: "2" }, ...more });

  it("makes at most 3 calls for 1,000 zones at 50 ms, and finds the one that changed", async () => {
    const service = await start({ latencyMs: 50, seed: { storageZones: zones(1000) } });
    const state = await declaredState(
      service,
      zones(1000).map(({ Id }) => Id),
    );
    service.storageZones.change(500, { Name: "renamed" });
    const report = await check(state);
    const reason = report.stacks[0]?.resources.find(({ status }) => status === "unread")?.reason;
    assert.deepEqual([report.verdict, report.summary.resources, report.summary.changed], ["drift", 1000, 1], reason);
    assert.ok(service.journal.length <= 3, `${String(service.journal.length)} calls`);
    assert.equal(report.cost.apiCalls, service.journal.length);
    assert.ok(report.cost.seconds < 5, `${String(report.cost.seconds)} s`);
  });

  it("makes one more call for a zone that the list does not show, since a list may be late", async () => {
    const service = await start({ seed: { storageZones: zones(50) } });
    const state = await declaredState(
      service,
      zones(50).map(({ Id }) => Id),
    );
    service.storageZones.delete(20);
    const report = await check(state);
    assert.deepEqual([report.summary.missing, report.summary.clean], [1, 49]);
    assert.deepEqual(
      service.journal.map(({ path }) => path),
      ["/storagezone", "/storagezone/20"],
    );
  });

  it("reads each zone singly if that takes fewer calls than the pages of a large account", async () => {
    const service = await start({ seed: { storageZones: zones(9000) } });
    const state = await declaredState(service, [8100, 8200, 8300, 8400, 8500]);
    assert.equal((await check(state)).verdict, "clean");
    // A look at the first page tells how many there are.
    assert.equal(service.journal.length, 6);
  });

  it("reads the list once for all stacks in an account if unmanaged zones are asked for", async () => {
    const service = await start({ seed: { storageZones: zones(8) } });
    const one = await declaredState(service, [1, 2, 3]);
    const two = (await declaredState(service, [4, 5, 6])).replaceAll("urn:pulumi:dev:", "urn:pulumi:prod:");
    const report = await detectDrift({
      states: [{ state: one }, { state: two }],
      env: { CDN_ACCESS_KEY: service.accessKey },
      unmanaged: true,
    });
    assert.deepEqual(
      report.stacks.map(({ stack, verdict }) => [stack, verdict]),
      [
        ["acme/dev", "clean"],
        ["acme/prod", "clean"],
      ],
    );
    assert.equal(report.verdict, "drift");
    assert.deepEqual(
      report.unmanaged?.zones.map(({ id, type, region }) => [id, type, region]),
      [
        ["7", "StorageZone", "DE"],
        ["8", "StorageZone", "DE"],
      ],
    );
    assert.deepEqual(
      service.journal.map(({ path }) => path),
      listedKinds.map((kind) => kinds[kind].path),
    );
  });

  it("suggests to import an unmanaged zone for the default provider, and to adopt it for any other", async () => {
    const service = await start({ seed: { storageZones: zones(2) } });
    const state = await declaredState(service, [1]);
    const nextIn = async (of: string): Promise<string[]> => {
      const env = { CDN_ACCESS_KEY: service.accessKey, CDN_ACCESS_KEY_EU: service.accessKey };
      const { unmanaged } = await detectDrift({ states: [{ state: of }], env, unmanaged: true });
      return (unmanaged?.zones ?? []).flatMap(({ next }) => next.map(({ purpose, command }) => command ?? purpose));
    };
    assert.deepEqual(await nextIn(state), [
      "npx pulumi-cdn-zones import 2 --stack dev > import.json && pulumi import --stack dev --file import.json --generate-code=false --yes",
      "then add the declaration that the command prints to the program, before the next pulumi up",
      'or declare it: new StorageZone(…, { name: "storage-zone-2", …, adopt: true })',
    ]);
    assert.deepEqual(await nextIn(state.replaceAll("pulumi-nodejs::default", "pulumi-nodejs::eu")), [
      'to take it over, unless a stack that was not checked manages it, add this declaration to the program, before the next pulumi up: new StorageZone(…, { name: "storage-zone-2", …, adopt: true }, { provider }), with the provider "eu"',
    ]);
    const [pullZone] = nextForUnmanaged("PullZone", "4711", "web", { native: false });
    assert.match(pullZone?.command ?? "", /^npx pulumi-cdn-zones import PullZone:4711 > /);
  });

  it("names the last step of an import in every format", async () => {
    const service = await start({ seed: { storageZones: zones(2) } });
    const env = { CDN_ACCESS_KEY: service.accessKey };
    const report = await detectDrift({ states: [{ state: await declaredState(service, [1]) }], env, unmanaged: true });
    const step = "add the declaration that the command prints to the program, before the next pulumi up";
    const without = reportFormats.filter((format) => !renderReport(format, report).includes(step));
    assert.deepEqual(without, []);
  });

  it("reads each zone singly if one of them breaks the list, so that only this one is unread", async () => {
    const service = await start({ seed: { storageZones: zones(6) } });
    const state = await declaredState(
      service,
      zones(6).map(({ Id }) => Id),
    );
    service.storageZones.change(3, { Name: "x" });
    service.setFaults([
      { path: "/storagezone", fault: { kind: "contentType", contentType: "application/json", body: '[{"Id":"x"}]' } },
      { path: "/storagezone/3", fault: { kind: "contentType", contentType: "application/json", body: '{"Id":"x"}' } },
    ]);
    const report = await check(state);
    assert.deepEqual([report.verdict, report.summary.unread, report.summary.clean], ["incomplete", 1, 5]);
  });

  it("suggests commands even if pulumi up would refuse one of the differences", async () => {
    const service = await start({ seed: { storageZones: zones(1) } });
    const state = await stateNow(service, { managed: { 1: { replicationRegions: ["NY"], rewrite404To200: false } } });
    service.storageZones.change(1, { ReplicationRegions: ["NY", "LA"], Rewrite404To200: true });
    const env = { CDN_ACCESS_KEY: service.accessKey };
    const { stacks } = await detectDrift({ states: [{ state }], env });
    const next = stacks[0]?.resources[0]?.next.map(({ purpose, command = "" }) => `${purpose}: ${command}`) ?? [];
    assert.equal(next.length, 3, next.join("\n"));
    assert.match(next[0] ?? "", /^pulumi up can't restore it: replicationRegions must keep "?LA"?/);
    assert.match(
      next[1] ?? "",
      /^to restore rewrite404To200, declare the live regions .*: pulumi up --refresh --stack dev/,
    );
    assert.match(next[2] ?? "", /^to keep the live settings, declare them .*: pulumi refresh --stack dev/);
  });

  it("stops at a refused key, instead of sending it once for each zone", async () => {
    const service = await start({ seed: { storageZones: zones(40) } });
    const state = await declaredState(
      service,
      zones(40).map(({ Id }) => Id),
    );
    service.setAccessKey("another");
    const report = await detectDrift({ states: [{ state }], env: { CDN_ACCESS_KEY: "old" } });
    assert.deepEqual([report.verdict, report.summary.unread], ["incomplete", 40]);
    assert.equal(service.journal.length, 1);
  });

  it("reports zones as unread, not missing, if the base URL is wrong, each with its own request", async () => {
    const service = await start({ seed: { storageZones: zones(3), pullZones: [{ Id: 9 }] } });
    const state = await stateNow(service, { managed: { 1: {}, 2: {}, 3: {} }, pullZones: [9] });
    const elsewhere = { CDN_ACCESS_KEY: service.accessKey, CDN_BASE_URL: `${service.url}/elsewhere` };
    const report = await detectDrift({ states: [{ state }], env: elsewhere });
    assert.deepEqual([report.verdict, report.summary.unread, report.summary.missing], ["incomplete", 4, 0]);
    for (const { id, reason = "" } of report.stacks.flatMap(({ resources }) => resources)) {
      const [, named = id] = /^[^:]*\/storagezone\/(\d+)/.exec(reason) ?? [];
      assert.equal(named, id, reason);
    }
  });

  it("reports zones as unread, not missing, if the key belongs to an account with other zones", async () => {
    const service = await start({ seed: { storageZones: zones(3) } });
    const state = await stateNow(service, { managed: { 1: {}, 2: {} } });
    for (const id of [1, 2]) service.storageZones.delete(id);
    service.storageZones.change(3, { UserId: "theirs" });
    const report = await check(state);
    assert.deepEqual([report.verdict, report.summary.unread, report.summary.missing], ["incomplete", 2, 0]);
  });
});
