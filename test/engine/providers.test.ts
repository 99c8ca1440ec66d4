import assert from "node:assert/strict";
import { changesOf, Fixture, nameOf, recorded, stepOf, type Declared } from "./fixture";

describe("local engine: providers and resources that are only read", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open({ config: { account: "main" } });
  });
  afterEach(() => fixture.close());

  const thing = (name: string, options: Record<string, unknown> = {}): Declared => ({
    name,
    inputs: { name },
    options,
  });
  const provider = (account: unknown): Declared => ({
    kind: "provider",
    name: "other",
    inputs: { "fixture:account": account },
  });

  it("gives each explicit provider a process of its own with its own configuration", async () => {
    const declared = [provider({ secret: "second" }), thing("a"), thing("b", { provider: { ref: "other" } })];
    const up = await fixture.up(declared);
    assert.deepEqual(up.summary, { create: 4 });
    const made = (await fixture.calls("create")).map(({ name, account }) => `${name} by ${account}`).sort();
    assert.deepEqual(made, ["a by main", "b by second"]);
    const { resources = [] } = (await fixture.stack().exportState()).deployment;
    assert.deepEqual(resources.map(({ urn }) => nameOf(urn)).sort(), ["a", "b", "default", "fixture-test", "other"]);
    assert.doesNotMatch(JSON.stringify(resources), /second/);

    // What is deleted later needs the provider that the program no longer declares.
    await fixture.up([thing("a")]);
    assert.deepEqual(
      (await fixture.calls("delete")).map(({ account }) => account),
      ["second"],
    );
  });

  it("cannot ask a provider whose configuration is not known in a preview, and does not fail for it", async () => {
    const declared = [thing("a"), provider({ ref: "a.token" }), thing("b", { provider: { ref: "other" } })];
    const preview = await fixture.preview(declared);
    assert.equal(preview.exitCode, 0);
    assert.deepEqual(preview.summary, { create: 4 });
    const up = await fixture.up(declared);
    assert.equal(up.exitCode, 0);
    assert.match((await fixture.calls("create")).at(-1)?.account ?? "", /^token-of-a/);
  });

  it("reads by id on every run what the program gets, and neither updates nor deletes it", async () => {
    await fixture.up([thing("owner")]);
    const [id] = (await fixture.calls("created")).map((call) => call.id);
    const got: Declared = { name: "got", options: { id } };
    const reading = [thing("owner"), got, { name: "user", inputs: { name: "user", from: { ref: "got.token" } } }];
    const preview = await fixture.preview(reading);
    assert.equal(stepOf(preview, "user").newInputs?.["from"], `token-of-${id}`, "a read happens in previews too");
    await fixture.calls();
    await fixture.up(reading);
    const [read] = await fixture.calls("read");
    assert.deepEqual(Object.keys(read?.state ?? {}), ["__provider"]);
    const state = await recorded(fixture, "got");
    assert.deepEqual([state?.["external"], state?.["id"]], [true, id]);
    assert.equal((await fixture.stack({ resources: reading }).preview({ expectNoChanges: true })).exitCode, 0);

    await fixture.change("owner", { note: "by hand" });
    const drift = await fixture.stack().refresh({ previewOnly: true });
    assert.deepEqual(stepOf(drift, "got").detailedDiff, { note: "add" });

    const gone = await fixture.up([thing("owner")]);
    assert.deepEqual(changesOf(gone).sort(), ["delete user", "discard got"]);
    assert.notEqual((await fixture.objects())["owner"], undefined);
  });

  it("takes over what it had only read by creating anew, and lets go of what it now only reads", async () => {
    await fixture.up([thing("owner")]);
    const [id] = (await fixture.calls("created")).map((call) => call.id);
    await fixture.up([thing("owner"), { name: "x", options: { id } }]);
    const owned = await fixture.up([thing("owner"), thing("x")]);
    assert.deepEqual(changesOf(owned), ["create-replacement x", "replace x", "discard-replaced x"]);
    await fixture.calls();
    const read = await fixture.up([thing("owner"), { name: "x", options: { id } }]);
    assert.deepEqual(changesOf(read), ["read-replacement x", "replace x", "delete-replaced x"]);
    assert.deepEqual(
      (await fixture.calls("delete")).map(({ name }) => name),
      ["x"],
    );
  });
});
