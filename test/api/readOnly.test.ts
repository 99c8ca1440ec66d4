import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { ReadOnlyError } from "../../provider/api/errors";
import { IncompleteError } from "../../provider/declared/failures";
import { kindNames, kinds, wholeKinds } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import { withArticle } from "../../provider/wire/words";
import { least, leastSeed } from "../lifecycle/least";
import { contextOf } from "../lifecycle/support";
import { canaryKey, failureOf, settings } from "./support";

const hostname = "www.acme.example";
const rule = { guid: "5a3d6c1e", actionType: 4, triggers: [{ type: 0, patternMatches: ["*"] }] } as never;
const record = { type: "A", value: "203.0.113.7" } as never;
const logs = { pullZoneId: 8, from: new Date(Date.now() - 60_000), to: new Date() } as never;

/** A call of each method of the client. */
const calls: Readonly<Record<string, (client: CdnClient) => Promise<unknown>>> = {
  getStorageZone: (client) => client.getStorageZone(7),
  listStorageZones: (client) => client.listStorageZones(),
  listKnownStorageZones: (client) => client.listKnownStorageZones(),
  listStorageZonePage: (client) => client.listStorageZonePage({ page: 1 }),
  addStorageZone: (client) => client.addStorageZone({ name: "assets", region: "DE" }),
  updateStorageZone: (client) => client.updateStorageZone(7, { rewrite404To200: true } as never),
  deleteStorageZone: (client) => client.deleteStorageZone(7),
  resetStorageZonePassword: (client) => client.resetStorageZonePassword(7),
  resetStorageZoneReadOnlyPassword: (client) => client.resetStorageZoneReadOnlyPassword(7),
  getPullZone: (client) => client.getPullZone(8),
  listPullZones: (client) => client.listPullZones(),
  addPullZone: (client) => client.addPullZone({ name: "web", originUrl: "https://origin.acme.example" }),
  updatePullZone: (client) => client.updatePullZone(8, { enableLogging: true }),
  deletePullZone: (client) => client.deletePullZone(8),
  addHostname: (client) => client.addHostname(8, hostname),
  removeHostname: (client) => client.removeHostname(8, hostname),
  setForceSSL: (client) => client.setForceSSL(8, hostname, true),
  addCertificate: (client) => client.addCertificate(8, hostname, { certificate: "c", certificateKey: "k" }),
  removeCertificate: (client) => client.removeCertificate(8, hostname),
  loadFreeCertificate: (client) => client.loadFreeCertificate(8, hostname),
  addEdgeRule: (client) => client.addEdgeRule(8, rule),
  updateEdgeRule: (client) => client.updateEdgeRule(8, rule),
  deleteEdgeRule: (client) => client.deleteEdgeRule(8, "5a3d6c1e"),
  purgePullZone: (client) => client.purgePullZone(8),
  purgeUrl: (client) => client.purgeUrl(`https://${hostname}/style.css`),
  getDnsZone: (client) => client.getDnsZone(9),
  listDnsZones: (client) => client.listDnsZones(),
  addDnsZone: (client) => client.addDnsZone({ domain: "acme.example" }),
  updateDnsZone: (client) => client.updateDnsZone(9, { loggingEnabled: true }),
  deleteDnsZone: (client) => client.deleteDnsZone(9),
  enableDnsSec: (client) => client.enableDnsSec(9),
  disableDnsSec: (client) => client.disableDnsSec(9),
  addDnsRecord: (client) => client.addDnsRecord(9, record),
  updateDnsRecord: (client) => client.updateDnsRecord(9, 3, record),
  deleteDnsRecord: (client) => client.deleteDnsRecord(9, 3),
  getEdgeScript: (client) => client.getEdgeScript(6),
  listEdgeScripts: (client) => client.listEdgeScripts(),
  addEdgeScript: (client) => client.addEdgeScript({ name: "hello", type: "standalone" }),
  renameEdgeScript: (client) => client.renameEdgeScript(6, "hello"),
  deleteEdgeScript: (client) => client.deleteEdgeScript(6),
  getEdgeScriptCode: (client) => client.getEdgeScriptCode(6),
  getLiveEdgeScriptRelease: (client) => client.getLiveEdgeScriptRelease(6),
  listEdgeScriptReleases: (client) => client.listEdgeScriptReleases(6),
  rollBackEdgeScript: (client) => client.rollBackEdgeScript(6, "5a3d6c1e"),
  saveEdgeScriptCode: (client) => client.saveEdgeScriptCode(6, "export default 1;"),
  publishEdgeScript: (client) => client.publishEdgeScript(6),
  setEdgeScriptVariable: (client) => client.setEdgeScriptVariable(6, "A", "b"),
  deleteEdgeScriptVariable: (client) => client.deleteEdgeScriptVariable(6, 2),
  listEdgeScriptSecrets: (client) => client.listEdgeScriptSecrets(6),
  setEdgeScriptSecret: (client) => client.setEdgeScriptSecret(6, "A", "b"),
  deleteEdgeScriptSecret: (client) => client.deleteEdgeScriptSecret(6, 2),
  accessLogs: (client) => client.accessLogs(logs).next(),
  getAccessLogs: (client) => client.getAccessLogs(logs),
  owners: (client) => client.owners("u1"),
  serviceTime: async (client) => client.serviceTime(),
};

