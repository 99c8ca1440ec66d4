import assert from "node:assert/strict";
import type { ServiceError } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import { startEmulator } from "../../../emulator";
import { canaryKey } from "../../api/support";
import type { Bag } from "./served";
import { __provider, bag, Served } from "./served";

/** State as Pulumi returns it to a provider: with secrets unwrapped. */
function unwrapped(outputs: Bag): Bag {
  const wrapped = (value: unknown): value is { value: unknown } =>
    typeof value === "object" && value !== null && "4dabf18193072939515e22adb298388d" in value;
  return Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, wrapped(value) ? value.value : value]));
}

describe("The provider in the SDK's dynamic provider process", () => {
  let emulator: Emulator;
  let served: Served;
  before(async () => {
    emulator = await startEmulator({ accessKey: canaryKey });
    served = await Served.start({ "cdn:baseUrl": emulator.url, "cdn:accessKey": canaryKey, "cdn:maxRetries": "1" });
  });
  // A process is one run, in which names are unique.
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

  it("keeps the id and state of a zone whose creation fails halfway", async () => {
    emulator.setFaults([{ method: "POST", path: "/storagezone/*", fault: { kind: "status", status: 403 } }]);
    const { metadata } = await served.create({ name, region: "DE", rewrite404To200: true }).then(
      () => assert.fail("expected an error"),
      (error: unknown) => error as ServiceError,
    );
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
