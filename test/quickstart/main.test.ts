import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.join(__dirname, "..", "..");

describe("The quickstart", () => {
  it("says what to do if the Pulumi CLI is asked for and not installed", () => {
    const args = ["-r", "ts-node/register/transpile-only", "quickstart/main.ts", "--engine", "cli"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env: { PATH: "" }, encoding: "utf8" });
    assert.equal(stderr, "quickstart: there is no `pulumi` on the PATH; omit --engine cli\n");
    assert.equal(status, 1);
  });
});
