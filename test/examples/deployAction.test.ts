import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import type { ActionRun } from "./actionRun";
import { runAction } from "./actionRun";
import { npmIn } from "./npm";

const action = join(__dirname, "../../deploy/action.yml");

describe("deploy/action.yml", function () {
  this.timeout(60_000);
  let folder = "";
  let emulator: Emulator;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "deploy-action-"));
    await npmIn(folder);
    // The checkout is hostile: its package must not be used.
    await mkdir(join(folder, "node_modules/pulumi-cdn-zones/dist/cli"), { recursive: true });
    const own = join(folder, "node_modules/pulumi-cdn-zones/dist/cli/main.js");
    await writeFile(own, `require("fs").writeFileSync(${JSON.stringify(join(folder, "stolen"))}, "");\n`);
    await mkdir(join(folder, "my site"));
    await writeFile(join(folder, "my site/index.html"), "home");
    await writeFile(join(folder, "my site/a<b>`c`.txt"), "text");
    await writeFile(join(folder, "my site/app.map"), "map");
  });
  beforeEach(async () => {
    emulator = await startEmulator({
      seed: {
        storageZones: [{ Id: 1, Name: "acme-site" }],
        pullZones: [
          {
            Id: 2,
            Name: "acme-site",
            StorageZoneId: 1,
            Hostnames: [
              { Id: 5, Value: "*.acme.example" },
              { Id: 3, Value: "www.acme.example" },
            ],
          },
          { Id: 4, Name: "acme-other" },
        ],
      },
    });
    emulator.files.write(1, "old.html", "old");
  });
  afterEach(() => emulator.close());
  after(() => rm(folder, { recursive: true }));

  const run = (inputs: Readonly<Record<string, string>>, env: Record<string, string> = {}): Promise<ActionRun> =>
    runAction(action, { source: "my site", ...inputs }, folder, {
      CDN_BASE_URL: emulator.url,
      CDN_ACCESS_KEY: emulator.accessKey,
      ...env,
    });
  const there = (): string[] => emulator.files.list(1).map(({ path }) => path);

  it("uploads, deletes and purges a site, with counts, paths and address in the summary and the outputs", async () => {
    const inputs = { site: "acme-site", purge: "acme-other\n", delete: "true", exclude: "*.map\n" };
    const { code, text, summary, outputs } = await run(inputs);
    assert.equal(code, 0, text);
    assert.deepEqual(there(), ["a<b>`c`.txt", "index.html"]);
    // The caches are emptied again after the deletions.
    const both = [{ pullZoneId: 2 }, { pullZoneId: 4 }];
    assert.deepEqual(emulator.purges, [...both, ...both]);
    assert.match(text, /^2 uploaded, 1 deleted, 0 unchanged, 0\.0 MB in [\d.]+ s: https:\/\/www\.acme\.example\/$/m);
    assert.match(summary, /^## CDN: acme-site\n\n2 uploaded, 1 deleted, .*: https:\/\/www\.acme\.example\/\n/);
    assert.match(summary, /- <code>a&#60;b&#62;&#96;c&#96;\.txt<\/code>\n- <code>index\.html<\/code>/);
    const { json = "", ...others } = outputs;
    assert.deepEqual(others, { uploaded: "2", deleted: "1", url: "https://www.acme.example/" });
    assert.deepEqual((JSON.parse(await readFile(json, "utf8")) as { added: unknown }).added, [
      "a<b>`c`.txt",
      "index.html",
    ]);
  });

  it("makes the zones of a new site first, if that is asked for", async () => {
    assert.notEqual((await run({ site: "acme-new" })).code, 0);
    assert.equal((await run({ site: "acme-new", create: "yes" })).code, 64);
    const { code, text, outputs } = await run({ site: "acme-new", create: "true", region: "NY" });
    assert.equal(code, 0, text);
    const zone = emulator.storageZones.named("acme-new");
    assert.deepEqual([zone?.Region, emulator.pullZones.named("acme-new")?.StorageZoneId], ["NY", zone?.Id]);
    assert.equal(outputs["uploaded"], "3");
    assert.match(outputs["url"] ?? "", /^https:\/\/acme-new\./);
    assert.equal((await run({ site: "acme-new", create: "true" })).outputs["uploaded"], "0");
  });

  it("installs outside of the checkout, and runs nothing that is committed", async () => {
    await run({ zone: "1" });
    const [line = ""] = (await readFile(join(folder, "installed"), "utf8")).split("\n");
    assert.match(line, /\/cdn-deploy-tools\.\w+: npm ci --ignore-scripts /);
    assert.ok(!existsSync(join(folder, "stolen")));
  });

  it("switches to a release, which a rule of the site's pull zone names", async () => {
    const { code, text, summary } = await run({
      site: "acme-site",
      release: "true",
      keep: "2",
      "root-files": "*.txt\n",
    });
    assert.equal(code, 0, text);
    assert.match(summary, /^## CDN: acme-site\n\nrelease [0-9a-f]{12}: 3 uploaded/);
    const [rule] = emulator.pullZones.get(2)?.EdgeRules ?? [];
    assert.match(String(rule?.ActionParameter3), /^\/releases\/[0-9a-f]{12}\/$/);
    assert.equal(String(emulator.visit(2, "/").body), "home");
    assert.deepEqual(
      there().filter((file) => !file.startsWith("releases/")),
      ["a<b>`c`.txt", "old.html"],
    );
  });

  it("gives a release its message, escaped in the log and in the summary", async () => {
    const event = join(folder, "event.json");
    const title = "Use ##[error]x & [a](b) <b>";
    await writeFile(event, JSON.stringify({ pull_request: { title, head: { sha: "a".repeat(40) } } }));
    const inputs = { site: "acme-site", release: "true" };
    const { code, text, summary } = await run(inputs, { GITHUB_EVENT_PATH: event, CDN_EDGE_DELAY_SECONDS: "0.05" });
    assert.equal(code, 0, text);
    assert.match(text, /^release [0-9a-f]{12} \(aaaaaaa Use #\\u0023\[error\]x & \[a\]\(b\) <b>\): 3 uploaded/m);
    assert.match(
      summary,
      /\(aaaaaaa Use &#35;&#35;&#91;error&#93;x &#38; &#91;a&#93;&#40;b&#41; &#60;b&#62;\): 3 uploaded/,
    );
    const given = await run(
      { ...inputs, exclude: "*.map\n", message: "-m New prices" },
      { CDN_EDGE_DELAY_SECONDS: "0.05" },
    );
    assert.match(given.summary, /^release [0-9a-f]{12} \(-m New prices\): 2 uploaded/m);
  });

  it("sends nothing in a dry run, below a prefix", async () => {
    const { code, text, summary } = await run({ zone: "acme-site", prefix: "docs", "dry-run": "true" });
    assert.equal(code, 0, text);
    assert.match(summary, /^## CDN: acme-site \(dry run\)\n\nWould be 3 uploaded, 0 deleted/);
    assert.deepEqual(there(), ["old.html"]);
  });

  it("takes the password of the zone alone, and shows it nowhere", async () => {
    const password = String(emulator.storageZones.get(1)?.Password);
    const env = { CDN_ACCESS_KEY: "", CDN_STORAGE_PASSWORD: password };
    const { code, text, summary } = await run({ zone: "acme-site", host: emulator.storageHostname }, env);
    assert.equal(code, 0, text);
    assert.equal(there().length, 4);
    assert.doesNotMatch(text + summary, new RegExp(password));
  });

  it("fails without a site or zone, with both, for a switch that is neither on nor off, and as the command fails", async () => {
    assert.deepEqual((await run({})).code, 64);
    const both = await run({ site: "acme-site", zone: "1" });
    assert.match(both.text, /::error::Give site or zone, not both/);
    const unclear = await run({ site: "acme-site", delete: "true", "dry-run": "yes" });
    assert.deepEqual([unclear.code, there()], [64, ["old.html"]]);
    assert.match(unclear.text, /::error::dry-run must be true or false, but got: yes/);
    const missing = await run({ site: "acme-nope" });
    assert.notEqual(missing.code, 0);
    assert.match(missing.text, /acme-nope/);
    assert.equal(missing.summary, "");
    assert.deepEqual(there(), ["old.html"]);
  });
});
