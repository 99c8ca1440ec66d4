import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { stateNow } from "../drift/support/state";
import { runAction } from "./actionRun";
import { npmIn } from "./npm";

const root = join(__dirname, "../..");

describe("action.yml", function () {
  this.timeout(60_000);
  let folder = "";
  let emulator: Emulator;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "action-"));
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "assets" }] } });
    const state = await stateNow(emulator, { managed: { 1: { rewrite404To200: false } } });
    await mkdir(join(folder, "states of all"));
    await writeFile(join(folder, "states of all/dev.json"), state);
    // The checkout is hostile: its package, its npm configuration and its npx must not be used.
    const bin = join(folder, "node_modules/.bin/pulumi-cdn-zones");
    await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
    await writeFile(bin, `#!/bin/sh\nenv > "${folder}/stolen"\n`, { mode: 0o755 });
    await mkdir(join(folder, "node_modules/pulumi-cdn-zones/dist/cli"), { recursive: true });
    const own = join(folder, "node_modules/pulumi-cdn-zones/dist/cli/main.js");
    await writeFile(own, `require("fs").writeFileSync(${JSON.stringify(join(folder, "stolen"))}, "");\n`);
    await writeFile(join(folder, ".npmrc"), `registry=http://127.0.0.1:9\n`);
    await npmIn(folder);
  });
  after(async () => {
    await emulator.close();
    await rm(folder, { recursive: true });
  });

  async function run(inputs: Readonly<Record<string, string>>): Promise<{
    readonly code: number;
    readonly text: string;
    readonly summary: string;
    readonly comment: string;
    readonly reports: Readonly<Record<string, string>>;
  }> {
    const { code, text, summary, outputs } = await runAction(join(root, "action.yml"), inputs, folder, {
      CDN_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
    });
    const contents = Object.entries(outputs).map(async ([name, file]) => [
      name,
      name === "exit-code" ? file : await readFile(file, "utf8").catch(() => ""),
    ]);
    const reports = Object.fromEntries(await Promise.all(contents)) as Record<string, string>;
    return { code, text, summary, comment: reports["markdown"] ?? "", reports };
  }

  const state = "states of all/dev.json\n";

  it("passes for a stack without drift, with the report as the summary of the run", async () => {
    const { code, text, summary, comment } = await run({ state });
    assert.equal(code, 0, text);
    assert.match(text, /^Result: clean/m);
    assert.match(summary, /^## ✅ CDN zones: clean/);
    assert.equal(comment, summary);
  });

  it("installs outside of the checkout, by the action's own lock file, and runs nothing that is committed", async () => {
    await run({ state });
    const installed = await readFile(join(folder, "installed"), "utf8");
    const [line = ""] = installed.split("\n");
    assert.match(line, /\/cdn-drift-tools\.\w+: npm ci --ignore-scripts /);
    assert.ok(installed.includes(await readFile(join(root, "deploy/package/package-lock.json"), "utf8")));
    assert.ok(!existsSync(join(folder, "stolen")));
  });

  it("fails for drift with its exit code, after the reports were written", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: true });
    const { code, text, summary, comment, reports } = await run({ state, args: "--unmanaged --volatile" });
    assert.equal(code, 2, text);
    assert.match(text, /^::error title=acme\/dev/m);
    assert.match(summary, /\| `rewrite404To200` \| `false → true` \|/);
    assert.equal(comment, summary);
    const { html = "", junit = "", json = "", markdown } = reports;
    assert.match(html, /^<!doctype html>/);
    assert.match(junit, /<failure /);
    assert.equal((JSON.parse(json) as { verdict: string }).verdict, "drift");
    assert.equal(markdown, summary);
  });

  it("takes options from all lines, with quotes, and expands nothing", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: false });
    emulator.storageZones.add({ Id: 2, Name: "made-by-hand" });
    const found = await run({ state, args: "--volatile \\\n  --no-strict\n\n  --unmanaged\n" });
    assert.equal(found.code, 2, found.text);
    assert.match(found.text, /unmanaged StorageZone made-by-hand/);
    const rules = [{ resource: "made-*", reason: "known" }];
    await writeFile(join(folder, "our $(id) rules.yaml"), JSON.stringify({ rules }));
    const ignored = await run({ state, args: `--unmanaged\n--ignore-file "our $(id) rules.yaml"` });
    assert.equal(ignored.code, 0, ignored.text);
    emulator.storageZones.delete(2);
  });

  it("fails for an option whose quote does not end, without a check", async () => {
    const { code, text, summary } = await run({ state, args: "--unmanaged\n--ignore-file 'rules.yaml" });
    assert.notEqual(code, 0);
    assert.match(text, /^::error title=CDN drift::.*quote/m);
    assert.equal(summary, "");
  });

  it("shortens a comment that GitHub would refuse, and says where the rest is", async () => {
    const custom404FilePath = `/${"x".repeat(90)}`;
    const many = Array.from({ length: 400 }, (_, index) => ({ Id: 100 + index, Name: `zone-${String(index)}` }));
    for (const zone of many) emulator.storageZones.add({ ...zone, Custom404FilePath: custom404FilePath });
    const { summary, comment } = await run({ state, args: "--unmanaged" });
    assert.ok(summary.length > 65_536);
    assert.ok(comment.length < 65_536);
    assert.match(comment, /The whole report is in the summary of the run\.\n$/);
  });

  it("fails for wrong usage, without a report, with an annotation that says why", async () => {
    for (const [args, message] of [
      ["--no-such-option", /^::error title=CDN drift::.*--no-such-option/m],
      ["--unmanaged --shard 1/2", /^::error title=CDN drift::.*can't be used with --shard/m],
    ] as const) {
      const { code, text, summary } = await run({ state, args });
      assert.deepEqual([code, summary], [64, ""]);
      assert.match(text, message);
    }
  });
});
