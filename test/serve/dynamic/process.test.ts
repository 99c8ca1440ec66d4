import assert from "node:assert/strict";
import type { ServiceError } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import { startEmulator } from "../../../emulator";
import { canaryKey } from "../../api/support";
import type { Bag } from "./served";
import { __provider, bag, Served } from "./served";

async function refusal(call: Promise<unknown>): Promise<ServiceError> {
  return call.then(
    (value) => assert.fail(`it must fail, but answered ${JSON.stringify(value)}`),
    (error: unknown) => error as ServiceError,
  );
}

/** State as Pulumi hands it back: without the envelopes of secrets. */
function unwrapped(outputs: Bag): Bag {
  const wrapped = (value: unknown): value is { value: unknown } =>
    typeof value === "object" && value !== null && "4dabf18193072939515e22adb298388d" in value;
  return Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, wrapped(value) ? value.value : value]));
}

describe("the provider in the SDK's own dynamic provider process", () => {
  let emulator: Emulator;
  let served: Served;
  before(async () => {
    emulator = await startEmulator({ accessKey: canaryKey });
    served = await Served.start({ "cdn:baseUrl": emulator.url, "cdn:accessKey": canaryKey, "cdn:maxRetries": "1" });
  });
  // One process is one run, in which no two resources may have one name.
  let name = "";
  let nth = 0;
  beforeEach(() => {
    emulator.reset();
    name = `assets-${String(nth++)}`;
  });
  after(async () => {
    await served.end();
    await emulator.close();
  });

  it("checks, creates, reads, diffs, updates and deletes", async () => {
    const { inputs, failures } = await served.check({ name, region: "de", replicationRegions: ["ny"] });
    assert.deepEqual(failures, []);
    assert.deepEqual(inputs, { name, region: "DE", replicationRegions: ["NY"], __provider });
    const { id, outputs } = await served.create(inputs);
    assert.equal(emulator.storageZones.get(Number(id))?.Name, name);
    assert.equal(outputs["__provider"], __provider);
    const state = unwrapped(outputs);
    const seen = await served.read(id, state);
    assert.deepEqual(unwrapped(seen.outputs), state);
    assert.deepEqual(seen.inputs, inputs);
    const unknown = 0;
    assert.deepEqual(await served.diff(state, inputs), { changes: unknown, replaces: [], deleteFirst: true });
    assert.deepEqual(await served.diff(state, { ...inputs, region: "LA" }), {
      changes: unknown,
      replaces: ["region"],
      deleteFirst: true,
    });
    const updated = await served.update(id, state, { ...inputs, rewrite404To200: true });
    assert.equal(updated["rewrite404To200"], true);
    await served.delete(id, unwrapped(updated));
    assert.equal(emulator.storageZones.get(Number(id))?.Deleted, true);
  });

  it("marks passwords secret on the wire, and nothing else", async () => {
    const { outputs } = await served.create({ name, region: "DE" });
    const secret = Object.entries(outputs).filter(([, value]) => JSON.stringify(value)?.includes("4dabf18193072939"));
    assert.deepEqual(secret.map(([key]) => key).sort(), ["password", "readOnlyPassword"]);
  });

  it("reports failures of a check on their properties, and checks without a single request", async () => {
    const { failures } = await served.check({ name: "", region: "MARS" });
    assert.deepEqual(failures.map((failure) => failure.split(" ")[0]).sort(), ["name", "region"]);
    assert.deepEqual(emulator.journal, []);
  });

  it("keeps id and state of a zone whose creation fails half-way", async () => {
    emulator.setFaults([{ method: "POST", path: "/storagezone/*", fault: { kind: "status", status: 403 } }]);
    const { metadata } = await refusal(served.create({ name, region: "DE", rewrite404To200: true }));
    const [details] = metadata.get("grpc-status-details-bin");
    const [any] = Status.deserializeBinary(details as Buffer).getDetailsList();
    const failed = ErrorResourceInitFailed.deserializeBinary(any?.getValue_asU8() ?? assert.fail());
    const live = emulator.storageZones.named(name);
    assert.equal(failed.getId(), String(live?.Id));
    const properties = bag(failed.getProperties());
    assert.equal(properties["__provider"], __provider);
    assert.equal(unwrapped(properties)["password"], live?.Password);
    assert.match(failed.getReasonsList().join(), /failed with 403/);
  });

  it("reads a zone that is gone as gone, and fails for one that was never there", async () => {
    const { id, outputs } = await served.create({ name, region: "DE" });
    emulator.storageZones.delete(Number(id));
    const seen = await served.read(id, { ...unwrapped(outputs), dateModified: "2026-01-01T00:00:00Z" });
    assert.equal(seen.id, "");
    const { details } = await refusal(served.read("99", {}));
    assert.match(details, /There is no storage zone 99 in this account/);
  });

  it("works for many at once, each answer with its own question", async () => {
    const names = Array.from({ length: 40 }, (_, n) => `zone-${String(n)}`);
    const made = await Promise.all(names.map((name) => served.create({ name, region: "DE" })));
    for (const [n, { id, outputs }] of made.entries()) {
      assert.equal(outputs["name"], names[n]);
      assert.equal(emulator.storageZones.get(Number(id))?.Name, names[n]);
      assert.equal(unwrapped(outputs)["password"], emulator.storageZones.get(Number(id))?.Password);
    }
    assert.equal(emulator.storageZones.list().length, names.length);
  });

  it("replaces a resource that was moved to it from another account's provider, and keeps one of its own account", async () => {
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

  it("prints neither key nor password nor stack, whatever fails", async () => {
    const { outputs } = await served.create({ name, region: "DE" });
    emulator.setAccessKey("rotated");
    const errors = [
      await refusal(served.create({ name: "other", region: "DE" })),
      await refusal(served.read("1", unwrapped(outputs))),
      await refusal(served.delete("1", unwrapped(outputs))),
      await refusal(served.update("1", unwrapped(outputs), { name, region: "DE" })),
    ];
    const text = errors.map(({ details }) => details).join("\n") + served.printed;
    assert.match(text, /The access key was refused. Set a valid one .* with: pulumi config set --secret cdn:accessKey/);
    for (const secret of [canaryKey, emulator.storageZones.named(name)?.Password ?? assert.fail()]) {
      assert.ok(!text.includes(secret));
    }
    assert.doesNotMatch(text, /\n\s+at /);
  });
});

describe("the configuration of that process", () => {
  it("is overridden by the environment: a rotated key works although the state holds the old one", async () => {
    const emulator = await startEmulator({ accessKey: "new-key", seed: { storageZones: [{ Id: 1 }] } });
    const config = { "cdn:baseUrl": emulator.url, "cdn:accessKey": "old-key" };
    const served = await Served.start(config, { CDN_ACCESS_KEY: "new-key" });
    try {
      assert.equal((await served.read("1", {})).id, "1");
    } finally {
      await served.end();
      await emulator.close();
    }
  });

  it("is reported in a check where it is missing, so that a preview says what an update would fail of", async () => {
    const served = await Served.start({});
    try {
      const { details } = await refusal(served.check({ name: "assets", region: "DE" }));
      assert.match(details, /cdn:baseUrl is not set\. Set it with: pulumi config set cdn:baseUrl/);
      assert.match(details, /cdn:accessKey is not set/);
    } finally {
      await served.end();
    }
  });
});
