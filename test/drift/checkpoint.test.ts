import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { runInNewContext } from "node:vm";
import type { DriftReport } from "../../drift";
import { detectDrift } from "../../drift";
import { parseState } from "../../drift/state/parse";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { drift, driftProcess } from "./support/command";
import { seedOf } from "./support/seed";

// Written by the Pulumi CLI 3.260 on a file backend: managed and read zones of two providers, all secrets encrypted.
const fixture = join(__dirname, "fixtures", "checkpoint.json");

describe("drift on a checkpoint that the Pulumi CLI wrote", () => {
  let folder = "";
  let [main, eu]: Emulator[] = [];
  let env: Record<string, string> = {};
  let text = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "drift-"));
    text = await readFile(fixture, "utf8");
  });

  beforeEach(async () => {
    const state = parseState(text, fixture);
    main = await startEmulator({ accessKey: "key-main", seed: seedOf(state, undefined) });
    eu = await startEmulator({ accessKey: "key-eu", seed: seedOf(state, "eu") });
    env = {
      CDN_BASE_URL: main.url,
      CDN_ACCESS_KEY: "key-main",
      CDN_BASE_URL_EU: eu.url,
      CDN_ACCESS_KEY_EU: "key-eu",
      CDN_MAX_RETRIES: "0",
      CDN_MAX_RETRIES_EU: "0",
    };
  });

  afterEach(async () => {
    await main?.close();
    await eu?.close();
  });

  after(() => rm(folder, { recursive: true }));

  it("works in a process of its own, without passphrase and CLI, each zone with its own provider", async () => {
    const { code, stdout, stderr } = await driftProcess(["--state", fixture], { env });
    assert.deepEqual([code, stderr], [0, ""], stdout);
    assert.match(stdout, /^acme\/dev: clean \(7 zones, 7 clean\)$/m);
    assert.match(stdout, /secrets were not compared: the state holds only ciphertext/);
    assert.ok(eu?.journal.some(({ path }) => path === "/storagezone/901"));
    assert.ok(main?.journal.every(({ path }) => path !== "/pullzone/8"));
  });

  it("takes what the text parses to as well, also where another realm parsed it", async () => {
    for (const state of [JSON.parse(text), runInNewContext("JSON.parse(text)", { text })]) {
      const before = JSON.stringify(state);
      const report = await detectDrift({ states: [{ state }], env });
      assert.deepEqual([report.verdict, report.summary.resources], ["clean", 7]);
      assert.ok(report.stacks[0]?.resources.every(({ differences }) => differences.length === 0));
      assert.equal(JSON.stringify(state), before);
    }
  });

  it("tells zones of the same id in two services apart", async () => {
    eu?.storageZones.change(901, { Custom404FilePath: "/changed.html" });
    const report = await json(["--state", fixture], 2);
    const changed = report.stacks[0]?.resources.filter(({ status }) => status === "changed");
    assert.deepEqual(
      changed?.map(({ name, provider, differences }) => [name, provider, differences.map(({ property }) => property)]),
      [["eu-media", "eu", ["custom404FilePath"]]],
    );
  });

  it("names every secret that it could not compare, also one that the program made of an input", async () => {
    main?.storageZones.change(902, { Name: "another-name", Password: "another" });
    const report = await json(["--state", fixture], 0);
    const secret = report.stacks[0]?.resources.find(({ name }) => name === "own-name");
    assert.deepEqual([...(secret?.notCompared ?? [])].sort(), ["name", "password", "readOnlyPassword"]);
    assert.doesNotMatch(JSON.stringify(report), /another/);
  });

  it("takes the state from standard input, as an export, and gzipped as well", async () => {
    const { checkpoint } = JSON.parse(text) as { checkpoint: { latest: unknown } };
    const exported = JSON.stringify({ version: 3, deployment: checkpoint.latest });
    assert.equal((await drift(["--state", "-"], { env, stdin: exported })).code, 0);
    await writeFile(join(folder, "dev.json.gz"), gzipSync(text));
    assert.equal((await drift(["--state", "dev.json.gz"], { env, cwd: folder })).code, 0);
  });

  it("says which key is missing, and checks the other provider's zones all the same", async () => {
    const { code, stdout } = await drift(["--state", fixture], { env: { ...env, CDN_ACCESS_KEY_EU: "" } });
    assert.equal(code, 1);
    assert.match(stdout, /incomplete \(7 zones, 5 clean, 2 unread\)/);
    assert.match(stdout, /Set CDN_ACCESS_KEY_EU to the access key of the provider "eu"/);
  });

  it("sends no key where two providers would read it from one variable, and checks the other zones all the same", async () => {
    interface Resource {
      urn: string;
      id: string;
      provider?: string;
      inputs?: Record<string, string>;
    }
    const state = JSON.parse(text) as { checkpoint: { latest: { resources: Resource[] } } };
    const { resources } = state.checkpoint.latest;
    const own = resources.find(({ inputs }) => inputs?.["cdn:providerName"] === "eu") ?? assert.fail();
    const twin = { ...own, urn: `${own.urn.slice(0, -2)}EU`, inputs: { ...own.inputs, "cdn:providerName": "EU" } };
    resources.splice(resources.indexOf(own), 0, twin);
    const zone = resources.find(({ provider }) => provider === `${own.urn}::${own.id}`) ?? assert.fail();
    zone.provider = `${twin.urn}::${twin.id}`;
    const { code, stdout } = await drift(["--state", "-"], { env, stdin: JSON.stringify(state) });
    assert.equal(code, 1);
    assert.match(stdout, /incomplete \(7 zones, 5 clean, 2 unread\)/);
    assert.match(stdout, /The providers "EU" and "eu" have the same variables, such as CDN_ACCESS_KEY_EU, so/);
    assert.deepEqual(eu?.journal, []);
  });

  it("goes on with a rotated key, which a refresh that runs no program does not know", async () => {
    main?.setAccessKey("key-rotated");
    assert.equal((await drift(["--state", fixture], { env })).code, 1);
    assert.equal((await drift(["--state", fixture], { env: { ...env, CDN_ACCESS_KEY: "key-rotated" } })).code, 0);
  });

  it("takes the addresses from the state unless told otherwise", async () => {
    const moved = text
      .replaceAll("http://127.0.0.1:18080", main?.url ?? "")
      .replaceAll("http://127.0.0.1:18081", eu?.url ?? "");
    const keys = { CDN_ACCESS_KEY: "key-main", CDN_ACCESS_KEY_EU: "key-eu" };
    assert.equal((await drift(["--state", "-"], { env: keys, stdin: moved })).code, 0);
  });

  async function json(argv: readonly string[], code: number): Promise<DriftReport> {
    const ran = await drift([...argv, "--report", "json=-"], { env });
    assert.equal(ran.code, code, ran.stdout);
    return JSON.parse(ran.stdout) as DriftReport;
  }
});
