import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { accessKey, canaries, leaksIn } from "./canaries";

const command = path.join(__dirname, "..", "..", "dist", "cli", "main.js");

describe("The processes that commands run", () => {
  it("get no access key and no storage password, if it is the Pulumi CLI that exports a state", async function () {
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
        CDN_STORAGE_PASSWORD: canaries.Password,
        CDN_EMULATOR_CONTROL_TOKEN: canaries.Password,
      };
      await promisify(execFile)(process.execPath, [command, "drift"], { cwd: folder, env });
      const environment = readFileSync(path.join(folder, "environment"), "utf8");
      assert.match(environment, /PULUMI_STACK=dev/);
      assert.deepEqual(leaksIn(environment), []);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("get no storage password, if the emulator runs them, but the keys of explicit providers", async () => {
    const print = ["exec", "--", process.execPath, "-p", "JSON.stringify(process.env)"];
    const keys = { CDN_ACCESS_KEY: accessKey, CDN_ACCESS_KEY_EU: "key-for-the-emulator" };
    const env = { PATH: process.env["PATH"], ...keys, CDN_STORAGE_PASSWORD: canaries.Password };
    const { stdout } = await promisify(execFile)(process.execPath, [command, "emulator", ...print], { env });
    assert.deepEqual(leaksIn(stdout), []);
    assert.equal((JSON.parse(stdout) as typeof keys).CDN_ACCESS_KEY_EU, "key-for-the-emulator");
  });
});
