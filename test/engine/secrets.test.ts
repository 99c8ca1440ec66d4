import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Secret } from "../../engine";
import { formatResult } from "../../engine/display";
import { Fixture, stepOf } from "./fixture";

describe("local engine: secrets", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await Fixture.open({ secretConfig: { password: "hunter2-config" } });
  });
  after(() => fixture.close());

  const resources = [
    {
      name: "a",
      inputs: {
        name: "a",
        password: { config: "password" },
        settings: { open: "seen", hidden: { secret: "hunter2-nested" } },
        list: ["seen", { secret: "hunter2-element" }],
        mint: true,
      },
      options: { additionalSecretOutputs: ["token"] },
    },
    { name: "b", inputs: { name: "b", from: { ref: "a.token" } } },
  ];
  const outputs = { token: { ref: "a.token" }, minted: { ref: "a.minted" }, id: { ref: "a.id" } };

  it("stay marked from the program through the provider to the outputs, and are shown nowhere", async () => {
    const up = await fixture.stack({ resources, outputs }).up();
    assert.equal(up.exitCode, 0);
    const a = stepOf(up, "a");
    assert.ok(a.newOutputs?.["password"] instanceof Secret);
    assert.ok(a.newOutputs["token"] instanceof Secret);
    assert.ok(a.newOutputs["list"] instanceof Secret, "an array with a secret in it is secret as a whole");
    const settings = a.newOutputs["settings"] as Record<string, unknown>;
    assert.equal(settings["open"], "seen");
    assert.ok(settings["hidden"] instanceof Secret);
    const minted = a.newOutputs["minted"] as Record<string, unknown>;
    assert.equal(minted["kind"], "key");
    assert.ok(minted["value"] instanceof Secret);
    assert.ok(stepOf(up, "b").newInputs?.["from"] instanceof Secret);
    assert.deepEqual(
      [up.outputs["token"]?.secret, up.outputs["minted"]?.secret, up.outputs["id"]?.secret],
      [true, true, false],
    );

    const shown = formatResult(up) + JSON.stringify(up.steps);
    assert.doesNotMatch(shown, /hunter2|minted-a|token-of-a/);
    assert.match(shown, /password: \[secret\]/);
  });

  it("reach the provider in plain text", async () => {
    const object = (await fixture.objects())["a"];
    assert.equal(object?.["password"], "hunter2-config");
    assert.deepEqual(object["settings"], { open: "seen", hidden: "hunter2-nested" });
  });

  it("are encrypted wherever the engine writes", async () => {
    const folder = path.dirname(fixture.stateFile);
    for (const file of await readdir(folder)) {
      assert.doesNotMatch(await readFile(path.join(folder, file), "utf8"), /hunter2|minted-a|token-of-a/);
    }
    const open = await fixture.stack().exportState({ showSecrets: true });
    assert.match(JSON.stringify(open), /hunter2-config.*hunter2-nested/);
  });

  it("make no difference as long as the value is the same", async () => {
    const same = await fixture.stack({ resources, outputs }).preview({ expectNoChanges: true });
    assert.equal(same.exitCode, 0);
    const refreshed = await fixture.stack({ resources, outputs }).refresh({ expectNoChanges: true });
    assert.equal(refreshed.exitCode, 0);
    assert.ok(stepOf(refreshed, "a").newInputs?.["password"] instanceof Secret, "a refresh keeps the marks");
  });

  it("cannot be read with another passphrase", async () => {
    const result = fixture.stack({}, { passphrase: "wrong" }).preview();
    await assert.rejects(result, /incorrect passphrase/);
  });
});
