import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { hasCli } from "../e2e/support/cliEngine";

const example = path.join(__dirname, "..", "..", "examples", "testing-your-program");

describe("The tests of examples/testing-your-program", function () {
  this.timeout(180_000);

  it("pass as a user would run them, and name what they skip", () => {
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const { status, stdout, stderr } = spawnSync("npm", ["test", "--silent"], { cwd: example, env, encoding: "utf8" });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, hasCli() ? /5 passing/ : /2 passing[^]*3 pending/);
  });
});
