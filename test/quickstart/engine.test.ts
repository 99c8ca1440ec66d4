import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const quickstart = path.join(__dirname, "..", "..", "dist", "quickstart", "main.js");

describe("the quickstart", () => {
  const run = (args: readonly string[], PATH: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [quickstart, ...args], { env: { ...process.env, PATH }, encoding: "utf8" });

  it("says what to do where the Pulumi CLI is asked for and there is none", function () {
    this.timeout(60_000);
    const empty = mkdtempSync(path.join(tmpdir(), "no-pulumi-"));
    try {
      const { status, stderr } = run(["--engine", "cli"], empty);
      assert.equal(stderr, "quickstart: no `pulumi` is on the PATH: install it, or leave out --engine cli\n");
      assert.equal(status, 1);
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it("names the engines there are where another is asked for", () => {
    const { status, stderr } = run(["--engine", "other"], process.env["PATH"] ?? "");
    assert.equal(stderr, 'quickstart: --engine must be local or cli, but got: "other"\n');
    assert.equal(status, 1);
  });
});
