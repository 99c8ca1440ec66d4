import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const command = path.join(__dirname, "..", "..", "dist", "cli", "main.js");

describe("The compiled code that Node keeps for the next command", () => {
  let folder: string;
  let home: string;

  beforeEach(function () {
    if (process.platform === "win32") this.skip();
    folder = mkdtempSync(path.join(tmpdir(), "compiled-"));
    home = path.join(folder, "home");
    mkdirSync(home, { mode: 0o755 });
    mkdirSync(path.join(folder, "temporary"));
    // Node before version 22.1 keeps no code. The stub notes the folder in which later versions would.
    writeFileSync(
      path.join(folder, "stub.cjs"),
      `require("node:module").enableCompileCache = (folder) => require("node:fs").writeFileSync(${JSON.stringify(path.join(folder, "told"))}, String(folder));`,
    );
  });
  afterEach(() => {
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
  });

  function run(env: Record<string, string> = {}, ...flags: string[]): void {
    const own = { HOME: home, XDG_CACHE_HOME: "", TMPDIR: path.join(folder, "temporary"), NODE_COMPILE_CACHE: "" };
    execFileSync(process.execPath, [...flags, command, "--version"], { env: { ...process.env, ...own, ...env } });
  }
  function keptIn(env: Record<string, string> = {}): string | undefined {
    const told = path.join(folder, "told");
    rmSync(told, { force: true });
    run(env, "--require", path.join(folder, "stub.cjs"));
    return existsSync(told) ? readFileSync(told, "utf8") : undefined;
  }

  it("is in a folder of the user that nobody else can read, not in the shared temporary folder", () => {
    const kept = path.join(home, ".cache", "pulumi-cdn-zones", "compiled");
    assert.equal(keptIn(), kept);
    assert.equal(statSync(kept).mode & 0o777, 0o700);
    assert.equal(
      keptIn({ XDG_CACHE_HOME: path.join(home, "c") }),
      path.join(home, "c", "pulumi-cdn-zones", "compiled"),
    );
    run();
    assert.deepEqual(readdirSync(path.join(folder, "temporary")), []);
  });

  it("is kept nowhere if another user can write to the folder or replace it", () => {
    const cache = path.join(home, ".cache");
    mkdirSync(path.join(cache, "pulumi-cdn-zones", "compiled"), { recursive: true, mode: 0o700 });
    for (const open of [
      path.join(cache, "pulumi-cdn-zones", "compiled"),
      path.join(cache, "pulumi-cdn-zones"),
      cache,
    ]) {
      const { mode } = statSync(open);
      chmodSync(open, 0o777);
      assert.equal(keptIn(), undefined, open);
      chmodSync(open, mode & 0o777);
    }
    assert.notEqual(keptIn(), undefined);
    rmSync(path.join(cache, "pulumi-cdn-zones"), { recursive: true });
    symlinkSync(path.join(folder, "temporary"), path.join(cache, "pulumi-cdn-zones"));
    assert.equal(keptIn(), undefined);
    assert.deepEqual(readdirSync(path.join(folder, "temporary")), []);
  });

  it("is kept nowhere if the folder belongs to another user", function () {
    if (process.getuid?.() !== 0) this.skip();
    const compiled = path.join(home, ".cache", "pulumi-cdn-zones", "compiled");
    mkdirSync(compiled, { recursive: true, mode: 0o700 });
    for (const owned of [compiled, path.dirname(compiled), home]) {
      execFileSync("chown", ["12345", owned]);
      assert.equal(keptIn(), undefined, owned);
      execFileSync("chown", ["0", owned]);
    }
    assert.equal(keptIn(), compiled);
  });

  it("is not missed by a command without a home folder", () => {
    writeFileSync(path.join(folder, "file"), "");
    assert.equal(keptIn({ HOME: path.join(folder, "file", "none") }), undefined);
  });
});
