import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import {
  GetMappingRequest,
  DiffResponse,
  GetSchemaRequest,
  type GetSchemaResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { PluginAttach, type PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Emulator } from "../../../emulator";
import { startEmulator } from "../../../emulator";
import { packageVersion } from "../../../provider/version";
import { filledPullZone } from "../../fixtures/objects";
import type { Bag } from "./plugin";
import { incompleteOf, main, Plugin, secret, unknown } from "./plugin";

const accessKey = "protocol-test-key";
const seed = {
  storageZones: [
    { Id: 7, Name: "legacy", Region: "NY", ReplicationRegions: ["LA", "DE"], ZoneTier: 1, Rewrite404To200: true },
    { Id: 8, Name: "plain", Region: "DE" },
  ],
  pullZones: [{ ...filledPullZone(), Id: 9, EnableLogging: true }],
  accessLogs: [{ pullZoneId: 9, timestamp: new Date().toISOString(), statusCode: 404, authorizationHeader: "Basic x" }],
};

describe("The native plugin", () => {
  let emulator: Emulator;
  let plugin: Plugin;
  const settings = (): Bag => ({ baseUrl: emulator.url, accessKey: secret(accessKey), maxRetries: "2" });
  const sent = (): string[] => emulator.journal.map(({ method, path }) => `${method} ${path}`);
  before(async () => {
    emulator = await startEmulator({ accessKey, seed });
    plugin = await Plugin.start();
  });
  beforeEach(async () => {
    emulator.reset();
    await plugin.configure(settings());
  });
  after(async () => {
    await plugin.close();
    await emulator.close();
  });

  it("reports its version, schema and features", async () => {
    assert.equal((await plugin.call<PluginInfo>("getPluginInfo", new Empty())).getVersion(), packageVersion);
    const configured = (await plugin.configure(settings())).toObject();
    assert.ok(configured.acceptsecrets && configured.acceptresources && configured.supportspreview);
    const schema = (await plugin.call<GetSchemaResponse>("getSchema", new GetSchemaRequest())).getSchema();
    assert.equal((JSON.parse(schema) as Bag)["name"], "cdn");
    await assert.rejects(plugin.call("getMapping", new GetMappingRequest()), /UNIMPLEMENTED/);
  });

  describe("checkConfig and configure", () => {
    it("accepts valid settings, marks the key secret, and ignores those of a project that is itself named cdn", async () => {
      const given = { ...settings(), accessKey, version: "0.1.0", region: "x" };
      const { inputs, failures } = await plugin.checkConfig(given, "default_0_1_0");
      assert.deepEqual(failures, []);
      assert.deepEqual(inputs, { ...given, accessKey: secret(accessKey) });
    });

    it("accepts unknown settings", async () => {
      assert.deepEqual((await plugin.checkConfig({ baseUrl: unknown })).failures, []);
    });

    it("refuses a misspelled setting, and of an explicit provider any other", async () => {
      const refusal = async (given: Bag, name?: string): Promise<unknown> =>
        (await plugin.checkConfig({ ...settings(), ...given }, name)).failures;
      assert.deepEqual(await refusal({ acessKey: "x" }), [
        { property: "", reason: "cdn:acessKey is not a setting. Did you mean cdn:accessKey?" },
      ]);
      assert.match(
        JSON.stringify(await refusal({ acessKey: "x" }, "eu")),
        /"acessKey is not a setting. Did you mean accessKey\?/,
      );
      assert.match(JSON.stringify(await refusal({ region: "x" }, "eu")), /region is not a setting of the provider/);
    });

    it("names no property in a failure, since the engine would print its value", async () => {
      const { failures } = await plugin.checkConfig({
        ...settings(),
        accessKey: secret("two words"),
        timeoutSeconds: "x",
      });
      assert.deepEqual(
        failures.map((failure) => (failure as Bag)["property"]),
        [""],
      );
      assert.match(JSON.stringify(failures), /cdn:accessKey must be.*cdn:timeoutSeconds must be/);
      assert.doesNotMatch(JSON.stringify(failures), /two words/);
    });

    it("shows which settings change, and never replaces resources", async () => {
      const olds = { baseUrl: "https://a.example", accessKey: "old", maxRetries: "2", version: "0.2.0" };
      const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
      const { changes, response } = await plugin.diffConfig(olds, {
        baseUrl: "https://a.example",
        accessKey: secret("new"),
        timeoutSeconds: "9",
        version: "0.3.0",
      });
      assert.deepEqual(changes, {
        accessKey: "UPDATE",
        maxRetries: "DELETE",
        version: "UPDATE",
        timeoutSeconds: "ADD",
      });
      assert.deepEqual([response.getChanges(), response.getReplacesList()], [DIFF_SOME, []]);
      assert.deepEqual((await plugin.diffConfig(olds, { ...olds, accessKey: unknown })).changes, {
        accessKey: "UPDATE",
      });
      const same = (await plugin.diffConfig(olds, { ...olds, accessKey: secret("old") })).response;
      assert.deepEqual([same.getChanges(), same.getHasdetaileddiff()], [DIFF_NONE, true]);
    });

    it("reads only the variables of an explicit provider", async () => {
      const other = await Plugin.start({ CDN_ACCESS_KEY: "another", CDN_ACCESS_KEY_EU: accessKey });
      try {
        await other.configure({ baseUrl: emulator.url, accessKey: "old" }, "eu");
        assert.equal((await other.read("8", { inputs: {} })).state["name"], "plain");
        await other.configure({ baseUrl: emulator.url, accessKey }, "default");
        await assert.rejects(other.read("8", { inputs: {} }), /access key/);
        await other.configure({ baseUrl: emulator.url, accessKey: "old" }, "b");
        await assert.rejects(
          other.read("8", { inputs: {} }),
          /CDN_ACCESS_KEY_B .* argument accessKey of the provider "b"/,
        );
      } finally {
        await other.close();
      }
    });
  });

  describe("check", () => {
    it("normalizes inputs and keeps secrets secret", async () => {
      const news = {
        name: secret("assets"),
        region: " de ",
        replicationRegions: ["SYD", secret("ny")],
        zoneTier: null,
      };
      assert.deepEqual(await plugin.check(news), {
        inputs: { name: secret("assets"), region: "DE", replicationRegions: secret(["SYD", "NY"]) },
        failures: [],
      });
    });

    it("accepts unknown values of every type", async () => {
      const boolean = "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7";
      const array = "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2";
      const news = { name: unknown, region: secret(unknown), rewrite404To200: boolean, replicationRegions: array };
      const { inputs, failures } = await plugin.check(news);
      assert.deepEqual(failures, []);
      assert.deepEqual(inputs, {
        name: unknown,
        region: secret(unknown),
        rewrite404To200: unknown,
        replicationRegions: unknown,
      });
    });

    it("names the invalid property, but never a secret value", async () => {
      const { failures } = await plugin.check({ name: "a", region: secret("ATLANTIS"), zoneTier: 3 });
      assert.deepEqual(failures, [
        { property: "", reason: "region must be one of DE, NY, LA, SG. The value is secret, so it is not shown" },
        { property: "zoneTier", reason: "must be 0 (ZoneTier.Standard) or 1 (ZoneTier.Edge), but got: 3" },
      ]);
    });

    it("does not show a secret argument that the program passes as plain text", async () => {
      const news = { pullZoneId: 1, hostname: "www.acme.example", certificate: "-----BEGIN CERTIFICATE-----" };
      const { failures } = await plugin.check({ ...news, certificateKey: "not PEM" }, { kind: "PullZoneHostname" });
      const [{ property, reason } = {}] = failures as Bag[];
      assert.deepEqual([failures.length, property], [1, ""]);
      assert.match(String(reason), /^certificateKey must be PEM.*not shown$/);
      const missing = await plugin.check(news, { kind: "PullZoneHostname" });
      const needed = { property: "certificateKey", reason: "must be declared with certificate, but got: nothing" };
      assert.deepEqual(missing.failures, [needed]);
    });

    it("refuses a pull zone without a name and an origin, all at once", async () => {
      const { failures } = await plugin.check({ optimizerImageQuality: 0 }, { kind: "PullZone" });
      assert.deepEqual(
        failures.map((failure) => (failure as { property?: string }).property),
        ["optimizerImageQuality", "name", "originUrl"],
      );
    });
  });

  describe("diff", () => {
    const inputs = { name: "assets", region: "DE", replicationRegions: ["NY", "SYD"] };
    const state = { ...inputs, zoneTier: 0, rewrite404To200: false, __declared: ["name"], __provider: "text" };
    const changes = async (news: Bag, olds: Bag = inputs, ignored: string[] = []): Promise<Record<string, string>> =>
      (await plugin.diff(olds, { ...inputs, ...news }, { state, ignored })).changes;

    it("ignores the order of a set, Pulumi's own properties, and what the state records as declared", async () => {
      const news = { replicationRegions: ["SYD", "NY"], __provider: "other", rewrite404To200: false, zoneTier: 0 };
      const recorded = { ...state, __declared: ["name", "rewrite404To200"] };
      const { changes: found, response } = await plugin.diff(inputs, { ...inputs, ...news }, { state: recorded });
      assert.deepEqual([found, response.getChanges()], [{}, 1]);
    });

    // Otherwise the state would never record it, and a later update of another setting would revert a change by hand.
    it("shows a newly declared setting, although the zone has its value", async () => {
      assert.deepEqual(await changes({ rewrite404To200: false }), { rewrite404To200: "ADD" });
    });

    it("shows each changed element of a set", async () => {
      assert.deepEqual(await changes({ replicationRegions: ["NY", "LA", "SYD"] }), { "replicationRegions[1]": "ADD" });
      assert.deepEqual(await changes({ replicationRegions: ["SYD"] }), { "replicationRegions[0]": "DELETE" });
      assert.deepEqual(await changes({ replicationRegions: ["NY", unknown] }), { "replicationRegions[1]": "UPDATE" });
    });

    // The service may have an element twice, which an import then declares.
    it("shows no unchanged element of a set that has it twice", async () => {
      const twice = { ...inputs, replicationRegions: ["NY", "NY", "SYD"] };
      assert.deepEqual(await changes({ replicationRegions: ["NY", "NY", "SYD"] }, twice), {});
      const more = { replicationRegions: ["NY", "NY", "SYD", "LA"] };
      assert.deepEqual(await changes(more, twice), { "replicationRegions[3]": "ADD" });
    });

    it("replaces for an immutable property, deleting first if the name stays the same", async () => {
      const region = await plugin.diff(inputs, { ...inputs, region: "NY" }, { state });
      assert.deepEqual([region.changes, region.replaces], [{ region: "UPDATE_REPLACE" }, ["region"]]);
      assert.ok(region.response.getDeletebeforereplace());
      const name = await plugin.diff(inputs, { ...inputs, name: unknown }, { state });
      assert.deepEqual([name.changes, name.response.getDeletebeforereplace()], [{ name: "UPDATE_REPLACE" }, false]);
    });

    it("replaces for an immutable property that differs from the state only", async () => {
      const { replaces, response } = await plugin.diff(inputs, inputs, { state: { ...state, region: "NY" } });
      assert.deepEqual([replaces, response.getDetaileddiffMap().get("region")?.getInputdiff()], [["region"], false]);
    });

    // SDKs request a replacement if such a property is in the difference.
    it("omits an immutable property that needs no replacement", async () => {
      assert.deepEqual(await changes({ name: "ASSETS" }), {});
      assert.deepEqual(await changes({}, { ...inputs, zoneTier: 0 }), {});
    });

    it("omits what ignoreChanges names, as in a refresh", async () => {
      const news = { replicationRegions: ["NY"], custom404FilePath: "/a", region: "NY" };
      assert.deepEqual(await changes(news, inputs, ["replicationRegions", "region"]), { custom404FilePath: "ADD" });
      assert.deepEqual(await changes(news, inputs, ["*"]), {});
      const { replaces } = await plugin.diff(inputs, inputs, {
        state: { ...state, region: "NY" },
        ignored: ["region"],
      });
      assert.deepEqual(replaces, []);
    });

    // As in a refresh, in which the new inputs have the live values.
    it("omits what ignoreChanges names inside a map or an element", async () => {
      const script = (variables: Bag, secrets: Bag = {}): Bag => ({
        name: "s",
        type: 1,
        code: "x",
        variables,
        secrets,
      });
      const of = async (olds: Bag, news: Bag, ignored: string, kind = "EdgeScript"): Promise<Record<string, string>> =>
        (await plugin.diff(olds, news, { ignored: [ignored], kind })).changes;
      const [old, live] = [script({ A: "1", B: "1" }, { "X.Y": "1" }), script({ A: "2", C: "2" }, { "X.Y": "2" })];
      const all = {
        'variables["A"]': "UPDATE",
        'variables["B"]': "DELETE",
        'variables["C"]': "ADD",
        'secrets["X.Y"]': "UPDATE",
      };
      const [a, b, c, x] = Object.keys(all) as [string, string, string, string];
      for (const [path, ignored] of [
        ["variables.A", [a]],
        ['variables["B"]', [b]],
        ['["variables"].C', [c]],
        ["variables.*", [a, b, c]],
        ["variables[*]", [a, b, c]],
        ['secrets["X.Y"]', [x]],
        ["secrets.X.Y", []],
        ["variables[0]", []],
        ["variables.", []],
        ["variables..A", []],
      ] as const) {
        const left = Object.entries(all).filter(([one]) => !ignored.some((other) => other === one));
        assert.deepEqual(await of(old, live, path), Object.fromEntries(left), path);
      }
      const rule = (...patternMatches: string[]): Bag => ({
        pullZoneId: 9,
        actionType: 4,
        triggers: [{ type: 0, patternMatches, patternMatchingType: 0 }],
      });
      const changed = { triggers: "UPDATE" };
      for (const [path, expected] of [
        ["triggers[0].patternMatches", {}],
        ["triggers[*].patternMatches", {}],
        ["triggers[0].patternMatches[0]", {}],
        ["triggers[1].patternMatches", changed],
        ["triggers[0].type", changed],
      ] as const) {
        assert.deepEqual(await of(rule("*a*"), rule("*b*"), path, "PullZoneEdgeRule"), expected, path);
      }
    });

    // The engine resets neither before an update, so a refresh that omitted them would hide what the update does.
    it("shows an added or removed element that ignoreChanges names by index or *", async () => {
      const ignored = ["replicationRegions[*]"];
      assert.deepEqual(await changes({ replicationRegions: ["NY", "LA"] }, inputs, ignored), {});
      const [more, fewer] = [{ replicationRegions: ["NY", "SYD", "LA"] }, { replicationRegions: ["NY"] }];
      assert.deepEqual(await changes(more, inputs, ignored), { "replicationRegions[2]": "ADD" });
      assert.deepEqual(await changes(fewer, inputs, ignored), { "replicationRegions[1]": "DELETE" });
      const live = { ...inputs, replicationRegions: ["SYD"] };
      assert.deepEqual(await changes({}, live, ignored), { "replicationRegions[1]": "ADD" });
    });
  });

  describe("create", () => {
    it("returns known values in a preview and sends nothing", async () => {
      const { id, state } = await plugin.create({ name: "assets", region: secret("DE") }, { preview: true });
      assert.equal(id, "");
      assert.deepEqual([state["name"], state["region"]], ["assets", secret("DE")]);
      assert.deepEqual(
        [state["storageZoneId"], state["pullZones"], state["password"]],
        [unknown, unknown, secret(unknown)],
      );
      assert.deepEqual(sent(), []);
    });

    it("leaves an element unknown in a preview", async () => {
      const triggers = [unknown, { type: 0, patternMatches: [unknown], patternMatchingType: unknown }];
      const inputs = { pullZoneId: unknown, actionType: 4, triggers };
      const kind = "PullZoneEdgeRule";
      assert.deepEqual(await plugin.check(inputs, { kind }), { inputs, failures: [] });
      const { state } = await plugin.create(inputs, { preview: true, kind });
      assert.deepEqual(state["triggers"], triggers);
      const planned = await plugin.update("9/guid", { ...state, pullZoneId: 9 }, inputs, inputs, {
        preview: true,
        kind,
      });
      assert.deepEqual(planned["triggers"], triggers);
    });

    it("marks the zone's secrets and those of its inputs", async () => {
      const { id, state } = await plugin.create({ name: secret("assets"), region: "DE" });
      const zone = emulator.storageZones.get(Number(id));
      assert.deepEqual(
        [state["password"], state["readOnlyPassword"]],
        [secret(zone?.Password), secret(zone?.ReadOnlyPassword)],
      );
      assert.deepEqual([state["name"], state["region"]], [secret("assets"), "DE"]);
    });

    it("marks secret arguments that the program passes as plain text", async () => {
      const hostname = { pullZoneId: 1, hostname: "www.acme.example", certificateKey: "a key" };
      const { state } = await plugin.create(hostname, { preview: true, kind: "PullZoneHostname" });
      assert.deepEqual(state["certificateKey"], secret("a key"));
    });

    it("waits for a certificate as long as the timeout says, in a creation and in an update", async () => {
      const zones = { pullZones: [{ Id: 9, Name: "web" }], dnsZones: [{ Id: 31, Domain: "acme.example" }] };
      // It leads to another pull zone, so a certificate stays refused.
      const dnsRecords = [{ Id: 901, DnsZoneId: 31, Type: 7, Name: "www", LinkName: "10" }];
      const service = await startEmulator({ accessKey, seed: { ...zones, dnsRecords } });
      const requests = (): number => service.journal.filter(({ path }) => /loadFreeCertificate/.test(path)).length;
      try {
        await plugin.configure({ ...settings(), baseUrl: service.url });
        const inputs = { pullZoneId: 9, hostname: "www.acme.example", managedCertificate: true };
        const options = { kind: "PullZoneHostname", timeoutSeconds: 1 };
        const failed = await plugin.create(inputs, options).then(
          () => assert.fail("the certificate was not refused"),
          (error: unknown) => incompleteOf(error),
        );
        assert.equal(failed.id, "9/www.acme.example");
        const advice =
          /The record of the hostname in DNS zone acme\.example \(id 31\) is not seen everywhere yet, .*, then run the same command again/;
        assert.match(failed.reasons.join(), advice);
        assert.equal(requests(), 2);
        await assert.rejects(plugin.update(failed.id, failed.state, inputs, inputs, options), advice);
        assert.equal(requests(), 4);
      } finally {
        await service.close();
      }
    });

    it("keeps the id and the secrets of an incomplete zone", async () => {
      emulator.setFaults([{ method: "POST", path: "/storagezone/*", fault: { kind: "status", status: 400 } }]);
      const failed = plugin.create({ name: "assets", region: "DE", custom404FilePath: secret("/404") });
      const incomplete = await failed.then(() => assert.fail("it must fail"), incompleteOf);
      const zone = emulator.storageZones.named("assets");
      assert.equal(incomplete.id, String(zone?.Id));
      assert.deepEqual(incomplete.state["password"], secret(zone?.Password));
      assert.match(incomplete.reasons.join(), /400/);
    });

    it("fails with a message that says what to do, without a stack trace", async () => {
      await assert.rejects(plugin.create({ name: "plain", region: "DE" }), (error: Error) => {
        assert.match(
          error.message,
          /exists in this account with id 8[^]*pulumi import cdn:index:StorageZone RESOURCE-NAME 8[^]*deleteBeforeReplace: true/,
        );
        assert.doesNotMatch(error.message, /\n {4}at /);
        return true;
      });
    });
  });

  describe("read", () => {
    it("returns live values of the last inputs", async () => {
      const inputs = { name: "plain", region: secret("DE"), rewrite404To200: false };
      const first = await plugin.read("8");
      emulator.storageZones.change(8, { Rewrite404To200: true, ReplicationRegions: ["NY"] });
      const found = await plugin.read("8", { inputs, state: first.state });
      assert.deepEqual(found.inputs, { ...inputs, rewrite404To200: true });
      assert.deepEqual([found.state["replicationRegions"], found.state["region"]], [["NY"], secret("DE")]);
    });

    it("returns no id for a deleted zone", async () => {
      const { state, inputs } = await plugin.read("8");
      emulator.storageZones.delete(8);
      const old = { ...state, dateModified: "2020-01-01T00:00:00Z" };
      assert.equal((await plugin.read("8", { inputs: inputs ?? {}, state: old })).id, "");
    });

    it("returns no inputs and nothing volatile for get, and fails for a missing zone", async () => {
      const { state, inputs } = await plugin.read("8", { inputs: {} });
      assert.deepEqual([inputs, state["name"], state["filesStored"]], [undefined, "plain", undefined]);
      await assert.rejects(
        plugin.read("99", { inputs: {} }),
        /There is no storage zone 99 .* that the access key belongs to/,
      );
    });

    it("marks secrets of a pull zone inside its arrays", async () => {
      const { state } = await plugin.read("9", { inputs: {}, kind: "PullZone", state: { includeCertificate: true } });
      const [hostname] = state["hostnames"] as Bag[];
      const [rule] = state["edgeRules"] as Bag[];
      assert.deepEqual(hostname?.["certificateKey"], secret("Hostnames.CertificateKey text"));
      assert.equal(hostname?.["value"], "Hostnames.Value text");
      assert.deepEqual(
        (rule?.["extraActions"] as Bag[])[0]?.["actionParameter1"],
        secret("EdgeRules.ExtraActions.ActionParameter1 text"),
      );
      assert.deepEqual(state["zoneSecurityKey"], secret("ZoneSecurityKey text"));
    });
  });

  describe("read for an import", () => {
    it("declares settings that differ from a new zone's", async () => {
      const inputs = {
        name: "legacy",
        region: "NY",
        replicationRegions: ["DE", "LA"],
        zoneTier: 1,
        rewrite404To200: true,
      };
      const byId = await plugin.read("7");
      assert.deepEqual([byId.id, byId.inputs], ["7", inputs]);
      assert.deepEqual((await plugin.read("8")).inputs, { name: "plain", region: "DE" });
    });

    it("reads many from the list, and the parts of a pull zone with it", async () => {
      const ids = [500, 501, 502, 503, 504, 505, 506, 507, 508, 509];
      for (const id of ids) {
        emulator.pullZones.add({
          Id: id,
          Name: `many-${String(id)}`,
          Hostnames: [{ Id: id, Value: `w${String(id)}.example` }],
        });
      }
      emulator.clearJournal();
      const zones = ids.map((id) => plugin.read(String(id), { kind: "PullZone" }));
      const parts = ids.map((id) => plugin.read(`${String(id)}/w${String(id)}.example`, { kind: "PullZoneHostname" }));
      const read = await Promise.all([...zones, ...parts]);
      assert.deepEqual(
        read.map(({ id }) => id),
        ids.map(String).concat(ids.map((id) => `${String(id)}/w${String(id)}.example`)),
      );
      assert.ok(emulator.journal.length <= 3, String(emulator.journal.length));
    });

    it("takes over files, of which that run deletes none, but a later one", async () => {
      const kind = "StorageFolder";
      const source = mkdtempSync(path.join(tmpdir(), "protocol-"));
      const there = (): string[] => emulator.files.list(7).map((file) => file.path);
      try {
        writeFileSync(path.join(source, "index.html"), "home");
        emulator.files.write(7, "old.html", "old");
        const { state, inputs = {} } = await plugin.read("7/", { kind });
        assert.deepEqual((await plugin.check(inputs, { olds: inputs, kind })).failures, []);
        const { inputs: news } = await plugin.check({ storageZoneId: 7, source }, { olds: inputs, kind });
        await plugin.update("7/", state, inputs, news, { kind });
        assert.deepEqual(there(), ["index.html", "old.html"]);
        await plugin.configure(settings());
        await plugin.update("7/", state, inputs, news, { kind });
        assert.deepEqual(there(), ["index.html"]);
      } finally {
        rmSync(source, { recursive: true });
      }
    });

    it("fails for a missing zone", async () => {
      await assert.rejects(
        plugin.read("99"),
        /There is no storage zone 99 to import .* that the access key belongs to/,
      );
      await assert.rejects(
        plugin.read("nope"),
        /An import takes the id of a storage zone, but got: "nope"\. npx .* zones lists/,
      );
      for (const text of ["Legacy", "07"]) {
        const advice = /The id of storage zone "legacy" is 7: pulumi import cdn:index:StorageZone RESOURCE-NAME 7/;
        await assert.rejects(plugin.read(text), advice);
      }
      await assert.rejects(plugin.read("99", { kind: "PullZone" }), /There is no pull zone 99 to import/);
    });
  });

  describe("update and delete", () => {
    it("return everything but volatile fields in a preview", async () => {
      const { state, inputs = {} } = await plugin.read("8");
      emulator.clearJournal();
      const planned = await plugin.update("8", state, inputs, { ...inputs, rewrite404To200: true }, { preview: true });
      assert.deepEqual(planned["storageHostname"], state["storageHostname"]);
      assert.deepEqual([planned["rewrite404To200"], planned["dateModified"]], [true, unknown]);
      assert.deepEqual(sent(), []);
    });

    it("keep a secret whose declaration is taken out, also in a preview, in a refresh and after a failure", async () => {
      const inputs = { name: "assets", region: "DE", custom404FilePath: secret("/hidden"), rewrite404To200: false };
      const { id, state } = await plugin.create(inputs);
      const { custom404FilePath, ...news } = inputs;
      assert.deepEqual(state["custom404FilePath"], custom404FilePath);
      const planned = await plugin.update(id, state, inputs, news, { preview: true });
      assert.deepEqual(planned["custom404FilePath"], secret(unknown));
      const updated = await plugin.update(id, state, inputs, news);
      assert.deepEqual(updated["custom404FilePath"], custom404FilePath);
      const read = await plugin.read(id, { inputs: news, state: updated });
      assert.deepEqual([read.state["custom404FilePath"], read.inputs], [custom404FilePath, news]);
      emulator.setFaults([{ method: "POST", path: "/storagezone/*", fault: { kind: "status", status: 503 } }]);
      const failed = plugin.update(id, updated, news, { ...news, rewrite404To200: true });
      const incomplete = await failed.then(() => assert.fail("it must fail"), incompleteOf);
      assert.deepEqual(incomplete.state["custom404FilePath"], custom404FilePath);
      emulator.setFaults([]);
      const plain = { ...news, custom404FilePath: "/public" };
      assert.equal((await plugin.update(id, updated, news, plain))["custom404FilePath"], "/public");
    });

    it("know no output in a preview whose declaration is taken out, nor what the service changes with another", async () => {
      const planned = (kind: string, state: Bag, news: Bag): Promise<Bag> =>
        plugin.update("9", state, {}, news, { preview: true, kind });
      const web = {
        name: "web",
        originUrl: "https://o.example",
        originType: 0,
        burstSize: 1,
        __declared: ["name", "originUrl"],
      };
      const toZone = await planned("PullZone", web, { name: "web", storageZoneId: 8 });
      assert.deepEqual(
        ["originUrl", "originType", "storageZoneId", "burstSize"].map((name) => toZone[name]),
        [unknown, unknown, 8, 1],
      );
      const moved = { ...web, originLinkValue: "https://o.example", useBackgroundUpdate: false };
      const news = { name: "web", originUrl: "https://other.example", useStaleWhileOffline: true };
      const toOther = await planned("PullZone", moved, news);
      assert.deepEqual(toOther["originLinkValue"], secret(unknown));
      assert.equal(toOther["useBackgroundUpdate"], unknown);
      const same = await planned("PullZone", web, { name: "web", originUrl: "https://o.example", burstSize: 2 });
      assert.deepEqual([same["originUrl"], same["originType"], same["burstSize"]], ["https://o.example", 0, 2]);
      const www = { hostname: "www.acme.example", forceSSL: false, hasCertificate: false, __declared: ["hostname"] };
      const certified = await planned("PullZoneHostname", www, {
        hostname: "www.acme.example",
        managedCertificate: true,
      });
      assert.deepEqual([certified["hasCertificate"], certified["forceSSL"]], [unknown, false]);
      const dns = { domain: "acme.example", nameservers: ["kiki.bunny.net", "coco.bunny.net"], dsRecord: "DS" };
      const signed = { ...dns, dnsSecEnabled: true, __declared: ["domain", "dnsSecEnabled"] };
      const unsigned = await planned("DnsZone", signed, { domain: "acme.example", dnsSecEnabled: false });
      assert.equal(unsigned["dsRecord"], unknown);
      const own = { customNameserversEnabled: true, nameserver1: "ns1.acme.example", nameserver2: "ns2.acme.example" };
      const named = await planned("DnsZone", signed, { domain: "acme.example", dnsSecEnabled: true, ...own });
      assert.equal(named["nameservers"], unknown);
    });

    it("know no release in a preview that publishes code that is only saved", async () => {
      const news = { name: "api", type: "standalone", codeSha256: "saved" };
      const state = { ...news, liveSha256: "live", release: "r1", __declared: ["name", "type", "codeSha256"] };
      const planned = async (olds: Bag, declared: Bag): Promise<unknown[]> => {
        const result = await plugin.update("9", olds, {}, declared, { preview: true, kind: "EdgeScript" });
        return ["codeSha256", "liveSha256", "release"].map((name) => result[name]);
      };
      assert.deepEqual(await planned(state, news), ["saved", unknown, unknown]);
      assert.deepEqual(await planned(state, { ...news, publish: false }), ["saved", "live", "r1"]);
      const variables = { A: "1" };
      assert.deepEqual(await planned({ ...state, liveSha256: "saved" }, { ...news, variables }), [
        "saved",
        "saved",
        "r1",
      ]);
    });

    it("change and delete the zone", async () => {
      const { state, inputs = {} } = await plugin.read("8");
      const news = { ...inputs, custom404FilePath: secret("/404.html") };
      const updated = await plugin.update("8", state, inputs, news);
      assert.deepEqual(updated["custom404FilePath"], secret("/404.html"));
      assert.equal(emulator.storageZones.get(8)?.Custom404FilePath, "/404.html");
      await plugin.delete("8", updated);
      assert.ok(emulator.storageZones.get(8)?.Deleted);
    });
  });

  describe("invoke", () => {
    it("returns the object without its secrets, at any depth", async () => {
      emulator.pullZones.change(9, { StorageZoneId: 8 });
      const body = { ...filledPullZone(), Id: 9, NotInTheContract: "x" };
      emulator.setFaults([{ path: "/pullzone/9", fault: { kind: "status", status: 200, body } }]);
      const results = [
        await plugin.invoke("getStorageZone", { name: "plain" }),
        await plugin.invoke("getStorageZones", { search: null }),
        await plugin.invoke("getPullZone", { id: "9", includeCertificate: true, withSecrets: false }),
        await plugin.invoke("getPullZones", {}),
        await plugin.invoke("getAccessLogs", { pullZoneId: 9, status: ["4xx"] }),
      ];
      const [zone, zones, pullZone, pullZones, logs] = results;
      assert.deepEqual([zone?.["id"], zones?.["names"], pullZones?.["ids"]], [8, ["legacy", "plain"], [9]]);
      assert.equal((pullZone?.["hostnames"] as Bag[])[0]?.["certificate"], "Hostnames.Certificate text");
      assert.equal((logs?.["entries"] as Bag[])[0]?.["statusCode"], 404);
      const text = JSON.stringify(results);
      const names = ["assword", "Key", "Token", "Secret", "actionParameter", "authorizationHeader", "extraFields"];
      assert.deepEqual(text.match(new RegExp(`"\\w*(${names.join("|")})\\d?":`, "g")), null);
      assert.doesNotMatch(text, /4dabf18193072939515e22adb298388d/);
    });

    it("returns DNS zones by id or domain with their records, and all without, with marked values of variables", async () => {
      const { Id } = emulator.dnsZones.add({ Domain: "acme.example" });
      const EnviromentalVariables = [{ Name: "TOKEN", Value: "a-token" }];
      emulator.dnsRecords.add({ DnsZoneId: Id, Type: 11, LinkName: "5", EnviromentalVariables });
      const zone = await plugin.invoke("getDnsZone", { domain: "ACME.example" });
      assert.deepEqual([zone["id"], zone["nameservers"]], [Id, ["kiki.bunny.net", "coco.bunny.net"]]);
      const [record] = zone["records"] as Bag[];
      assert.deepEqual([record?.["type"], record?.["scriptId"]], ["Script", 5]);
      assert.doesNotMatch(JSON.stringify(zone), /a-token/);
      const open = await plugin.invoke("getDnsZone", { id: String(Id), withSecrets: true });
      const [{ environmentalVariables } = {}] = open["records"] as Bag[];
      assert.deepEqual(environmentalVariables, [{ name: "TOKEN", value: secret("a-token") }]);
      const { ids, domains, zones } = await plugin.invoke("getDnsZones", {});
      assert.deepEqual([ids, domains], [[Id], ["acme.example"]]);
      assert.ok(!("records" in ((zones as Bag[])[0] ?? {})));
    });

    it("returns edge scripts with their variables, and their deployment keys only if they are asked for", async () => {
      const { Id, DeploymentKey = "" } = emulator.edgeScripts.add({ Name: "hello" });
      const results = [
        await plugin.invoke("getEdgeScript", { name: "hello" }),
        await plugin.invoke("getEdgeScripts", {}),
      ];
      const [script, scripts] = results;
      assert.deepEqual([script?.["edgeScriptId"], script?.["edgeScriptVariables"], scripts?.["ids"]], [Id, [], [Id]]);
      assert.doesNotMatch(JSON.stringify(results), new RegExp(`deploymentKey|${DeploymentKey}`));
      const { deploymentKey } = await plugin.invoke("getEdgeScript", { edgeScriptId: Id, withSecrets: true });
      assert.deepEqual(deploymentKey, secret(DeploymentKey));
    });

    it("returns secrets marked if they are asked for", async () => {
      const zone = await plugin.invoke("getStorageZone", { name: "plain", withSecrets: true });
      assert.deepEqual(zone["password"], secret(emulator.storageZones.get(8)?.Password));
      const pullZone = await plugin.invoke("getPullZone", { id: "9", withSecrets: true });
      assert.deepEqual(pullZone["logForwardingToken"], secret("LogForwardingToken text"));
      const { entries } = await plugin.invoke("getAccessLogs", { pullZoneId: 9, status: ["4xx"], withSecrets: true });
      assert.deepEqual((entries as Bag[])[0]?.["authorizationHeader"], secret("Basic x"));
    });

    it("fails with the service's reason, and names an unknown argument", async () => {
      await assert.rejects(plugin.invoke("getPullZone", { id: 99 }), /404/);
      await assert.rejects(plugin.invoke("getStorageZone", { nam: "x" }), /nam is not an argument of getStorageZone/);
    });
  });

  describe("list", () => {
    it("has every object that can be imported, of zones those that are searched for, of parts those of one zone", async () => {
      const account = await startEmulator({
        accessKey,
        seed: {
          ...seed,
          pullZones: [
            { ...filledPullZone(), Id: 9, Name: "filled" },
            {
              Id: 10,
              Name: "second",
              OriginUrl: "https://o.example",
              Hostnames: [{ Value: "www.acme.example" }],
              EdgeRules: [{ Guid: "g1", ActionType: 0, Description: "force TLS", Triggers: [], Enabled: true }],
            },
          ],
          dnsZones: [{ Id: 3, Domain: "acme.example" }],
          dnsRecords: [{ DnsZoneId: 3, Id: 31, Type: 0, Name: "www", Value: "192.0.2.1" }],
          pullZoneShields: [{ Id: 70, pullZoneId: 10 }],
          shieldRateLimits: [{ Id: 8001, shieldZoneId: 70, ruleName: "Login" }],
          shieldAccessLists: [{ Id: 9001, shieldZoneId: 70, name: "office" }],
        },
      });
      try {
        await plugin.configure({ baseUrl: account.url, accessKey });
        const found = async (kind: string, query: Bag = {}): Promise<unknown> =>
          (await plugin.list(kind, query))?.found;
        assert.deepEqual(await found("StorageZone"), ["7 legacy", "8 plain"]);
        assert.deepEqual(await found("StorageZone", { search: "leg" }), ["7 legacy"]);
        assert.deepEqual(await found("PullZone"), ["9 filled", "10 second"]);
        assert.deepEqual(await found("DnsZone"), ["3 acme.example"]);
        assert.deepEqual(await found("DnsRecord"), ["3/31 www.acme.example A"]);
        assert.deepEqual(await found("PullZoneHostname", { pullZoneId: 10 }), ["10/www.acme.example www.acme.example"]);
        assert.deepEqual(await found("PullZoneEdgeRule"), ["10/g1 second-force TLS"]);
        assert.deepEqual(await found("PullZoneShield"), ["70 shield-10"]);
        assert.deepEqual(await found("ShieldRateLimit", { shieldZoneId: 70 }), ["70/8001 shield-10-Login"]);
        assert.deepEqual(await found("ShieldAccessList"), ["70/9001 shield-10-office"]);
      } finally {
        await account.close();
      }
    });

    it("comes in pages of the wanted size, up to the limit", async () => {
      assert.deepEqual(await plugin.list("StorageZone", {}, { pageSize: 1 }), { found: ["7 legacy"], next: "1" });
      const second = { found: ["8 plain"], next: "" };
      assert.deepEqual(await plugin.list("StorageZone", {}, { pageSize: 1, token: "1" }), second);
      assert.deepEqual(await plugin.list("StorageZone", {}, { limit: 1 }), { found: ["7 legacy"], next: "" });
      assert.deepEqual(await plugin.list("StorageZone", {}, { limit: 1, pageSize: 1 }), {
        found: ["7 legacy"],
        next: "",
      });
    });

    it("is unknown with an unknown filter, and refuses another filter and what has no list", async () => {
      assert.equal(await plugin.list("PullZoneHostname", { pullZoneId: unknown }), undefined);
      await assert.rejects(
        plugin.list("StorageZone", { region: "DE" }),
        /region is not a filter of the list of storage zones. The only filter is search$/,
      );
      await assert.rejects(
        plugin.list("DnsRecord", { dnsZoneId: "x" }),
        /The id of a DNS zone must be a positive integer/,
      );
      await assert.rejects(plugin.list("StorageFolder"), /There is no list of storage folders$/);
      await assert.rejects(plugin.list("PullZoneHostname", { pullZoneId: 99 }), /404/);
    });
  });

  it("says what it has where a resource or function is unknown, without a stack trace", async () => {
    await assert.rejects(plugin.check({}, { kind: "Bucket" }), ({ details }: { details: string }) => {
      assert.match(
        details,
        /^cdn:index:Bucket is not a resource type of this provider. Its types are cdn:index:StorageZone, .*cdn:index:DnsRecord\b/,
      );
      return true;
    });
    await assert.rejects(plugin.invoke("getBucket", {}), ({ details }: { details: string }) => {
      assert.match(
        details,
        /^cdn:index:getBucket is not a function of this provider. Its functions are getStorageZone, .*Logs$/,
      );
      return true;
    });
    await assert.rejects(plugin.list("Bucket"), /cdn:index:Bucket is not a resource/);
  });

  it("tells the engine that attaches to it, instead of the one before", async () => {
    const lines: string[] = [];
    const engine = await engineWith((line, done) => {
      lines.push(line);
      done();
    });
    try {
      await plugin.call("attach", new PluginAttach().setAddress(engine.address));
      await plugin.create({ name: "legacy", region: "NY", replicationRegions: ["LA", "DE"], adopt: true });
      while (lines.length === 0) await sleep(20);
      assert.match(lines.join(), /^Adopted storage zone "legacy" \(id: 7, /);
    } finally {
      engine.close();
    }
  });

  it("leaves the mark of a warning to the engine, which prints it, and has no mark on information", async () => {
    const lines: string[] = [];
    const engine = await engineWith((line, done, severity) => {
      lines.push(`${severity} ${line}`);
      done();
    });
    try {
      await plugin.call("attach", new PluginAttach().setAddress(engine.address));
      const folder = { storageZoneId: 7, source: "./nowhere" };
      await plugin.check(folder, { kind: "StorageFolder" });
      await plugin.create({ name: "legacy", region: "NY", replicationRegions: ["LA", "DE"], adopt: true });
      assert.match(lines[0] ?? "", /^WARNING The source \.\/nowhere does not exist\. /);
      assert.match(lines[1] ?? "", /^INFO Adopted storage zone "legacy"/);
    } finally {
      engine.close();
    }
  });

  it("ends an operation once the engine has its lines", async () => {
    const lines: string[] = [];
    const engine = await engineWith((line, done) => {
      setTimeout(() => {
        lines.push(line);
        done();
      }, 700);
    });
    try {
      await plugin.call("attach", new PluginAttach().setAddress(engine.address));
      await plugin.create({ name: "legacy", region: "NY", replicationRegions: ["LA", "DE"], adopt: true });
      assert.match(lines.join(), /^Adopted storage zone "legacy" \(id: 7, /);
    } finally {
      engine.close();
    }
  });

  it("stops waiting when it is cancelled, and keeps the created zone", async () => {
    const slow = await startEmulator({ accessKey, replicationMs: 60_000 });
    const cancelled = await Plugin.start();
    try {
      await cancelled.configure({ baseUrl: slow.url, accessKey });
      const inputs = { name: "assets", region: "DE", replicationRegions: ["NY"], waitForReplication: true };
      const incomplete = cancelled.create(inputs).then(() => assert.fail("it must fail"), incompleteOf);
      while (slow.journal.filter(({ method }) => method === "GET").length < 2) await sleep(20);
      await cancelled.call("cancel", new Empty());
      assert.equal((await incomplete).id, String(slow.storageZones.named("assets")?.Id));
    } finally {
      await cancelled.close();
      await slow.close();
    }
  });

  it("exits when its parent process is killed", async () => {
    const script = `const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(main)}], { stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.once("data", () => console.log(child.pid)); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [pid] = (await once(createInterface(parent.stdout), "line")) as [string];
    parent.kill("SIGKILL");
    for (let waited = 0; isRunning(Number(pid)); waited += 50) {
      assert.ok(waited < 5000, "the plugin outlived its parent");
      await sleep(50);
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts an engine that takes the lines of plugins. @param take calls `done` to confirm a line */
async function engineWith(
  take: (line: string, done: () => void, severity: string) => void,
): Promise<{ readonly address: string; close(): void }> {
  const engine = new Server();
  engine.addService(
    { log: EngineService.log },
    {
      log: ({ request }: { request: LogRequest }, done: (error: null, response: Empty) => void) => {
        const severity = request.getSeverity() === LogSeverity.WARNING ? "WARNING" : "INFO";
        take(request.getMessage(), () => done(null, new Empty()), severity);
      },
    },
  );
  const port = await promisify<string, ServerCredentials, number>(engine.bindAsync.bind(engine))(
    "127.0.0.1:0",
    ServerCredentials.createInsecure(),
  );
  return { address: `127.0.0.1:${String(port)}`, close: () => engine.forceShutdown() };
}
