import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { DriftReport, ResourceReport } from "../../drift";
import { detectDrift } from "../../drift";
import { type Emulator, parseSeed, startEmulator } from "../../emulator";
import { drift, driftProcess } from "./support/command";

// A state that the Pulumi CLI wrote with version 0.1.0, and the service as it was: zones of two providers, managed and read,
// all secrets encrypted, arrays with secrets sealed as a whole.
const kept = join(__dirname, "../compatibility/0.1.0");
const file = join(kept, "state.json");
const text = readFileSync(file, "utf8");
const seed = parseSeed(JSON.parse(readFileSync(join(kept, "service.json"), "utf8")));

describe("drift of a state that the Pulumi CLI wrote with version 0.1.0", () => {
  let [main, second]: Emulator[] = [];
  let env: Record<string, string> = {};

  beforeEach(async () => {
    main = await startEmulator({ accessKey: "key-main", seed });
    second = await startEmulator({ accessKey: "key-second", seed });
    env = {
      CDN_BASE_URL: main.url,
      CDN_ACCESS_KEY: "key-main",
      CDN_BASE_URL_SECOND: second.url,
      CDN_ACCESS_KEY_SECOND: "key-second",
      CDN_MAX_RETRIES: "0",
      CDN_MAX_RETRIES_SECOND: "0",
    };
  });

  afterEach(async () => {
    await main?.close();
    await second?.close();
  });

  const check = (more: Record<string, string> = {}): Promise<DriftReport> =>
    detectDrift({ states: [{ state: text }], env: { ...env, ...more } });
  const changed = ({ stacks }: DriftReport): ResourceReport[] =>
    stacks.flatMap(({ resources }) => resources.filter(({ status }) => status === "changed"));

  it("needs no passphrase and no CLI, and reads each zone with its own provider", async () => {
    const { code, stdout, stderr } = await driftProcess(["--state", file], { env });
    assert.deepEqual([code, stderr], [0, ""], stdout);
    assert.match(stdout, /^compatibility\/kept: clean \(5 resources, 5 clean\)$/m);
    assert.match(stdout, /secrets were not compared: the state has only ciphertext/);
    const read = (emulator: Emulator | undefined): Set<string> => new Set(emulator?.journal.map(({ path }) => path));
    assert.ok(read(second).has("/pullzone/78") && !read(main).has("/pullzone/78"));
  });

  it("takes the state as an object, from standard input and gzipped as well", async () => {
    assert.equal((await detectDrift({ states: [{ state: JSON.parse(text) }], env })).verdict, "clean");
    assert.equal((await drift(["--state", "-"], { env, stdin: text })).code, 0);
    const folder = await mkdtemp(join(tmpdir(), "drift-"));
    await writeFile(join(folder, "kept.json.gz"), gzipSync(text));
    assert.equal((await drift(["--state", "kept.json.gz"], { env, cwd: folder })).code, 0);
    await rm(folder, { recursive: true });
  });

  it("takes a file backend's checkpoint", async () => {
    const latest = (JSON.parse(text) as { deployment: unknown }).deployment;
    const checkpoint = { version: 3, checkpoint: { stack: "organization/compatibility/kept", latest } };
    assert.equal((await detectDrift({ states: [{ state: checkpoint }], env })).verdict, "clean");
  });

  it("tells zones of the same id in two services apart", async () => {
    second?.storageZones.change(901, { Region: "LA" });
    assert.deepEqual(
      changed(await check()).map(({ name, provider, differences }) => [
        name,
        provider,
        differences.filter(({ counts }) => counts).map(({ property }) => property),
      ]),
      [["bare", "second", ["region"]]],
    );
  });

  it("names every secret that was not compared, and what is sealed with it", async () => {
    const [zone] = (await check()).stacks[0]?.resources.filter(({ name }) => name === "with-certificate") ?? [];
    assert.ok(zone?.notCompared.includes("hostnames"), zone?.notCompared.join());
  });

  it("says which key is missing, and checks the other provider's zones all the same", async () => {
    const { code, stdout } = await drift(["--state", file], { env: { ...env, CDN_ACCESS_KEY_SECOND: "" } });
    assert.equal(code, 1);
    assert.match(stdout, /incomplete \(5 resources, 3 clean, 2 unread\)/);
    assert.match(stdout, /Set CDN_ACCESS_KEY_SECOND to the access key of the provider "second"/);
  });

  it("sends no key where two providers would read it from one variable", async () => {
    interface Resource {
      urn: string;
      id: string;
      provider?: string;
      inputs?: Record<string, string>;
    }
    const state = JSON.parse(text) as { deployment: { resources: Resource[] } };
    const { resources } = state.deployment;
    const own = resources.find(({ urn }) => urn.endsWith("::second")) ?? assert.fail();
    const inputs = { ...own.inputs, "cdn:providerName": "SECOND" };
    const twin = { ...own, urn: own.urn.replace("::second", "::SECOND"), inputs };
    resources.splice(resources.indexOf(own), 0, twin);
    const zone = resources.find(({ provider }) => provider === `${own.urn}::${own.id}`) ?? assert.fail();
    zone.provider = `${twin.urn}::${twin.id}`;
    const { code, stdout } = await drift(["--state", "-"], { env, stdin: JSON.stringify(state) });
    assert.equal(code, 1);
    assert.match(stdout, /The providers "SECOND" and "second" have the same variables, such as CDN_ACCESS_KEY_SECOND/);
    assert.deepEqual(second?.journal, []);
  });

  it("works with a rotated key, which a refresh that does not run the program does not know", async () => {
    main?.setAccessKey("key-rotated");
    assert.equal((await check()).verdict, "incomplete");
    assert.equal((await check({ CDN_ACCESS_KEY: "key-rotated" })).verdict, "clean");
  });

  it("takes base URLs from the state by default", async () => {
    const moved = text.replaceAll("https://api.example.com", main?.url ?? "");
    const keys = { CDN_ACCESS_KEY: "key-main", CDN_ACCESS_KEY_SECOND: "key-main" };
    assert.equal((await drift(["--state", "-"], { env: keys, stdin: moved })).code, 0);
  });
});
