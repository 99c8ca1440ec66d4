import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import path from "node:path";
import { packageVersion } from "../../provider/version";
import { inProcess } from "./inProcess";

const run = (...argv: string[]) => inProcess({}, argv);

describe("pulumi-cdn-zones", () => {
  it("prints its version", async () => {
    assert.deepEqual(await run("--version"), { code: 0, stdout: `${packageVersion}\n`, stderr: "" });
  });

  it("suggests the command that was meant", async () => {
    const { code, stdout, stderr } = await run("dirft", "--state", "x");
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, /unknown command 'dirft'\n\(Did you mean drift\?\)/);
  });

  it("prints its commands on standard error where none is given", async () => {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stdout], [64, ""]);
    for (const command of ["zones", "import", "drift", "deploy", "purge", "logs", "emulator", "verify"])
      assert.match(stderr, new RegExp(`^  ${command} `, "m"));
  });

  for (const [command, ...options] of [
    ["zones", "--kind", "--format"],
    ["purge", "--tag"],
    ["import", "--all", "--name", "--state"],
    ["drift", "--state", "--unmanaged", "--volatile", "--drift-exit-code", "--report", "--ignore-file"],
    ["logs", "--cache-status", "--user-agent-contains", "--show-secrets", "--summary"],
    ["emulator", "--port", "--seed", "--faults", "--rate-limit", "exec"],
  ] as const) {
    it(`explains ${command} with --help, and with help`, async () => {
      const { code, stdout, stderr } = await run(command, "--help");
      assert.deepEqual([code, stderr], [0, ""]);
      for (const option of options) assert.ok(stdout.includes(option), option);
      assert.equal((await run("help", command)).stdout, stdout);
    });
  }

  it("fails, without a stack trace, if its output can't be written", async function () {
    if (!existsSync("/dev/full")) this.skip();
    const main = path.join(__dirname, "../../dist/cli/main.js");
    const child = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", openSync("/dev/full", "w"), "pipe"] });
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    assert.equal(code, 1);
    assert.match(stderr, /^pulumi-cdn-zones: the output can't be written: ENOSPC.*\n$/);
  });
});
