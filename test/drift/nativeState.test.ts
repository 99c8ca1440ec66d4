import assert from "node:assert/strict";
import { detectDrift, type DriftReport } from "../../drift";
import { type Emulator, startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import type { Properties } from "../../provider/declared/properties";
import { pullZoneLifeCycle } from "../../provider/lifecycle/pullZone";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { withSecretsMarked } from "../../provider/wire/secrets";
import type { Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { settings } from "../api/support";
import { contextOf } from "../lifecycle/support";
import { filledPullZone } from "../fixtures/objects";
import { inCheckpoint, specialKey } from "./support/state";

/** The outputs in a state that can't be decrypted: each secret is sealed in its place. */
const sealed = (table: Table, outputs: Properties): unknown => inCheckpoint(withSecretsMarked(table, outputs), false);

describe("drift of a state with dynamic and native resources", () => {
  let emulator: Emulator;
  let state: object;

  before(async () => {
    const zone = { Region: "DE" };
    const storageZones = [
      { ...zone, Id: 1, Name: "acme-native" },
      { ...zone, Id: 2, Name: "acme-dynamic" },
    ];
    emulator = await startEmulator({ seed: { storageZones, pullZones: [{ ...filledPullZone(), Id: 9 }] } });
    const client = new CdnClient(settings(emulator.url, { accessKey: emulator.accessKey }));
    const native = await storageZoneLifeCycle.import(contextOf(client), "1");
    const dynamic = await storageZoneLifeCycle.import(contextOf(client), "2");
    const site = await pullZoneLifeCycle.read({ reader: client.reads }, "9", {});
    const resource = (type: string, name: string, more: object): object => {
      const provider = type.startsWith("cdn:") ? "pulumi:providers:cdn" : "pulumi:providers:pulumi-nodejs";
      const urn = (of: string, called: string): string => `urn:pulumi:dev::shop::${of}::${called}`;
      return { urn: urn(type, name), custom: true, type, provider: `${urn(provider, "default")}::1`, ...more };
    };
    const __provider = "text";
    const resources = [
      resource("pulumi:providers:pulumi-nodejs", "default", { id: "1", inputs: {} }),
      resource("pulumi:providers:cdn", "default", { id: "1", inputs: { baseUrl: emulator.url } }),
      resource("cdn:index:StorageZone", "native", {
        id: "1",
        // Declared as it stood, so the engine kept the outputs of the step before.
        inputs: { ...native.inputs, zoneTier: 0 },
        outputs: sealed(storageZoneTable, native.state),
      }),
      resource("pulumi-nodejs:dynamic/cdn:StorageZone", "dynamic", {
        id: "2",
        inputs: { ...dynamic.inputs, __provider },
        outputs: sealed(storageZoneTable, { ...dynamic.state, __provider }),
      }),
      resource("cdn:index:PullZone", "site", {
        id: "9",
        external: true,
        inputs: {},
        outputs: sealed(pullZoneTable, site?.state ?? {}),
      }),
    ];
    state = { version: 3, deployment: { resources } };
  });
  after(() => emulator.close());

  const check = (): Promise<DriftReport> =>
    detectDrift({
      states: [{ state: JSON.stringify(state) }],
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
    });
  const found = ({ stacks }: DriftReport): string[] =>
    stacks.flatMap(({ resources }) =>
      resources.flatMap(({ name, differences = [] }) => differences.map(({ property }) => `${name} ${property}`)),
    );

  it("is none where nobody changed anything", async () => {
    const report = await check();
    assert.deepEqual([report.verdict, found(report)], ["clean", []]);
  });

  it("is found in both, and beside nested secrets", async () => {
    emulator.storageZones.change(1, { ZoneTier: 1 });
    emulator.storageZones.change(2, { Rewrite404To200: true });
    const [rule] = emulator.pullZones.get(9)?.EdgeRules ?? [];
    emulator.pullZones.change(9, { EdgeRules: [{ ...rule, Description: "changed" }] as never });
    assert.deepEqual(found(await check()).sort(), [
      "dynamic rewrite404To200",
      "native zoneTier",
      'site edgeRules[guid="EdgeRules.Guid text"].description',
    ]);
  });

  it("is found in a list with an encrypted element by its length only", async () => {
    const text = JSON.stringify(state);
    const region = JSON.stringify({ [specialKey]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x:y" });
    const states = [{ state: text.replace('"name":"acme-native"', `$&,"replicationRegions":[${region},"SYD"]`) }];
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const about = async (): Promise<unknown> => {
      const [stack] = (await detectDrift({ states, env })).stacks;
      const zone = stack?.resources.find(({ name }) => name === "native");
      const differences = zone?.differences.filter(({ property }) => property === "replicationRegions");
      return {
        differences: differences?.map(({ hidden }) => hidden),
        isCompared: zone?.notCompared.includes("replicationRegions") === false,
      };
    };
    emulator.storageZones.change(1, { ReplicationRegions: ["NY", "SYD"] });
    assert.deepEqual(await about(), { differences: [], isCompared: false });
    emulator.storageZones.change(1, { ReplicationRegions: ["SYD"] });
    assert.deepEqual(await about(), { differences: [true], isCompared: true });
  });

  it("of a dynamic resource is what a refresh reads, by the names that its state records", async () => {
    const declared = JSON.stringify({ replicationRegions: [] }).slice(1, -1);
    const text = JSON.stringify(state).replace(
      /"__declared":\["name","region"\],"__mark":"\w+","__provider"/,
      (found) => found.replace("]", ',"replicationRegions"]').replace('"__provider"', `${declared},"__provider"`),
    );
    assert.notEqual(text, JSON.stringify(state));
    emulator.storageZones.change(2, { ReplicationRegions: ["SYD"] });
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const [stack] = (await detectDrift({ states: [{ state: text }], env })).stacks;
    const zone = stack?.resources.find(({ name }) => name === "dynamic");
    const difference = zone?.differences.find(({ property }) => property === "replicationRegions");
    assert.deepEqual([difference?.class, difference?.counts], ["declared", true]);
  });

  it("in secret regions is not said to be restored where pulumi up refuses that, nor shown", async () => {
    const secret = { [specialKey]: "1b47061264138c4ac30d75fd1eb44270", plaintext: '["LA"]' };
    const text = JSON.stringify(state).replace(
      '"name":"acme-native"',
      `$&,"replicationRegions":${JSON.stringify(secret)}`,
    );
    emulator.storageZones.change(1, { ZoneTier: 0, ReplicationRegions: ["LA", "SYD"] });
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
    const [stack] = (await detectDrift({ states: [{ state: text }], env })).stacks;
    const zone = stack?.resources.find(({ name }) => name === "native");
    assert.match(zone?.next[0]?.purpose ?? "", /can't restore it: replicationRegions must keep every region/);
    assert.doesNotMatch(JSON.stringify(zone), /SYD/);
  });
});
