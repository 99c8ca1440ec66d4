import assert from "node:assert/strict";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import { startEmulator } from "../../../emulator";
import { sha256OfCode } from "../../../provider/wire/edgeScript";
import { canaryKey } from "../../api/support";
import { unwrapped } from "../../faults/support/lifeCycles";
import { incompleteOf, secret } from "../native/plugin";
import { __provider, Served } from "./served";

describe("The provider in the SDK's dynamic provider process", () => {
  let emulator: Emulator;
  let served: Served;
  before(async () => {
    emulator = await startEmulator({ accessKey: canaryKey });
    served = await Served.start({ "cdn:baseUrl": emulator.url, "cdn:accessKey": canaryKey, "cdn:maxRetries": "1" });
  });
  // A process is one run, in which names and ids are unique.
  let name = "";
  let nth = 0;
  beforeEach(() => {
    emulator.setFaults([]);
    name = `assets-${String(nth++)}`;
  });
  after(async () => {
    await served.end();
    await emulator.close();
  });

  it("leaves what changed to the engine, and deletes first if a replaced zone keeps its name", async () => {
    const state = { name, region: "DE" };
    const unknown = 0;
    for (const [change, replaces, deleteFirst] of [
      [{ rewrite404To200: true }, [], true],
      [{ region: "LA" }, ["region"], true],
      [{ name: "other" }, ["name"], false],
    ] as const) {
      assert.deepEqual(await served.diff(state, { ...state, ...change }), { changes: unknown, replaces, deleteFirst });
    }
  });

  it("names the property of a failure, except where its value may be secret: the engine prints that value", async () => {
    const [region] = await served.failures("StorageZone", { name, region: "XX" });
    assert.equal(region?.property, "region");
    const certificate = { pullZoneId: 1, hostname: "www.acme.example", certificateKey: "not PEM" };
    const [key] = await served.failures("PullZoneHostname", certificate);
    assert.deepEqual([key?.property, key?.reason.split(" ")[0]], ["", "certificateKey"]);
    const rule = { pullZoneId: 1, actionType: 15, triggers: [{ type: 0, patternMatches: ["*"] }], actionParameter2: 7 };
    const [parameter] = await served.failures("PullZoneEdgeRule", rule);
    assert.deepEqual([parameter?.property, parameter?.reason.split(" ")[0]], ["", "actionParameter2"]);
    const environmentalVariables = [{ name: "TOKEN", value: 731905 }];
    const record = { dnsZoneId: 1, type: "Script", scriptId: 5, environmentalVariables };
    const [variable] = await served.failures("DnsRecord", record);
    assert.deepEqual(variable, {
      property: "",
      reason: "environmentalVariables[0].value must be a non-empty string, but got: another value",
    });
  });

  it("marks secret arguments in a state, also those that the program passes as plain text", async () => {
    const code = "addEventListener";
    const secrets = { TOKEN: "a token" };
    const script = { name, type: "standalone", code, codeSha256: sha256OfCode(code), secrets };
    const { outputs } = await served.create(script, "EdgeScript");
    assert.deepEqual(outputs["secrets"], secret({ TOKEN: "a token" }));
  });

  it("keeps the id and state of a zone whose creation fails halfway", async () => {
    emulator.setFaults([{ method: "POST", path: "/storagezone/*", fault: { kind: "status", status: 403 } }]);
    const failed = await served
      .create({ name, region: "DE", rewrite404To200: true })
      .then(() => assert.fail("expected an error"), incompleteOf);
    const live = emulator.storageZones.named(name);
    assert.equal(failed.id, String(live?.Id));
    assert.equal(failed.state["__provider"], __provider);
    assert.equal(unwrapped(failed.state)["password"], live?.Password);
    assert.match(failed.reasons.join(), /failed with 403/);
  });

  it("replaces a resource that moved from another account's provider, but not within one account", async () => {
    const { id, outputs } = await served.create({ name, region: "DE" });
    const state = unwrapped(outputs);
    const news = { name, region: "DE" };
    const moved = async (accessKey: string, seed: EmulatorOptions["seed"]) => {
      const service = seed === undefined ? emulator : await startEmulator({ accessKey, seed });
      const config = { "cdn:baseUrl": service.url, "cdn:accessKey": accessKey, "cdn:providerName": "other" };
      const other = await Served.start(config);
      try {
        return await other.diff(state, news, id);
      } finally {
        await other.end();
        if (service !== emulator) await service.close();
      }
    };
    assert.deepEqual((await moved(canaryKey, undefined)).replaces, []);
    const theirs = { storageZones: [{ Id: Number(id), Name: "theirs" }] };
    for (const seed of [theirs, {}]) {
      assert.deepEqual(await moved("other", seed), { changes: 2, replaces: ["provider"], deleteFirst: true });
    }
  });
});
