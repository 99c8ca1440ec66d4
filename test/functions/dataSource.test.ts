import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { ConfigurationError, NotFoundError } from "../../provider/api/errors";
import { getPullZoneOutput, getPullZonesOutput, getStorageZone, getStorageZoneOutput, Provider } from "../../provider";
import { canaryKey } from "../api/support";

describe("An explicit provider", () => {
  let emulator: Emulator;
  const registered = new Map<string, Record<string, unknown>>();
  const settled = async (provider: Provider): Promise<Record<string, unknown>> => {
    await (provider.urn as unknown as { promise(): Promise<unknown> }).promise();
    return registered.get(provider.variableName) ?? {};
  };
  before(async () => {
    emulator = await startEmulator({
      accessKey: canaryKey,
      seed: {
        storageZones: [{ Id: 1, Name: "assets" }],
        pullZones: [{ Id: 2, Name: "web", EdgeRules: [{ Guid: "g", ActionParameter1: "token" }] }],
      },
    });
    await pulumi.runtime.setMocks(
      {
        newResource: ({ name, inputs }) => {
          registered.set(name, inputs as Record<string, unknown>);
          return { id: name, state: inputs as object };
        },
        call: ({ inputs }) => inputs as object,
      },
      "project",
      "stack",
      true,
    );
  });
  after(async () => {
    pulumi.runtime.resetOptions("project", "stack", -1, "", "", false, "");
    await emulator.close();
  });

  it("gives functions its settings", async () => {
    const provider = new Provider("known", { baseUrl: emulator.url, accessKey: pulumi.secret(canaryKey) });
    assert.equal((await getStorageZone({ id: 1 }, { provider })).name, "assets");
    await assert.rejects(getStorageZone({ id: 2 }, { provider }), NotFoundError);
  });

  it("inherits a secret setting of the stack as a secret, and others plain", async () => {
    pulumi.runtime.setAllConfig(
      { "cdn:baseUrl": emulator.url, "cdn:logsBaseUrl": "https://logs.example.com/token", "cdn:timeoutSeconds": "5" },
      ["cdn:logsBaseUrl"],
    );
    const inputs = await settled(new Provider("inheriting", { accessKey: canaryKey }));
    const secret = Object.keys(inputs).filter((key) => typeof inputs[key] !== "string");
    assert.deepEqual(secret.sort(), ["cdn:accessKey", "cdn:logsBaseUrl"]);
  });

  it("does not inherit the stack's logsBaseUrl if it has its own baseUrl", async () => {
    pulumi.runtime.setAllConfig({ "cdn:baseUrl": "https://a.example.com", "cdn:logsBaseUrl": "https://b.example.com" });
    const own = await settled(new Provider("own", { baseUrl: emulator.url, accessKey: canaryKey }));
    assert.equal(own["cdn:logsBaseUrl"], undefined);
    const shared = await settled(new Provider("shared", { accessKey: canaryKey }));
    assert.equal(shared["cdn:logsBaseUrl"], "https://b.example.com");
  });

  it("gives results of the Output form as secrets, if they contain a secret or their arguments are secret", async () => {
    const provider = new Provider("secrecy", { baseUrl: emulator.url, accessKey: canaryKey });
    const zone = getStorageZoneOutput({ id: 1 }, { provider });
    const pullZone = getPullZoneOutput({ id: 2 }, { provider });
    const { zones, ids, names } = getPullZonesOutput({}, { provider });
    const secret = [zone, zone.password, pullZone.edgeRules, zones];
    const plain = [zone.name, zone.replicationRegions, pullZone.hostnames, ids, names];
    for (const output of [...secret, ...plain] as pulumi.Output<unknown>[]) {
      assert.equal(await pulumi.isSecret(output), (secret as unknown[]).includes(output));
    }
    const parameters = pullZone.edgeRules.apply((rules) => rules.map(({ actionParameter1 }) => actionParameter1));
    assert.deepEqual(await new Promise((resolve) => parameters.apply(resolve)), ["token"]);
    for (const args of [pulumi.secret({ id: 1 }), { name: pulumi.secret("assets") }]) {
      const asked = getStorageZoneOutput(args, { provider });
      assert.equal(await pulumi.isSecret(pulumi.output(asked.name)), true, "a secret argument makes all of it secret");
    }
  });

  it("fails a function while its settings are unknown, and does not call the Output form", async () => {
    const unknown = (pulumi.output("x") as unknown as { constructor: OutputConstructor }).constructor;
    const later = new unknown(
      [],
      Promise.resolve("later"),
      Promise.resolve(false),
      Promise.resolve(false),
      Promise.resolve([]),
    );
    const provider = new Provider("later", { baseUrl: emulator.url, accessKey: later as pulumi.Output<string> });
    emulator.clearJournal();
    await assert.rejects(getStorageZone({ id: 1 }, { provider }), (error: Error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.match(error.message, /The settings of the provider "later" are not known yet.*Use the Output form/);
      return true;
    });
    const output = getStorageZoneOutput({ id: 1 }, { provider }) as unknown as { isKnown: Promise<boolean> };
    assert.equal(await output.isKnown, false);
    assert.deepEqual(emulator.journal, []);
  });
});

type OutputConstructor = new (
  resources: pulumi.Resource[],
  promise: Promise<unknown>,
  isKnown: Promise<boolean>,
  isSecret: Promise<boolean>,
  allResources: Promise<pulumi.Resource[]>,
) => pulumi.Output<unknown>;
