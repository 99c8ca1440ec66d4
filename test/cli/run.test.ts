import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { packageVersion } from "../../provider/version";
import { inProcess } from "./inProcess";

const main = path.join(__dirname, "../../dist/cli/main.js");
const run = (...argv: string[]) => inProcess({}, argv);

describe("pulumi-cdn-zones", () => {
  it("prints its version", async () => {
    assert.deepEqual(await run("--version"), { code: 0, stdout: `${packageVersion}\n`, stderr: "" });
  });

  it("loads neither the tables of kinds nor the definitions of commands for its version and help", async () => {
    for (const option of ["--version", "--help"]) {
      const list = "process.on('exit', () => console.error(Object.keys(require.cache).join()))";
      const preload = path.join(mkdtempSync(path.join(tmpdir(), "loads-")), "list.cjs");
      writeFileSync(preload, list);
      const child = spawn(process.execPath, ["--require", preload, main, option], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      const loaded = await text(child.stderr);
      rmSync(path.dirname(preload), { recursive: true });
      assert.match(loaded, /commander/);
      assert.doesNotMatch(loaded, /provider.kinds|cli.drift/);
    }
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
    const child = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", openSync("/dev/full", "w"), "pipe"] });
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    assert.equal(code, 1);
    assert.match(stderr, /^pulumi-cdn-zones: the output can't be written: ENOSPC.*\n$/);
  });
});