const methods = Object.entries(Object.getOwnPropertyDescriptors(CdnClient.prototype))
  .filter(([name, { value }]) => name !== "constructor" && typeof value === "function")
  .map(([name]) => name);

describe("Read-only settings", () => {
  let emulator: Emulator;
  let open: CdnClient;
  let closed: CdnClient;
  /** The requests since the last call. */
  const sent = (): string[] => {
    const requests = emulator.journal.map(({ method, path }) => `${method} ${path}`);
    emulator.clearJournal();
    return requests;
  };
  /** Fails if a request changes something, by the knowledge of this test. */
  const assertOnlyReads = (requests: readonly string[]): void => {
    const changing = requests.filter((one) => !one.startsWith("GET ") || /loadFreeCertificate/i.test(one));
    assert.deepEqual(changing, []);
  };

  before(async () => {
    const seed = { ...leastSeed, edgeScripts: [{ Id: 6, Name: "script" }] };
    const pullZones = leastSeed.pullZones.map((zone) => ({ ...zone, EnableLogging: true }));
    emulator = await startEmulator({ accessKey: canaryKey, seed: { ...seed, pullZones } });
    const readOnly = { readOnly: true, readOnlyFrom: ["cdn:readOnly"] };
    open = new CdnClient(settings(emulator.url));
    closed = new CdnClient(settings(emulator.url, readOnly));
  });
  beforeEach(() => emulator.reset());
  after(() => emulator.close());

  it("are tested with each method of the client", () => {
    assert.deepEqual(Object.keys(calls).sort(), [...methods].sort());
  });

  for (const [name, call] of Object.entries(calls)) {
    if (/^(get|list|(accessLogs|owners|serviceTime)$)/.test(name)) {
      it(`allow ${name}`, async () => {
        await call(closed);
        assertOnlyReads(sent());
      });
    } else {
      it(`refuse ${name} before anything is sent`, async () => {
        const { message } = await failureOf(call(closed), ReadOnlyError);
        assert.match(
          message,
          / was not sent: it would change .*, but cdn:readOnly is true\. To allow changes, remove /,
        );
        assert.deepEqual(sent(), []);
      });
    }
  }

  for (const kind of Object.values(wholeKinds)) {
    it(`refuse any change and deletion of a ${kind.noun} before anything is sent`, async () => {
      const change = closed.objects.change(kind, 7, { operation: "try something", method: "GET" });
      const { message } = await failureOf(change, ReadOnlyError);
      assert.match(
        message,
        new RegExp(`^Try something \\(GET /\\S+/7\\) was not sent: it would change ${kind.noun} 7,`),
      );
      await failureOf(closed.objects.delete(kind, 7), ReadOnlyError);
      assert.deepEqual(sent(), []);
    });

    for (const [name, { method = "GET" }] of Object.entries(kind.details ?? {})) {
      it(`${method === "GET" ? "send" : "refuse"} the request for ${name} of a ${kind.noun}`, async () => {
        const outcome = await closed.objects.details(kind, 7, name).catch((error: unknown) => error);
        assert.equal(outcome instanceof ReadOnlyError, method !== "GET");
        assertOnlyReads(sent());
      });
    }
  }

  it("name what would be created, and never the access key", async () => {
    const { message } = await failureOf(closed.addStorageZone({ name: `a-${canaryKey}`, region: "DE" }), ReadOnlyError);
    assert.match(message, /^Add storage zone \(POST \/storagezone\) was not sent: it would change storage zone a-\[/);
  });

  it("refuse uploads and deletions of files, and allow listings", async () => {
    const { StorageHostname: hostname, Password: password } = emulator.storageZones.get(7) ?? {};
    const access = { zone: "parts", hostname: String(hostname), password: String(password), advice: "" };
    const files = closed.objects.storageHosts.files(access);
    const content = { bytes: 1, open: () => (async function* () {})() };
    const { message } = await failureOf(files.put("index.html", content, "00"), ReadOnlyError);
    assert.match(message, /PUT .*\/parts\/index\.html.* would change storage zone parts,/);
    await failureOf(files.delete("index.html"), ReadOnlyError);
    await failureOf(files.deleteFolder("docs/"), ReadOnlyError);
    assert.deepEqual(await files.list(""), []);
    assert.equal(await files.get("index.html"), undefined);
    assertOnlyReads(sent());
  });

  for (const name of kindNames) {
    const { noun } = kinds[name];
    const lifeCycle = lifeCycleOf(name);
    const inputsFor = async (context = contextOf(open)) => {
      const { inputs, failures } = lifeCycle.check({ extraRegions: [] }, {}, least[name]);
      assert.deepEqual(failures, []);
      const computed = await lifeCycle.computed?.({ memory: context.memory, tell: context.tell }, inputs);
      return computed?.inputs ?? inputs;
    };

    it(`create no ${noun}, and leave nothing in the state`, async () => {
      const creation = lifeCycle.create(contextOf(closed), await inputsFor());
      const error = await failureOf(
        creation.then(() => undefined),
        ReadOnlyError,
      );
      assert.ok(!((error as Error) instanceof IncompleteError));
      assertOnlyReads(sent());
    });

    it(`read ${withArticle(noun)} as other settings do, and delete nothing`, async () => {
      const { id, state } = await lifeCycle.create(contextOf(open), await inputsFor());
      const expected = await lifeCycle.read(contextOf(open), id, state);
      emulator.clearJournal();
      assert.deepEqual(await lifeCycle.read(contextOf(closed), id, state), expected);
      await lifeCycle.delete(contextOf(closed), id, state).catch((error: unknown) => {
        assert.ok(error instanceof ReadOnlyError, String(error));
      });
      assertOnlyReads(sent());
    });
  }

  it("keep the DNSSEC data of the state, which only a request that signs the zone returns", async () => {
    const lifeCycle = lifeCycleOf("DnsZone");
    const { inputs } = lifeCycle.check({ extraRegions: [] }, {}, { ...least.DnsZone, dnsSecEnabled: true });
    const { id, state } = await lifeCycle.create(contextOf(open), inputs);
    const record = state["dsRecord"];
    assert.equal(typeof record, "string");
    sent();
    const kept = await lifeCycle.read(contextOf(closed), id, state);
    assert.equal(kept?.state["dsRecord"], record);
    // In a state without them, as after an import, they stay absent.
    const without = Object.fromEntries(Object.entries(state).filter(([key]) => !key.startsWith("ds")));
    const read = await lifeCycle.read(contextOf(closed), id, without);
    assert.equal(read?.state["dsRecord"], undefined);
    assertOnlyReads(sent());
    assert.equal((await lifeCycle.read(contextOf(open), id, without))?.state["dsRecord"], record);
  });
});
