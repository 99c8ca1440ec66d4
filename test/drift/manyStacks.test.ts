import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import Ajv from "ajv";
import type { DriftReport } from "../../drift";
import { detectDrift, driftReportSchema } from "../../drift";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { kinds, listedKinds } from "../../provider/kinds";
import { asOnWindows } from "../fixtures/platform";
import { drift, driftProcess } from "./support/command";
import { stateNow } from "./support/state";

const old = "2020-01-01T00:00:00Z";
const stacks = ["dev", "eu", "prod", "test"];

/** Four stacks of ten zones each, in one account, as a checked-out file backend. */
describe("drift over many stacks", () => {
  let emulator: Emulator;
  let folder = "";
  let states: string[] = [];
  let env: Record<string, string> = {};

  before(async () => {
    const storageZones = Array.from({ length: 42 }, (_, index) => ({ Id: index + 1, DateModified: old }));
    emulator = await startEmulator({ seed: { storageZones } });
    states = await Promise.all(
      stacks.map((stack, part) => {
        const ids = Array.from({ length: 10 }, (_, index) => part * 10 + index + 1);
        const managed = Object.fromEntries(ids.map((id) => [id, { rewrite404To200: false }]));
        return stateNow(emulator, { stack, managed, showSecrets: false });
      }),
    );
    env = { CDN_ACCESS_KEY: emulator.accessKey, CDN_MAX_RETRIES: "0" };
  });

  beforeEach(async () => {
    emulator.reset();
    folder = join(await mkdtemp(join(tmpdir(), "drift-stacks-")), "infra");
    const backend = join(folder, ".pulumi/stacks/acme");
    await mkdir(backend, { recursive: true });
    for (const [index, stack] of stacks.entries()) {
      const text = states[index] ?? "";
      await writeFile(join(backend, `${stack}.json`), stack === "eu" ? gzipSync(text) : text);
      await writeFile(join(backend, `${stack}.json.bak`), "a backup, which is no state");
    }
    for (const past of ["history", "backups"]) {
      await mkdir(join(folder, ".pulumi", past, "acme/dev"), { recursive: true });
      await writeFile(join(folder, ".pulumi", past, "acme/dev/dev-1.json"), "an update, which is no state");
    }
    emulator.clearJournal();
  });

  afterEach(() => rm(dirname(folder), { recursive: true }));
  after(() => emulator.close());

  const run = (...argv: string[]) => drift(argv, { env, cwd: folder });
  const requests = (): string[] => emulator.journal.map(({ path }) => path);

  const expanded = stacks.map((stack) => `.pulumi/stacks/acme/${stack}.json`).join(" ");
  for (const path of [".", "..", ".pulumi", ".pulumi/stacks", ".pulumi/stacks/**/{dev,eu,prod,test}.json", expanded]) {
    it(`lists their account once, for --state ${path}`, async () => {
      emulator.storageZones.change(25, { Rewrite404To200: true });
      const { code, stdout, stderr } = await run("--state", ...path.split(" "));
      assert.deepEqual([code, stderr], [2, ""]);
      const [title, ...lines] = stdout.split("\n");
      assert.equal(title, "4 stacks: 3 clean, 1 drift");
      assert.deepEqual(lines.slice(0, 4), [
        "  clean       acme/dev   10 resources, 10 clean",
        "  clean       acme/eu    10 resources, 10 clean",
        "  drift       acme/prod  10 resources, 9 clean, 1 changed",
        "  clean       acme/test  10 resources, 10 clean",
      ]);
      assert.match(stdout, /\n\nacme\/prod: drift .*\n {2}In the folder of project acme:\n\n {2}changed /);
      assert.doesNotMatch(stdout, /acme\/dev: clean/);
      assert.match(stdout, /\nResult: drift \(40 resources, 39 clean, 1 changed\); 1 API call,/);
      assert.deepEqual(requests(), ["/storagezone"]);
    });
  }

  it("accepts backslashes in the globs of --state on Windows", async () => {
    const { stdout } = await asOnWindows(() => run("--state", String.raw`.pulumi\stacks\**\{dev,prod}.json`));
    assert.match(stdout, /^2 stacks: 2 clean\n/);
  });

  it("reports the state that can't be read, and checks the others, in every format", async () => {
    await writeFile(join(folder, ".pulumi/stacks/acme/eu.json"), "<broken>");
    const formats = ["json", "markdown", "junit", "github", "html"];
    const { code, stdout } = await run("--state", ".", ...formats.flatMap((one) => ["--report", `${one}=${one}`]));
    assert.equal(code, 1);
    assert.match(stdout, /^4 stacks: 3 clean, 1 incomplete\n/);
    const eu = ".pulumi/stacks/acme/eu.json";
    assert.ok(stdout.includes(`\n${eu}: incomplete (its state could not be read)\n    ${eu} is not a state: JSON`));
    for (const format of formats) {
      const text = await readFile(join(folder, format), "utf8");
      assert.match(text, /eu\.json is not a state/, format);
      assert.match(text, /30 resources|"resources": 30|tests="31" failures="0" errors="1"/, format);
    }
    const report = JSON.parse(await readFile(join(folder, "json"), "utf8")) as DriftReport;
    assert.ok(new Ajv({ strict: false, validateFormats: false }).validate(driftReportSchema, report));
    assert.deepEqual(
      report.stacks.map(({ verdict }) => verdict),
      ["clean", "incomplete", "clean", "clean"],
    );
  });

  it("fails if it finds no state, because nothing was checked", async () => {
    await writeFile(join(folder, "bad.json.gz"), gzipSync(states[0] ?? "").subarray(0, 99));
    await mkdir(join(folder, "empty"));
    for (const path of ["*.yaml", "empty", "none.json", "bad.json.gz"]) {
      const { code, stderr } = await run("--state", path);
      assert.equal(code, 1, path);
      assert.match(stderr, /no state at (\*\.yaml|empty)|(none\.json|bad\.json\.gz) can't be read/);
    }
  });

  it("finds the zones that are in none of the stacks", async () => {
    const { code, stdout } = await run("--state", ".", "--unmanaged");
    assert.equal(code, 2);
    assert.match(stdout, /Objects in no state: drift \(2\)/);
    assert.match(stdout, /unmanaged StorageZone storage-zone-41 .*\n[^]*unmanaged StorageZone storage-zone-42 /);
    assert.deepEqual(
      requests(),
      listedKinds.map((kind) => kinds[kind].path),
    );
    await writeFile(join(folder, ".pulumi/stacks/acme/eu.json"), "<broken>");
    const broken = await run("--state", ".", "--unmanaged");
    assert.equal(broken.code, 1);
    assert.match(
      broken.stdout,
      /Objects in no state: incomplete\n[^]*can't be determined, because the states of these stacks could not be read: .*eu\.json/,
    );
    assert.doesNotMatch(broken.stdout, /unmanaged StorageZone storage-zone/);
  });

  it("notes in both stacks that they manage the same objects, and names the first five", async () => {
    const copy = (states[0] ?? "").replaceAll(":dev::", ":copy::");
    await writeFile(join(folder, ".pulumi/stacks/acme/copy.json"), copy);
    const { code, stdout } = await run("--state", ".");
    assert.equal(code, 0, stdout);
    const notes = stdout.split("\n").filter((line) => line.startsWith("  note: "));
    assert.equal(notes.length, 2, stdout);
    assert.match(notes[0] ?? "", /^ {2}note: StorageZone \S+ \(1\), .* and 5 more are also in the state of acme\//);
  });

  it("calls no ignore rule obsolete while something could not be read", async () => {
    await writeFile(join(folder, ".cdn-drift.yaml"), "rules: [{ resource: zone-of-eu, reason: a }]");
    assert.match((await run("--state", ".")).stdout, /Ignore rule 1 /);
    await writeFile(join(folder, ".pulumi/stacks/acme/eu.json"), "<broken>");
    assert.doesNotMatch((await run("--state", ".")).stdout, /Ignore rule/);
  });

  it("assigns each stack to one of several parallel jobs", async () => {
    const listed = await Promise.all(
      ["1/3", "2/3", "3/3"].map(async (shard) => {
        const { stdout } = await run("--state", ".", "--shard", shard);
        return (stdout.match(/acme\/\w+/g) ?? []).join();
      }),
    );
    assert.deepEqual(listed, ["acme/dev,acme/test", "acme/eu", "acme/prod"]);
    await writeFile(join(folder, ".cdn-drift.yaml"), "rules: [{ resource: nothing, reason: comes and goes }]");
    assert.match(
      (await run("--state", ".")).stdout,
      /^warning: Ignore rule 1 .* matched nothing this time; remove it if it is obs/m,
    );
    assert.doesNotMatch((await run("--state", ".", "--shard", "1/3")).stdout, /Ignore rule/);
    assert.match((await run("--state", ".", "--shard", "5/5")).stdout, /^0 stacks\n\nResult: clean \(0 resources\)/);
    for (const argv of [
      ["--shard", "0/3"],
      ["--shard", "4/3"],
      ["--shard", "half"],
      ["--shard", "1/3", "--unmanaged"],
      ["--all-stacks", "--state", "."],
    ]) {
      assert.equal((await run(...argv)).code, 64, argv.join(" "));
    }
  });

  it("gets all stacks of a backend from the CLI, and checks the others if one fails", async () => {
    const bin = join(folder, "bin");
    await mkdir(bin);
    await writeFile(
      join(bin, "pulumi"),
      `#!/bin/sh
case "$*" in
  "stack ls --all --fully-qualify-stack-names --json --non-interactive") echo '[{"name":"dev"},{"name":"organization/acme/gone"},{"name":"prod"}]' ;;
  "stack export --stack dev --non-interactive") cat .pulumi/stacks/acme/dev.json ;;
  "stack export --stack prod --non-interactive") cat .pulumi/stacks/acme/prod.json ;;
  *) echo "error: no stack named '$4' found" >&2; exit 255 ;;
esac
`,
      { mode: 0o755 },
    );
    const surroundings = { env: { ...env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` }, cwd: folder };
    const { code, stdout } = await driftProcess(["--all-stacks"], surroundings);
    assert.equal(code, 1);
    assert.match(stdout, /^3 stacks: 2 clean, 1 incomplete\n/);
    assert.match(stdout, /\nacme\/gone: incomplete .*\n {4}.*no stack named 'organization\/acme\/gone' found/);
    assert.deepEqual(requests(), ["/storagezone"]);
    const none = await driftProcess(["--all-stacks"], { env: { ...env, PATH: "/nowhere" }, cwd: folder });
    assert.deepEqual([none.code, none.stdout], [1, ""]);
    assert.match(none.stderr, /pulumi stack ls failed: there is no pulumi command/);
  });

  describe("of several accounts", () => {
    let other: Emulator;
    beforeEach(async () => {
      const storageZones = Array.from({ length: 20 }, (_, index) => ({ Id: index + 1, DateModified: old }));
      other = await startEmulator({ accessKey: "key-of-the-other", seed: { storageZones } });
      const managed = Object.fromEntries(storageZones.map(({ Id }) => [Id, {}]));
      const text = await stateNow(other, { stack: "shop", managed, showSecrets: false });
      await writeFile(join(folder, ".pulumi/stacks/acme/shop.json"), text);
      other.clearJournal();
    });
    afterEach(() => other.close());

    it("sends a key to one address only", async () => {
      const { code, stdout } = await run("--state", ".");
      assert.equal(code, 1);
      assert.match(stdout, /^5 stacks: 4 clean, 1 incomplete\n/);
      assert.match(
        stdout,
        /The stack acme\/shop would send the key in CDN_ACCESS_KEY to http:\S+, but for the stack acme\/dev it belongs to http:/,
      );
      assert.equal(other.journal.length, 0);
    });

    it("lists the unmanaged zones of each, even if two services use the same id", async () => {
      other.storageZones.add({ Id: 41, Name: "made-by-hand" });
      const text = `accounts: [{ account: other, baseUrl: "${other.url}" }]`;
      await writeFile(join(folder, ".cdn-drift.yaml"), text);
      const both = { ...env, CDN_ACCESS_KEY_OTHER: other.accessKey };
      const { stdout } = await drift(["--state", ".", "--unmanaged"], { env: both, cwd: folder });
      assert.match(stdout, /Objects in no state: drift \(3\)/);
      assert.match(stdout, /unmanaged StorageZone storage-zone-41 [^]*unmanaged StorageZone made-by-hand \(41,/);
    });

    it("names the variable to change if a setting of an account is refused", async () => {
      const text = `accounts: [{ account: other, baseUrl: "${other.url}" }]`;
      await writeFile(join(folder, ".cdn-drift.yaml"), text);
      const both = { ...env, CDN_ACCESS_KEY_OTHER: other.accessKey, CDN_BASE_URL_OTHER: "http://cdn.example" };
      const { stdout } = await drift(["--state", "."], { env: both, cwd: folder });
      assert.match(stdout, /CDN_BASE_URL_OTHER is plain http .* Set the variable CDN_ALLOW_INSECURE_OTHER, for exam/);
    });

    for (const by of ["stack: '*/shop'", "baseUrl: ADDRESS*", "provider: default\n    baseUrl: ADDRESS"]) {
      it(`takes the variables of the account that is named in .cdn-drift.yaml by ${by.split(":")[0] ?? ""}`, async () => {
        const text = `accounts:\n  - account: other\n    ${by.replace("ADDRESS", other.url)}\n`;
        await writeFile(join(folder, ".cdn-drift.yaml"), text);
        const missing = await run("--state", ".");
        assert.match(missing.stdout, /Set CDN_ACCESS_KEY_OTHER to the access key of the account "other"/);
        const both = { ...env, CDN_ACCESS_KEY_OTHER: other.accessKey };
        const { code, stdout } = await drift(["--state", "."], { env: both, cwd: folder });
        assert.equal(code, 0, stdout);
        assert.match(stdout, /Result: clean \(60 resources, 60 clean\); 2 API calls/);
      });
    }
  });

  it("shows the volatile values of a zone in each stack that has it", async () => {
    emulator.storageZones.change(1, { FilesStored: 5, DateModified: old });
    const [dev] = states;
    const sources = [{ state: dev }, { state: dev }];
    const { stacks: reports } = await detectDrift({ states: sources, env, volatile: true });
    const counts = reports.map(({ resources }) => resources.flatMap(({ differences }) => differences).length);
    assert.deepEqual(counts, [1, 1]);
  });

  it("reads a state from a pipe", async () => {
    const pipe = join(folder, "pipe");
    await promisify(execFile)("mkfifo", [pipe]);
    const [{ code, stdout }] = await Promise.all([run("--state", pipe), writeFile(pipe, states[0] ?? "")]);
    assert.equal(code, 0, stdout);
  });

  it("reads states a few at a time, in their order", async () => {
    let [reading, maxReading] = [0, 0];
    const read: number[] = [];
    const sources = Array.from({ length: 20 }, (_, index) => ({
      origin: String(index),
      state: async () => {
        maxReading = Math.max(maxReading, ++reading);
        await new Promise((resolve) => setTimeout(resolve, 20 - index));
        reading--;
        read.push(index);
        return states[index % 4];
      },
    }));
    const report = await detectDrift({ states: sources, env });
    assert.deepEqual([report.verdict, report.summary.resources, read.length], ["clean", 200, 20]);
    assert.ok(maxReading <= 4, String(maxReading));
    assert.deepEqual(
      report.stacks.slice(0, 4).map(({ stack }) => stack),
      stacks.map((stack) => `acme/${stack}`),
    );
    assert.deepEqual(requests(), ["/storagezone"]);
  });
});
