import assert from "node:assert/strict";
import { changesOf, errorsOf, Fixture, recorded, stepOf, type Declared } from "./fixture";

describe("local engine: replacements, protection and retention", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  const thing = (name: string, inputs: object = {}, options: Record<string, unknown> = {}): Declared => ({
    ...{ name, inputs: { name, ...inputs } },
    options,
  });

  it("creates the replacement first, moves dependents over, and deletes the old one last", async () => {
    const b = thing("b", { from: { ref: "a.token" } });
    await fixture.up([thing("a", { region: "eu" }), b]);
    await fixture.calls();
    const up = await fixture.up([thing("a", { region: "us" }), b]);
    assert.deepEqual(changesOf(up), ["create-replacement a", "replace a", "update b", "delete-replaced a"]);
    assert.deepEqual(up.summary, { replace: 1, update: 1, same: 1 });
    assert.deepEqual(stepOf(up, "a").urn.split("::").at(-1), "a");
    const calls = await fixture.calls();
    const checks = calls.filter(({ call, name }) => call === "check" && name === "a");
    // A replacement does not inherit the defaults of what it replaces.
    assert.deepEqual(checks.at(-1)?.olds, {});
    const work = calls.filter(({ call }) => ["create", "update", "delete"].includes(call));
    assert.deepEqual(
      work.map(({ call, name }) => `${call} ${name}`),
      ["create a", "update b", "delete a"],
    );
  });

  it("deletes first where two cannot exist side by side, along with dependents that must follow", async () => {
    const a = (region: string): Declared => thing("a", { region, exclusive: true });
    const follower = thing("b", { region: { ref: "a.token" } });
    const bystander = thing("c", { from: { ref: "a.token" } });
    await fixture.up([a("eu"), follower, bystander]);
    await fixture.calls();
    const up = await fixture.up([a("us"), follower, bystander]);
    assert.deepEqual(changesOf(up).slice(0, 4), [
      "delete-replaced b",
      "delete-replaced a",
      "replace a",
      "create-replacement a",
    ]);
    assert.deepEqual(changesOf(up).slice(4).sort(), ["create-replacement b", "replace b", "update c"]);
    const order = (await fixture.calls("deleted", "create")).map(({ call, name }) => `${call} ${name}`);
    assert.deepEqual(order, ["deleted b", "deleted a", "create a", "create b"]);
    assert.deepEqual(Object.keys(await fixture.objects()).sort(), ["a", "b", "c"]);
  });

  it("takes the program's word over the provider's on what to replace, and how", async () => {
    const options = { replaceOnChanges: ["tags[*]"], deleteBeforeReplace: true };
    await fixture.up([thing("a", { tags: ["x"] }, options)]);
    const up = await fixture.up([thing("a", { tags: ["y"] }, options)]);
    assert.deepEqual(changesOf(up), ["delete-replaced a", "replace a", "create-replacement a"]);
    assert.deepEqual(stepOf(up, "a").detailedDiff, { "tags[0]": "update-replace" });
  });

  it("finishes a replacement whose delete was done and whose create had failed", async () => {
    await fixture.up([thing("a", { region: "eu", exclusive: true })]);
    const failed = await fixture.up([thing("a", { region: "us", exclusive: true, failCreate: true })]);
    assert.equal(failed.exitCode, 1);
    assert.equal((await recorded(fixture, "a"))?.["pendingReplacement"], true);
    await fixture.calls();
    const up = await fixture.up([thing("a", { region: "us", exclusive: true })]);
    assert.deepEqual(changesOf(up), ["replace a", "create-replacement a"]);
    assert.deepEqual(await fixture.calls("delete"), []);
    assert.equal((await recorded(fixture, "a"))?.["pendingReplacement"], undefined);
  });

  it("neither deletes nor replaces what is protected, and says how to unprotect it", async () => {
    const shielded = thing("a", { region: "eu" }, { protect: true });
    await fixture.up([shielded, thing("b", { from: { ref: "a.token" } }), thing("c")]);
    const replaced = await fixture.up([thing("a", { region: "us" }, { protect: true })]);
    assert.equal(replaced.exitCode, 1);
    assert.match(errorsOf(replaced)[0] ?? "", /^a: unable to replace resource .*marked for protection/s);

    const destroyed = await fixture.stack().destroy();
    assert.equal(destroyed.exitCode, 1);
    assert.match(errorsOf(destroyed)[0] ?? "", /^a: resource .* cannot be deleted\nbecause it is protected/);
    // The others are gone; what the protected one needs, such as its provider, is still there.
    assert.deepEqual(Object.keys(await fixture.objects()), ["a"]);
    const { resources = [] } = (await fixture.stack().exportState()).deployment;
    assert.deepEqual(
      resources.map(({ type }) => type),
      ["pulumi:pulumi:Stack", "pulumi:providers:pulumi-nodejs", "pulumi-nodejs:dynamic/fixture:Thing"],
    );
  });

  it("forgets without deleting what is retained, or goes with another", async () => {
    await fixture.up([
      thing("kept", {}, { retainOnDelete: true }),
      thing("host"),
      thing("guest", {}, { deletedWith: { ref: "host" } }),
    ]);
    await fixture.calls();
    const up = await fixture.up([]);
    assert.deepEqual(changesOf(up).sort(), ["delete guest", "delete host", "delete kept"]);
    assert.deepEqual(
      (await fixture.calls("delete")).map(({ name }) => name),
      ["host"],
    );
  });
});
