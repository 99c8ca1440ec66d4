import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { accessKey, leaksIn } from "./canaries";

const command = path.join(__dirname, "..", "..", "dist", "cli", "main.js");

describe("The Pulumi CLI that drift runs to export the state", () => {
  it("does not get the access keys", async function () {
    if (process.platform === "win32") return this.skip();
    const folder = mkdtempSync(path.join(tmpdir(), "export-child-"));
    try {
      const cli = path.join(folder, "pulumi");
      writeFileSync(
        cli,
        `#!/bin/sh\nenv > "${folder}/environment"\necho '{"version":3,"deployment":{"resources":[]}}'\n`,
        { mode: 0o755 },
      );
      const env = {
        PATH: `${folder}${path.delimiter}${process.env["PATH"] ?? ""}`,
        PULUMI_STACK: "dev",
        CDN_ACCESS_KEY: accessKey,
        CDN_ACCESS_KEY_EU: accessKey,
      };
      await promisify(execFile)(process.execPath, [command, "drift"], { cwd: folder, env });
      const environment = readFileSync(path.join(folder, "environment"), "utf8");
      assert.match(environment, /PULUMI_STACK=dev/);
      assert.deepEqual(leaksIn(environment), []);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
