import assert from "node:assert/strict";
import { unknownValue } from "../../engine";
import { changesOf, errorsOf, Fixture, nameOf, recorded, stepOf, type Declared } from "./fixture";

describe("local engine: an update", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  const a: Declared = { name: "a", inputs: { name: "a", tags: ["x"], settings: { depth: 1 } } };
  const b: Declared = { name: "b", inputs: { name: "b", from: { ref: "a.token" } } };

  it("creates what the program declares, after a preview that does nothing and does not know the outputs", async () => {
    const program = { resources: [a, b], outputs: { id: { ref: "a.id" }, token: { ref: "b.from" } } };
    const preview = await fixture.stack(program).preview();
    assert.equal(preview.exitCode, 0);
    assert.deepEqual(changesOf(preview), ["create fixture-test", "create a", "create b"]);
    assert.deepEqual(await fixture.objects(), {});
    assert.equal(stepOf(preview, "b").newInputs?.["from"], unknownValue);
    assert.equal(preview.outputs["id"]?.value, unknownValue);
    assert.deepEqual((await fixture.stack().exportState()).deployment.resources, []);

    const up = await fixture.stack(program).up();
    assert.equal(up.exitCode, 0);
    assert.deepEqual(up.summary, { create: 3 });
    const id = up.outputs["id"]?.value as string;
    assert.match(id, /^a-/);
    assert.deepEqual(up.outputs["token"], { value: `token-of-${id}`, secret: false });
    assert.equal((await fixture.objects())["b"]?.["from"], `token-of-${id}`);
    assert.deepEqual(await fixture.stack().outputs(), up.outputs);
  });

  it("changes nothing when the program says the same, and tells which nested properties changed when not", async () => {
    await fixture.up([a, b]);
    await fixture.calls();
    const same = await fixture.stack({ resources: [a, b] }).up({ expectNoChanges: true });
    assert.equal(same.exitCode, 0);
    assert.deepEqual(same.summary, { same: 3 });
    const [check] = await fixture.calls("check");
    assert.deepEqual(check?.olds, { ...check?.news, ttl: 60 });

    const changed = { ...a, inputs: { name: "a", tags: ["y", "z"], settings: {}, note: "new" } };
    const preview = await fixture.stack({ resources: [changed, b] }).preview({ expectNoChanges: true });
    assert.equal(preview.exitCode, 7);
    assert.deepEqual(stepOf(preview, "a").detailedDiff, {
      "tags[0]": "update",
      "tags[1]": "add",
      "settings.depth": "delete",
      note: "add",
    });
    // The provider does not say whether the token stays, so a preview has to assume that it may not.
    assert.deepEqual(changesOf(preview), ["update a", "update b"]);
    const up = await fixture.up([changed, b]);
    assert.deepEqual(changesOf(up), ["update a"]);
    assert.deepEqual((await fixture.objects())["a"]?.["tags"], ["y", "z"]);
  });

  it("deletes what the program no longer declares, dependents first", async () => {
    const slow = { ...b, inputs: { ...b.inputs, slow: 100 } };
    await fixture.up([a, slow]);
    await fixture.calls();
    const up = await fixture.up([]);
    assert.deepEqual(changesOf(up), ["delete b", "delete a"]);
    const order = (await fixture.calls("delete", "deleted")).map(({ call, name }) => `${call} ${name}`);
    assert.deepEqual(order, ["delete b", "deleted b", "delete a", "deleted a"]);
    // Nobody needs the default provider any more.
    const { resources = [] } = (await fixture.stack().exportState()).deployment;
    assert.deepEqual(
      resources.map(({ urn }) => nameOf(urn)),
      ["fixture-test"],
    );
  });

  it("works on independent resources side by side, within the limit", async () => {
    const slow = ["p", "q", "r"].map((name) => ({ name, inputs: { name, slow: 300 } }));
    await fixture.stack({ resources: slow }).up({ parallel: 2 });
    const spans = await fixture.calls("create", "created");
    let running = 0;
    const most = Math.max(...spans.map(({ call }) => (running += call === "create" ? 1 : -1)));
    assert.equal(most, 2);
  });

  it("leaves out changes that are to be ignored, and asks the provider when it is vague", async () => {
    const lax = (inputs: object, ignoreChanges: string[]): Declared => ({
      ...{ name: "a", inputs: { name: "a", ...inputs } },
      options: { ignoreChanges },
    });
    await fixture.up([lax({ tags: ["x"], settings: { depth: 1, width: 1 } }, [])]);
    const up = await fixture.up([lax({ tags: ["y"], settings: { depth: 2, width: 2 } }, ["tags", "settings.depth"])]);
    assert.deepEqual(stepOf(up, "a").detailedDiff, { "settings.width": "update" });
    assert.deepEqual((await fixture.objects())["a"]?.["settings"], { depth: 1, width: 2 });

    const vague = await fixture.preview([lax({ vague: true }, [])]);
    assert.deepEqual(changesOf(vague), ["update a"]);
    assert.equal(stepOf(vague, "a").detailedDiff, undefined);
  });

  it("keeps components with their children and outputs", async () => {
    const box: Declared = { kind: "box", name: "box", inputs: { size: 1, inside: { ref: "a.id" } } };
    const child: Declared = { name: "c", inputs: { name: "c" }, options: { parent: { ref: "box" } } };
    await fixture.up([a, box, child]);
    const state = await recorded(fixture, "box");
    assert.match(String((state?.["outputs"] as Record<string, unknown>)["inside"]), /^a-/);
    const inner = await recorded(fixture, "c");
    assert.equal(inner?.["parent"], "urn:pulumi:test::fixture::fixture:index:Box::box");
    assert.equal(inner["urn"], "urn:pulumi:test::fixture::fixture:index:Box$pulumi-nodejs:dynamic/fixture:Thing::c");
    const up = await fixture.up([a, { ...box, inputs: { ...box.inputs, size: 2 } }, child]);
    assert.deepEqual(changesOf(up), ["update box"]);
  });

  it("knows a resource by its aliases, and its children by its parent's", async () => {
    const box = (name: string, aliases: unknown[]): Declared => ({ kind: "box", name, options: { aliases } });
    const child = (name: string, parent: string, options: object = {}): Declared => ({
      ...{ name, inputs: { name: "c" } },
      options: { parent: { ref: parent }, ...options },
    });
    await fixture.up([box("old", []), child("old-c", "old"), { name: "x", inputs: { name: "x" } }]);
    const urn = "urn:pulumi:test::fixture::pulumi-nodejs:dynamic/fixture:Thing::x";
    const moved = [
      box("new", [{ name: "old" }]),
      child("new-c", "new"),
      { name: "y", inputs: { name: "x" }, options: { aliases: [urn] } },
    ];
    const up = await fixture.up(moved);
    assert.deepEqual(changesOf(up), []);
    assert.equal(up.exitCode, 0);
  });

  it("refuses two resources of one URN", async () => {
    const up = await fixture.up([a, { kind: "box", name: "box" }, a]);
    assert.equal(up.exitCode, 1);
    assert.match(errorsOf(up).join("\n"), /Duplicate resource URN .*::a'; try giving it a unique name/);
  });
});
