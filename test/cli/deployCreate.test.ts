import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

describe("deploy --create", function () {
  this.timeout(60_000);
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator({
      seed: {
        storageZones: [{ Id: 1, Name: "old-site", Region: "NY", Password: "zone-password" }],
        pullZones: [
          { Id: 7, Name: "old-site", StorageZoneId: 1 },
          { Id: 8, Name: "proxied", OriginUrl: "https://www.example.com" },
        ],
      },
    });
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "create-")));
    mkdirSync(path.join(folder, "public"));
    for (const name of ["index.html", "404.html", "site.css"]) writeFileSync(path.join(folder, "public", name), name);
  });
  beforeEach(() => {
    emulator.reset();
    emulator.clearJournal();
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    inProcess(emulator, argv, {
      cwd: folder,
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, CDN_EDGE_DELAY_SECONDS: "0.05", ...env },
    });
  const create = (...argv: readonly string[]) => run(["deploy", "public", ...argv, "--create"]);
  const writes = () => emulator.journal.filter(({ method }) => method !== "GET").map(({ operation }) => operation);
  const zones = () => ({
    storage: emulator.storageZones.list().map(({ Name }) => Name),
    pull: emulator.pullZones.list().map(({ Name }) => Name),
  });
  const unchanged = { storage: ["old-site"], pull: ["old-site", "proxied"] };
  const pullZone = (name: string) => emulator.pullZones.list().find(({ Name }) => Name === name);
  const storageZone = (name: string) => emulator.storageZones.list().find(({ Name }) => Name === name);

  it("makes a site that answers like that of a Website, after it has said so", async () => {
    const { code, stdout, stderr } = await create("new-site", "--purge", "new-web", "--region", "ny");
    assert.equal(code, 0, stderr);
    const [storage, web] = [storageZone("new-site"), pullZone("new-web")];
    assert.match(stderr, /^Creating storage zone new-site in region NY and pull zone new-web\n/);
    const ids = `storage zone new-site (id ${String(storage?.Id)}) and pull zone new-web (id ${String(web?.Id)})`;
    assert.ok(stderr.includes(`Created ${ids}: http://new-web.localhost:${String(emulator.port)}/\n`), stderr);
    assert.match(stdout, /^3 uploaded, 0 deleted, 0 unchanged, \d+ B in \d+\.\d s\n$/);
    assert.deepEqual(emulator.purges, []);
    assert.deepEqual(
      [storage?.Region, storage?.Custom404FilePath, storage?.Rewrite404To200],
      ["NY", "/404.html", false],
    );
    assert.deepEqual(
      [web?.StorageZoneId, web?.CacheControlMaxAgeOverride, web?.CacheControlPublicMaxAgeOverride],
      [storage?.Id, 30 * 24 * 3600, 0],
    );
    assert.equal(web?.LoggingIPAnonymizationEnabled, true);
    const cached = (page: string) => {
      const { status, headers, body } = emulator.visit(web?.Id ?? 0, page);
      return [status, headers?.["cache-control"], String(body)];
    };
    assert.deepEqual(cached("/"), [200, "public, max-age=0", "index.html"]);
    assert.deepEqual(cached("/site.css"), [200, "public, max-age=86400", "site.css"]);
    assert.deepEqual(cached("/none.css"), [404, "public, max-age=0", "404.html"]);
  });

  it("makes the pull zone with the storage zone's name, in DE, for a release that visitors get", async () => {
    const argv = ["new-site", "--release", "--message", "First", "--format", "json"];
    const { code, stdout, stderr } = await create(...argv);
    assert.equal(code, 0, stderr);
    const [storage, web] = [storageZone("new-site"), pullZone("new-site")];
    assert.equal(storage?.Region, "DE");
    assert.deepEqual((JSON.parse(stdout) as { readonly created: unknown }).created, [
      { kind: "StorageZone", name: "new-site", id: storage.Id },
      { kind: "PullZone", name: "new-site", id: web?.Id },
    ]);
    assert.equal(String(emulator.visit(web?.Id ?? 0, "/").body), "index.html");
    assert.equal(String(emulator.visit(web?.Id ?? 0, "/none").body), "404.html");
    // The same command again makes nothing and changes no setting.
    emulator.pullZones.change(web?.Id ?? 0, {
      CacheControlPublicMaxAgeOverride: 60,
      LoggingIPAnonymizationEnabled: false,
    });
    emulator.clearJournal();
    writeFileSync(path.join(folder, "public", "index.html"), "index.html 2");
    const again = await create(...argv);
    writeFileSync(path.join(folder, "public", "index.html"), "index.html");
    assert.equal(again.code, 0, again.stderr);
    assert.doesNotMatch(again.stderr, /Creat/);
    const others = writes().filter((name) => !["putFile", "addOrUpdateEdgeRule", "purgeCache"].includes(String(name)));
    assert.deepEqual([others, pullZone("new-site")?.CacheControlPublicMaxAgeOverride], [[], 60]);
    assert.equal(String(emulator.visit(web?.Id ?? 0, "/").body), "index.html 2");
    assert.deepEqual((JSON.parse(again.stdout) as { readonly created: unknown }).created, []);
  });

  it("makes the site of the page on deployments", async () => {
    const page = readFileSync(path.join(__dirname, "../../docs/deploy-a-site.md"), "utf8");
    const [, command = ""] = /### Create the zones[^]*?```sh\nnpx pulumi-cdn-zones (.*)\n```/.exec(page) ?? [];
    const { code, stderr } = await run(command.split(" "));
    assert.equal(code, 0, stderr);
    assert.equal(String(emulator.visit(pullZone("acme-site")?.Id ?? 0, "/").body), "index.html");
  });

  it("names in a dry run what it would make, and sends nothing", async () => {
    const { code, stdout, stderr } = await create("new-site", "--dry-run");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Would create storage zone new-site in region DE and pull zone new-site\n/);
    assert.match(stdout, /^\+ 404\.html\n\+ index\.html\n\+ site\.css\nWould be 3 uploaded, 0 deleted, 0 unchanged/);
    const release = await create("new-site", "--dry-run", "--release", "--format", "json");
    const { created, rootFiles } = JSON.parse(release.stdout) as {
      readonly created: unknown;
      readonly rootFiles: unknown;
    };
    assert.deepEqual(created, [
      { kind: "StorageZone", name: "new-site", id: null },
      { kind: "PullZone", name: "new-site", id: null },
    ]);
    assert.deepEqual(rootFiles, ["404.html"]);
    // Also the root files that the release brings with the rule of the new pull zone.
    const added = await create("old-site", "--dry-run", "--release", "--purge", "new-web");
    assert.match(added.stdout, /, at the prefix 404\.html\n/);
    const web = await create("old-site", "--dry-run", "--purge", "new-web");
    assert.match(web.stderr, /^Would create pull zone new-web\n/);
    assert.deepEqual([writes(), zones()], [[], unchanged]);
  });

  it("refuses another origin, an id, another region, impossible names and a storage password before it makes anything", async () => {
    const refusal = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { code, stderr } = await run(["deploy", "public", ...argv, "--create"], env);
      assert.notEqual(code, 0);
      assert.deepEqual([writes(), zones()], [[], unchanged]);
      return stderr;
    };
    assert.match(
      await refusal(["new-site", "--purge", "proxied"]),
      /Nothing was created: pull zone proxied \(id 8\) exists, and its origin is https:\/\/www\.example\.com instead of storage zone new-site/,
    );
    assert.match(
      await refusal(["new-site", "--purge", "old-site"]),
      /its origin is storage zone 1 instead of storage zone new-site/,
    );
    assert.match(
      await refusal(["old-site", "--region", "DE"]),
      /storage zone old-site exists in region NY, which can't be changed/,
    );
    assert.match(await refusal(["new-site", "--region", "XX"]), /Nothing was created: --region must be/);
    assert.match(await refusal(["new-site", "--release", "--root-file", "+(a|a*)"]), /--root-file: the glob/);
    assert.match(await refusal(["1"]), /--create needs the names of the zones, but got the id 1/);
    assert.match(await refusal(["new-site", "--purge", "7"]), /but got the id 7/);
    assert.match(await refusal(["new-site", "--purge", "a", "--purge", "b"]), /it takes --purge at most once/);
    const password = { CDN_STORAGE_PASSWORD: "zone-password" };
    assert.match(
      await refusal(["new-site", "--region", "DE"], password),
      /--create needs the access key, because a storage password/,
    );
    assert.match(await refusal(["new-site"], { CDN_ACCESS_KEY: "zone-password" }), /401/);
    assert.match(
      (await run(["deploy", "public", "old-site", "--region", "DE"])).stderr,
      /--host and --region need CDN_STORAGE_PASSWORD/,
    );
  });

  it("says that another account has a name, and names what it made before", async () => {
    emulator.setFaults([
      {
        ...{ method: "POST", path: "/pullzone", times: 1 },
        fault: {
          kind: "status",
          ...{ status: 400, body: { ErrorKey: "pullzone.name_taken", Field: "Name", Message: "The name is taken" } },
        },
      },
    ]);
    const { code, stderr } = await create("new-site");
    assert.equal(code, 1);
    const id = String(storageZone("new-site")?.Id);
    assert.match(
      stderr,
      new RegExp(
        `a zone of another account has it.*Made so far: storage zone new-site \\(id ${id}\\)\\. Run the same command again`,
      ),
    );
    // Once the name is free, the same command makes the rest.
    const again = await create("new-site");
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stderr, /^Creating pull zone new-site\n/);
    assert.equal(pullZone("new-site")?.StorageZoneId, Number(id));
  });

  it("says which zone lacks settings if one could not be set, because a later run does not change it", async () => {
    const refused = {
      method: "POST",
      times: 1,
      fault: { kind: "status", status: 400, body: { Message: "no" } },
    } as const;
    for (const [pathPattern, lacking, made] of [
      ["^/storagezone/\\d+$", "storage zone", /Made so far: storage zone \S+ \(id \d+\)\./],
      [
        "^/pullzone/\\d+/edgerules/",
        "pull zone",
        /Made so far: storage zone \S+ \(id \d+\) and pull zone \S+ \(id \d+\)\./,
      ],
    ] as const) {
      emulator.reset();
      emulator.setFaults([{ ...refused, pathPattern }]);
      const { code, stderr } = await create("new-site");
      assert.equal(code, 1);
      assert.match(stderr, made);
      assert.match(
        stderr,
        new RegExp(`The ${lacking} lacks settings, and a later --create does not change it: delete it`),
      );
      assert.deepEqual(emulator.files.list(Number(storageZone("new-site")?.Id)), []);
    }
  });

  it("makes no second zone if the answer to the first request is lost", async () => {
    const lost = { method: "POST", times: 1, fault: { kind: "reset", when: "after" } } as const;
    emulator.setFaults([
      { ...lost, path: "/storagezone" },
      { ...lost, path: "/pullzone" },
    ]);
    const { code, stderr } = await create("new-site");
    assert.equal(code, 0, stderr);
    assert.deepEqual(zones(), { storage: ["old-site", "new-site"], pull: ["old-site", "proxied", "new-site"] });
  });

  it("says in one line without it that visitors don't get 404.html, and that browsers keep pages for 30 days", async () => {
    const deploy = async (...argv: readonly string[]): Promise<string> => {
      const { code, stderr } = await run(["deploy", "public", "old-site", ...argv]);
      assert.equal(code, 0, stderr);
      return stderr;
    };
    const both =
      /^Note: visitors don't get 404\.html for missing files, because custom404FilePath of storage zone old-site is empty: set it to \/404\.html; browsers keep the HTML of pull zone old-site for 30 days, also after a purge: set its cacheControlPublicMaxAgeOverride to 0$/m;
    assert.match(await deploy("--purge", "old-site"), both);
    assert.match(await deploy(), both);
    // As for zones that a killed run made without their settings.
    assert.match(await deploy("--create"), both);
    assert.match(await deploy("--release", "--purge", "old-site"), both);
    assert.doesNotMatch(await deploy("--release"), /visitors don't get/);
    assert.doesNotMatch(await deploy("--dry-run"), /Note:/);
    emulator.storageZones.change(1, { Custom404FilePath: "/404.html" });
    emulator.pullZones.change(7, { CacheControlPublicMaxAgeOverride: 0 });
    assert.doesNotMatch(await deploy("--purge", "old-site"), /Note:/);
    emulator.reset();
    const env = { CDN_STORAGE_PASSWORD: "zone-password", CDN_ACCESS_KEY: "" };
    const alone = await run(["deploy", "public", "old-site", "--host", emulator.storageHostname], env);
    assert.deepEqual([alone.code, /Note:/.test(alone.stderr)], [0, false]);
  });
});
