import assert from "node:assert/strict";
import { changesOf, errorsOf, Fixture, recorded, stepOf, type Declared } from "./fixture";

describe("local engine: a refresh", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  const a: Declared = { name: "a", inputs: { name: "a", tags: ["x"], settings: { depth: 1 } } };
  const b: Declared = { name: "b", inputs: { name: "b", from: { ref: "a.token" } } };

  it("tells what changed out there by property, and what is gone, and changes nothing when it only previews", async () => {
    await fixture.up([a, b]);
    const clean = await fixture.stack().refresh({ expectNoChanges: true });
    assert.equal(clean.exitCode, 0);
    assert.deepEqual(clean.summary, { same: 3 });

    await fixture.change("a", { tags: ["x", "y"], settings: {} });
    await fixture.change("b", undefined);
    const preview = await fixture.stack().refresh({ previewOnly: true, expectNoChanges: true });
    assert.equal(preview.exitCode, 7);
    assert.deepEqual(preview.summary, { same: 1, update: 1, delete: 1 });
    assert.deepEqual(changesOf(preview), ["refresh fixture-test", "update a", "delete b"]);
    assert.deepEqual(stepOf(preview, "a").detailedDiff, { "tags[1]": "add", "settings.depth": "delete" });
    assert.deepEqual(stepOf(preview, "a").newInputs?.["tags"], ["x", "y"]);
    assert.notEqual(await recorded(fixture, "b"), undefined);

    await fixture.stack().refresh();
    assert.equal(await recorded(fixture, "b"), undefined);
    const state = (await recorded(fixture, "a")) as { inputs: Record<string, unknown> };
    assert.deepEqual(state.inputs["tags"], ["x", "y"]);
  });

  it("before a preview or an update shows how the drift would be mended, and mends it", async () => {
    await fixture.up([a, b]);
    await fixture.change("a", { tags: ["z"] });
    await fixture.change("b", undefined);
    const blind = await fixture.preview([a, b]);
    assert.deepEqual(blind.summary, { same: 3 });
    const stack = fixture.stack({ resources: [a, b] });
    const preview = await stack.preview({ refresh: true });
    const mending = changesOf(preview).filter((change) => !change.startsWith("refresh"));
    assert.deepEqual(mending, ["update a", "create b"]);
    assert.deepEqual(stepOf(preview, "a").detailedDiff, { "tags[0]": "update" });
    assert.equal((await stack.up({ refresh: true })).exitCode, 0);
    assert.deepEqual((await fixture.objects())["a"]?.["tags"], ["x"]);
    assert.notEqual((await fixture.objects())["b"], undefined);
  });

  it("configures providers from the state, or from today's configuration if it runs the program", async () => {
    const stack = (account: string): ReturnType<Fixture["stack"]> =>
      fixture.stack({ resources: [a] }, { config: { account }, secretConfig: {} });
    await stack("old").up();
    await fixture.calls();
    await stack("new").refresh();
    assert.deepEqual(
      (await fixture.calls("read")).map(({ account }) => account),
      ["old"],
    );
    await fixture.change("a", { tags: [] });
    const result = await stack("new").refresh({ runProgram: true });
    assert.deepEqual(
      (await fixture.calls("read")).map(({ account }) => account),
      ["new"],
    );
    assert.deepEqual(stepOf(result, "a").detailedDiff, { "tags[0]": "delete" });
    assert.equal(result.exitCode, 0);
    const state = (await recorded(fixture, "a")) as { inputs: Record<string, unknown> };
    assert.deepEqual(state.inputs["tags"], []);
  });

  it("fails for what cannot be read, and still takes in the rest", async () => {
    await fixture.up([a, { name: "bad", inputs: { name: "bad", failRead: true } }]);
    await fixture.change("a", { tags: ["z"] });
    const result = await fixture.stack().refresh();
    assert.equal(result.exitCode, 1);
    assert.match(errorsOf(result)[0] ?? "", /^bad: bad cannot be read/);
    const state = (await recorded(fixture, "a")) as { inputs: Record<string, unknown> };
    assert.deepEqual(state.inputs["tags"], ["z"]);
    assert.notEqual(await recorded(fixture, "bad"), undefined);
  });
});
