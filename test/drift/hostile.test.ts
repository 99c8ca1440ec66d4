import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DriftReport } from "../../drift";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { inProcess } from "../cli/inProcess";
import { driftProcess } from "./support/command";
import { stateNow } from "./support/state";

/** What a runner of GitHub or Azure, or a terminal, would take for a command. */
const command = /^\s*::(?:error|add-mask|set-output)|##\w*\[|\u001b|\u0007/m;
const forged = "##[error]forged ##vso[task.complete result=Succeeded]";
const long = "x".repeat(100_000);

describe("drift with hostile states, names and files", () => {
  let emulator: Emulator;
  let folder = "";
  let state = "";
  let env: Record<string, string> = {};

  before(async () => {
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "assets" }] } });
    state = await stateNow(emulator, { managed: { 1: { custom404FilePath: "/404.html" } } });
    env = { CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" };
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "hostile-"));
    await writeFile(join(folder, "state.json"), state);
  });
  afterEach(() => rm(folder, { recursive: true }));
  after(() => emulator.close());

  const run = (...argv: string[]) => driftProcess(argv, { env, cwd: folder });

  it("breaks up in every report what a runner reads, shortens names, and keeps both whole in the JSON", async () => {
    emulator.storageZones.change(1, { Custom404FilePath: `/${forged}` });
    emulator.storageZones.add({ Id: 2, Name: long });
    const files = ["json", "markdown", "junit", "html"].map((format) => `--report=${format}=${format}`);
    const printed = ["--report=text=-", "--report=github=-"];
    const { code, stdout } = await run("--state", "state.json", "--unmanaged", ...files, ...printed);
    assert.equal(code, 2);
    const texts = new Map([["stdout", stdout]]);
    for (const name of ["json", "markdown", "junit", "html"]) {
      texts.set(name, await readFile(join(folder, name), "utf8"));
    }
    for (const [name, text] of texts) {
      if (name === "stdout") assert.match(text, /#\\u0023\[error\]forged #\\u0023vso\[/);
      // The lines that the format github is for.
      assert.doesNotMatch(text.replace(/^::(error|notice) title=/gm, ""), command, name);
      if (name !== "json") assert.ok(text.length < 20_000, `${name}: ${String(text.length)}`);
    }
    const report = JSON.parse(texts.get("json") ?? "") as DriftReport;
    assert.equal(report.stacks[0]?.resources[0]?.differences[0]?.actual, `/${forged}`);
    assert.equal(report.unmanaged?.zones[0]?.name, long);
  });

  it("escapes keys and values of its file in errors", async () => {
    const rule = { resource: "*", reason: "r" };
    for (const content of [
      { "\n::error::forged\u001b[2J": 1 },
      { rules: [{ ...rule, expires: "\n::add-mask::e\u0007" }] },
      { rules: [{ ...rule, [`${forged}\n::set-output name=x::y`]: long }] },
      { rules: [{ ...rule, [long]: 1 }] },
    ]) {
      await writeFile(join(folder, ".cdn-drift.yaml"), JSON.stringify(content));
      const { code, stdout, stderr } = await run("--state", "state.json");
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^pulumi-cdn-zones drift: \.cdn-drift\.yaml:1:\d+: .+\n$/);
      assert.doesNotMatch(stderr, command);
      assert.ok(stderr.length < 1_000);
    }
  });

  it("reports a linked object whose id converts to no text, or that is no object", async () => {
    for (const link of [{ id: { toString: 1 }, name: "web" }, null, ""]) {
      const odd = JSON.parse(state) as { deployment: { resources: { type: string; outputs?: object }[] } };
      for (const resource of odd.deployment.resources) {
        if (resource.type.endsWith("StorageZone")) resource.outputs = { ...resource.outputs, pullZones: [link] };
      }
      await writeFile(join(folder, "state.json"), JSON.stringify(odd));
      const ended = await run("--state", "state.json");
      assert.doesNotMatch(ended.stdout + ended.stderr, /TypeError|primitive value/);
      assert.match(ended.stdout, /^Result: drift \(1 resource, 1 changed\)/m);
    }
  });

  it("calls a state that is nested too deeply incomplete, and judges the others", async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const nested = state.replace('"custom404FilePath":"/404.html"', `"custom404FilePath":${deep}`);
    assert.notEqual(nested, state);
    await writeFile(join(folder, "nested.json"), nested);
    emulator.reset();
    emulator.storageZones.change(1, { Custom404FilePath: "/404.html" });
    const { code, stdout, stderr } = await run("--state", "nested.json", "--state", "state.json");
    assert.deepEqual([code, stderr], [1, ""], stdout);
    assert.match(
      stdout,
      /^nested\.json: incomplete \(its state could not be read\)\n {4}.*nested more than 100 levels/m,
    );
    assert.match(stdout, /^ {2}clean +acme\/dev /m);
    const alone = await run("--state", "nested.json");
    assert.deepEqual([alone.code, alone.stdout], [1, ""]);
    assert.match(alone.stderr, /^pulumi-cdn-zones drift: nested\.json: a value of urn:.* levels deep\n$/);
  });
});

describe("Messages of every command", () => {
  it("escape what the service says", async () => {
    const fault = { kind: "status", status: 400, body: { Message: `${forged} ${long}` } } as const;
    const emulator = await startEmulator({ faults: [{ fault }] });
    try {
      for (const argv of [["zones"], ["import", "1"], ["purge", "1"], ["logs", "1"]]) {
        const { code, stderr } = await inProcess(emulator, argv);
        assert.equal(code, 1, stderr);
        assert.match(stderr, /#\\u0023\[error\]forged/);
        assert.doesNotMatch(stderr, command);
        assert.ok(stderr.length < 5_000);
      }
    } finally {
      await emulator.close();
    }
  });
});
