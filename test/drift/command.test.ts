import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { drift, driftProcess } from "./support/command";
import { stateNow } from "./support/state";

const root = join(__dirname, "../..");

describe("the command drift", () => {
  let folder = "";
  let emulator: Emulator;
  let state = "";
  let env: Record<string, string> = {};

  before(async () => {
    emulator = await startEmulator({
      seed: { storageZones: [{ Id: 1, Name: "assets" }], pullZones: [{ Id: 7, Name: "web" }] },
    });
    state = await stateNow(emulator, { managed: { 1: { rewrite404To200: false } }, pullZones: [7] });
    env = { CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" };
  });

  beforeEach(async () => {
    emulator.reset();
    folder = await mkdtemp(join(tmpdir(), "drift-"));
    await writeFile(join(folder, "state.json"), state);
  });

  afterEach(() => rm(folder, { recursive: true }));
  after(() => emulator.close());

  const run = (...argv: string[]) => drift(["--state", "state.json", ...argv], { env, cwd: folder });

  it("exits with 0 where all is clean, and writes nothing to stderr off a terminal", async () => {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^Result: clean \(2 resources, 2 clean\); 2 API calls, 0 retries, \d+\.\d s$/m);
  });

  it("exits with 2 for drift, or with what is asked for", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: true });
    assert.equal((await run()).code, 2);
    assert.equal((await run("--drift-exit-code", "7")).code, 7);
    assert.equal((await run("--drift-exit-code", "0")).code, 0);
    assert.equal((await driftProcess(["--state", join(folder, "state.json")], { env })).code, 2);
  });

  it("sends a key of the environment to no address that only the state names", async () => {
    await writeFile(join(folder, "state.json"), state.replaceAll(emulator.url, "https://cdn.evil.invalid"));
    const { code, stdout, stderr } = await run();
    assert.equal(code, 1);
    assert.match(
      stdout + stderr,
      /CDN_ACCESS_KEY was not sent to https:\/\/cdn\.evil\.invalid, because only cdn:baseUrl in the state names that address\. If the address is right, set the variable CDN_BASE_URL to it/,
    );
  });

  it("exits with 1 where something could not be read, whatever else differs", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: true });
    emulator.setFaults([{ path: "/pullzone/7", fault: { kind: "status", status: 500 } }]);
    const { code, stdout } = await run("--drift-exit-code", "7");
    assert.equal(code, 1);
    assert.match(stdout, /incomplete \(2 resources, 1 changed, 1 unread\)/);
  });

  for (const [what, argv, message] of [
    ["an unknown option", ["--stat", "x"], /unknown option '--stat'\n\(Did you mean --state\?\)/],
    ["a report without a file", ["--report", "json"], /FORMAT=FILE/],
    ["an unknown format", ["--report", "pdf=x"], /one of text, json/],
    ["a json report and another on standard output", ["--report", "json=-", "--report", "text=-"], /the only one/],
    ["a stack and a state", ["--stack", "dev", "--state", "x"], /'-s, --stack <name>' cannot be used with/],
    ["two formats of standard output", ["--format", "json", "--report", "text=-"], /the only one/],
    ["an exit code that means something else", ["--drift-exit-code", "1"], /'1' is invalid/],
    ["an exit code that is none", ["--drift-exit-code", "x"], /from 0 to 255/],
  ] as const) {
    it(`exits with 64 for wrong usage: ${what}`, async () => {
      const { code, stdout, stderr } = await drift(argv, { env, cwd: folder });
      assert.deepEqual([code, stdout], [64, ""]);
      assert.match(stderr, message);
    });
  }

  for (const [what, argv, message] of [
    ["a state that is not there", ["--state", "none.json"], /none\.json can't be read/],
    ["a state that is none", ["--state", "other.json"], /other\.json is not a state/],
    ["a state of another version", ["--state", "new.json"], /version must be 3 or 4, but got: 9/],
    ["ignore rules that are not there", ["--ignore-file", "none.yaml"], /none\.yaml can't be read/],
    [
      "a report that can't be written",
      ["--state", "state.json", "--report", "html=no/folder"],
      /no\/folder can't be written/,
    ],
  ] as const) {
    it(`exits with 1, not with the code of drift, for ${what}`, async () => {
      await writeFile(join(folder, "other.json"), '{"plaintext": "PLANTED", }');
      await writeFile(join(folder, "new.json"), '{"version": 9, "deployment": {}}');
      const { code, stderr } = await drift(argv, { env, cwd: folder });
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /PLANTED/);
    });
  }

  it("takes the usual file of ignore rules, and says where it is malformed", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: true });
    await writeFile(join(folder, ".cdn-drift.yaml"), 'rules:\n  - resource: "*"\n    reason: known\n');
    const ignored = await run();
    assert.equal(ignored.code, 0);
    assert.match(ignored.stdout, /rewrite404To200 .*ignored: known/);
    await writeFile(join(folder, ".cdn-drift.yaml"), "rules:\n  - resource: x\n");
    const malformed = await run();
    assert.equal(malformed.code, 1);
    assert.match(malformed.stderr, /\.cdn-drift\.yaml:2:5: /);
  });

  it("writes several reports, and text to standard output unless one goes there", async () => {
    const { stdout } = await run("--report", "json=drift.json", "--report", "junit=drift.xml");
    assert.deepEqual(
      Object.keys(JSON.parse((await run("--format", "json")).stdout) as object),
      Object.keys(JSON.parse(await readFile(join(folder, "drift.json"), "utf8")) as object),
    );
    assert.match(stdout, /^acme\/dev: clean/);
    assert.match(await readFile(join(folder, "drift.json"), "utf8"), /"verdict": "clean"/);
    assert.match(await readFile(join(folder, "drift.xml"), "utf8"), /^<\?xml/);
    const { stdout: markdown } = await run("--report", "markdown=-");
    assert.match(markdown, /^## ✅ CDN zones: clean/);
  });

  it("appends to a step's summary, which may hold something already", async () => {
    const summary = join(folder, "summary.md");
    await writeFile(summary, "before\n");
    env = { ...env, GITHUB_STEP_SUMMARY: summary };
    await run("--report", `markdown=${summary}`);
    assert.match(await readFile(summary, "utf8"), /^before\n## /);
  });

  it("shows volatile differences only where asked to", async () => {
    emulator.storageZones.change(1, { StorageUsed: 5 });
    assert.doesNotMatch((await run()).stdout, /storageUsed/);
    const { code, stdout } = await run("--volatile");
    assert.equal(code, 0);
    assert.match(stdout, /storageUsed +0 → 5 +volatile, does not count/);
  });

  it("is coloured, and shows its progress, on a terminal", async () => {
    const { stdout, stderr } = await drift(["--state", "state.json"], { env, cwd: folder, stdout: true, stderr: true });
    assert.match(stdout, /\u001b\[32mclean/);
    assert.match(stderr, /Reading resources: 0 of 2/);
    assert.ok(stderr.endsWith("\r\u001b[K"));
  });

  for (const [isTTY, variables, isColored] of [
    [false, {}, false],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { TERM: "dumb" }, false],
    [true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
  ] as const) {
    it(`is ${isColored ? "" : "not "}coloured ${isTTY ? "at a terminal" : "in a pipe"} with ${JSON.stringify(variables)}`, async () => {
      const { stdout } = await drift(["--state", "state.json"], {
        ...{ env: { ...env, ...variables }, cwd: folder, stdout: isTTY },
      });
      assert.equal(stdout.includes("\u001b["), isColored);
    });
  }

  it("asks the CLI for the state where none is given, and says so where there is none", async () => {
    const bin = join(folder, "bin");
    await mkdir(bin);
    const fake = join(bin, "pulumi");
    await writeFile(fake, `#!/bin/sh\n[ "$1 $2" = "stack export" ] && exec cat state.json\n`, { mode: 0o755 });
    const path = `${bin}${delimiter}${process.env["PATH"] ?? ""}`;
    assert.equal((await drift([], { env: { ...env, PATH: path }, cwd: folder })).code, 0);
    await writeFile(fake, "#!/bin/sh\necho error: no stack selected >&2\nexit 255\n");
    const failed = await drift([], { env: { ...env, PATH: path }, cwd: folder });
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /no stack selected\. Select a stack with --stack, or give a state with --state/);
    // The real CLI's text, where -C has led to a project.
    await writeFile(
      fake,
      "#!/bin/sh\necho 'error: no stack selected; please use `pulumi stack select` to choose one' >&2\nexit 255\n",
    );
    const inProject = await drift(["-C", "."], { env: { ...env, PATH: path }, cwd: folder });
    assert.match(inProject.stderr, /to choose one\. Select a stack with --stack, or give a state with --state/);
    assert.doesNotMatch(inProject.stderr, /-C/);
    const without = await drift([], { env: { ...env, PATH: join(folder, "nothing") }, cwd: folder });
    assert.match(without.stderr, /there is no pulumi command/);
  });

  it("loads neither zod, nor yaml, nor Pulumi's SDK", async () => {
    const script = `
      const { run } = require(${JSON.stringify(join(root, "dist/cli/run.js"))});
      run(["drift", "--state", "state.json", "--report", "json=/dev/null", "--report", "text=/dev/null"], process).then((code) => {
        const loaded = Object.keys(require.cache).filter((file) => /node_modules.(zod|yaml|@pulumi)/.test(file));
        console.log(JSON.stringify({ code, loaded }));
      });`;
    const ran = await promisify(execFile)(process.execPath, ["-e", script], { env, cwd: folder });
    assert.match(ran.stdout, /\{"code":0,"loaded":\[\]\}\n$/);
  });
});
