import assert from "node:assert/strict";
import { changesOf, errorsOf, Fixture, recorded, stepOf, type Declared } from "./fixture";

describe("local engine: failures", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  const thing = (name: string, inputs: object = {}): Declared => ({ name, inputs: { name, ...inputs } });

  it("of one create fail the run and name the resource; what runs is finished, and what depends is not begun", async () => {
    const resources = [
      thing("slow", { slow: 500 }),
      thing("bad", { failCreate: true }),
      thing("after", { from: { ref: "bad.id" } }),
    ];
    const up = await fixture.up(resources, { outputs: { id: { ref: "bad.id" } } });
    assert.equal(up.exitCode, 1);
    assert.deepEqual(errorsOf(up), ["bad: bad is refused", "update failed"]);
    assert.deepEqual([stepOf(up, "bad").failed, stepOf(up, "slow").failed], [true, undefined]);
    assert.deepEqual(Object.keys(await fixture.objects()), ["slow"]);
    assert.notEqual(await recorded(fixture, "slow"), undefined);
    assert.equal(await recorded(fixture, "bad"), undefined);
    assert.equal((await fixture.stack().exportState()).deployment.pending_operations, undefined);
  });

  it("after an object was made record it with the reasons, and the next update goes on with it", async () => {
    const up = await fixture.up([thing("a", { partial: true })]);
    assert.equal(up.exitCode, 1);
    assert.match(errorsOf(up)[0] ?? "", /^a: 2 errors occurred:\n\t\* it does not answer\n\t\* it may never/);
    const state = await recorded(fixture, "a");
    assert.deepEqual(state?.["initErrors"], ["it does not answer", "it may never"]);
    assert.match(String(state["id"]), /^a-/);

    const next = await fixture.up([thing("a", { partial: true })]);
    assert.deepEqual(changesOf(next), ["update a"]);
    assert.equal(next.exitCode, 0);
    assert.equal((await recorded(fixture, "a"))?.["initErrors"], undefined);
  });

  it("of a check name the property", async () => {
    const up = await fixture.up([thing("a", { invalid: "yes" })]);
    assert.equal(up.exitCode, 1);
    assert.deepEqual(errorsOf(up).slice(0, 1), [
      `a: pulumi-nodejs:dynamic/fixture:Thing resource 'a': property invalid value {"yes"} has a problem: must not be set`,
    ]);
    assert.deepEqual(await fixture.objects(), {});
  });

  it("of the program delete nothing", async () => {
    await fixture.up([thing("a"), thing("b")]);
    const up = await fixture.up([thing("a")], { crash: "the program is broken" });
    assert.equal(up.exitCode, 1);
    assert.match(errorsOf(up).join("\n"), /the program is broken/);
    assert.deepEqual(Object.keys(await fixture.objects()).sort(), ["a", "b"]);
    assert.notEqual(await recorded(fixture, "b"), undefined);
  });

  it("of the provider's process are told as such", async () => {
    const up = await fixture.up([thing("a", { exit: "create" })]);
    assert.equal(up.exitCode, 1);
    assert.deepEqual(errorsOf(up).slice(0, 1), ["a: the provider process has ended (exit code 3)"]);
  });

  it("of a delete keep the resource, and all that it needs", async () => {
    await fixture.up([thing("a"), thing("b", { from: { ref: "a.token" }, failDelete: true })]);
    const destroyed = await fixture.stack().destroy();
    assert.equal(destroyed.exitCode, 1);
    assert.match(errorsOf(destroyed)[0] ?? "", /^b: b does not go/);
    assert.deepEqual(Object.keys(await fixture.objects()).sort(), ["a", "b"]);
    assert.notEqual(await recorded(fixture, "a"), undefined);
  });

  it("keep the stack's outputs that were not set again", async () => {
    await fixture.up([thing("a")], { outputs: { one: 1, two: 2 } });
    await fixture.up([thing("a"), thing("bad", { failCreate: true })], { outputs: { one: 10 } });
    const outputs = await fixture.stack().outputs();
    assert.equal(outputs["two"]?.value, 2);
  });

  it("of options that it does not know are better than silence", async () => {
    const up = await fixture.up([{ ...thing("a"), options: { import: "a-1" } }]);
    assert.equal(up.exitCode, 1);
    assert.match(errorsOf(up).join(), /the local engine does not support the `import` option/);
  });
});
