import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { limited } from "../fixtures/recorded/purge";
import { inProcess } from "./inProcess";

describe("the command deploy", () => {
  let emulator: Emulator;
  let folder: string;
  const seed = {
    storageZones: [
      { Id: 1, Name: "acme-site", ReplicationRegions: ["NY"], Password: "zone-password", ReadOnlyPassword: "reader" },
    ],
    // Without a cache time, a deployment says how long browsers keep pages.
    pullZones: [{ Id: 7, Name: "acme-web", StorageZoneId: 1, CacheControlPublicMaxAgeOverride: 0 }],
  };
  before(async () => {
    emulator = await startEmulator({ seed });
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "deploy-")));
  });
  beforeEach(() => emulator.reset());
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes a source with these files. */
  let sources = 0;
  function sourceOf(files: Readonly<Record<string, string>>): string {
    const source = path.join(folder, String(++sources));
    mkdirSync(source);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
      writeFileSync(path.join(source, name), text);
    }
    return source;
  }
  const deploy = (source: string, ...argv: readonly string[]) =>
    inProcess(emulator, ["deploy", source, "acme-site", ...argv]);
  const stored = () =>
    Object.fromEntries(
      emulator.files.list(1).map(({ path: name }) => [name, emulator.files.read(1, name)?.toString()]),
    );
  const operations = (name: string) =>
    emulator.journal.filter(({ operation }) => operation === name).map(({ path: to }) => to);

  it("uploads each file under its name, and then only what differs", async () => {
    const files = { "index.html": "<p>", "a b/c#1.js": "js", "ü/100%.txt": "text", empty: "", ".well-known/x": "x" };
    const source = sourceOf({ ...files, ".git/config": "git", "a b/.DS_Store": "ds" });
    const first = await deploy(source);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^5 uploaded, 0 deleted, 0 unchanged, 10 B in \d+\.\d s\n$/);
    assert.deepEqual(stored(), files);
    emulator.clearJournal();
    writeFileSync(path.join(source, "index.html"), "<h1>");
    const second = await deploy(source);
    assert.match(second.stdout, /^1 uploaded, 0 deleted, 4 unchanged, /);
    assert.deepEqual(operations("putFile"), ["/acme-site/index.html"]);
    // Four for the plan, and one for what was sent.
    assert.deepEqual(operations("listFiles").length, 5);
  });

  it("uploads HTML last, purges, and then deletes only what the source lacks", async () => {
    for (const name of ["old.html", "keep.map", "sub/old.js"]) emulator.files.write(1, name, "old");
    const source = sourceOf({ "index.html": "<p>", "z.js": "js", "b.map": "map" });
    const { code, stdout, stderr } = await deploy(source, "--delete", "--exclude", "*.map", "--purge", "acme-web");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^2 uploaded, 2 deleted, 0 unchanged, /);
    assert.deepEqual(stored(), { "index.html": "<p>", "z.js": "js", "keep.map": "old" });
    const changes = emulator.journal.flatMap(({ operation = "", path: to }) =>
      /^(put|delete|purge)/.test(operation) ? [to] : [],
    );
    assert.deepEqual(changes.slice(0, 3), ["/acme-site/z.js", "/acme-site/index.html", "/pullzone/7/purgeCache"]);
    assert.deepEqual(changes.slice(3, 5).sort(), ["/acme-site/old.html", "/acme-site/sub/old.js"]);
    // A visitor may have requested a file before its deletion.
    assert.deepEqual(changes.slice(5), ["/pullzone/7/purgeCache"]);
  });

  for (const [glob, name] of [
    ["NFC", "NFD"],
    ["NFD", "NFC"],
  ] as const) {
    it(`neither uploads nor deletes a name in ${name} that --exclude names in ${glob}`, async () => {
      emulator.files.write(1, "entwürfe/alt.html".normalize(name), "old");
      const source = sourceOf({ "index.html": "home", ["entwürfe/neu.html".normalize(name)]: "draft" });
      const { code, stderr } = await deploy(source, "--delete", "--exclude", "entwürfe".normalize(glob));
      assert.deepEqual([code, stderr], [0, ""]);
      assert.deepEqual(Object.values(stored()).sort(), ["home", "old"]);
    });
  }

  it("keeps to its prefix", async () => {
    for (const name of ["other.txt", "docs/v2/old.txt", "docs/v1/a.txt"]) emulator.files.write(1, name, "old");
    assert.equal((await deploy(sourceOf({ "a.txt": "new" }), "--prefix", "/docs/v2/", "--delete")).code, 0);
    assert.deepEqual(stored(), { "docs/v1/a.txt": "old", "docs/v2/a.txt": "new", "other.txt": "old" });
  });

  it("shows in a dry run what it would do, and sends nothing", async () => {
    for (const name of ["changed", "gone", "same"]) emulator.files.write(1, name, "same");
    const source = sourceOf({ changed: "new", new: "new", same: "same" });
    const { stdout } = await deploy(source, "--dry-run", "--delete", "--purge", "7");
    assert.equal(stdout, "~ changed\n- gone\n+ new\nWould be 2 uploaded, 1 deleted, 1 unchanged, 6 B, purged 7\n");
    const json = JSON.parse((await deploy(source, "--dry-run", "--delete", "--format", "json")).stdout) as object;
    const expected = {
      dryRun: true,
      added: ["new"],
      changed: ["changed"],
      deleted: ["gone"],
      unchanged: 1,
      bytes: 6,
      purged: [],
    };
    assert.deepEqual({ ...json, seconds: 0 }, { ...expected, seconds: 0 });
    assert.deepEqual([operations("putFile"), operations("deleteFile"), emulator.purges], [[], [], []]);
  });

  it("uploads nothing if nothing has changed, and purges what an earlier run may not have", async () => {
    const source = sourceOf({ a: "new" });
    emulator.setFaults([{ path: "/pullzone/7/purgeCache", times: 1, fault: { kind: "status", status: 403 } }]);
    const failed = await deploy(source, "--purge", "acme-web");
    assert.deepEqual([failed.code, emulator.purges], [1, []]);
    assert.match(
      failed.stderr,
      /^1 of 1 files were uploaded, and 0 deleted\. The next run .*missing files, and empties the caches\n/,
    );
    const { code, stdout } = await deploy(source, "--purge", "acme-web", "--delete");
    assert.match(stdout, /^0 uploaded, 0 deleted, 1 unchanged, 0 B in \d+\.\d s, purged acme-web\n$/);
    assert.deepEqual([code, operations("putFile").length, emulator.purges], [0, 1, [{ pullZoneId: 7 }]]);
  });

  it("deletes everything with an empty source, if that is meant", async () => {
    emulator.files.write(1, "docs/a", "a");
    const { code, stdout } = await deploy(sourceOf({}), "--delete", "--allow-empty", "--format", "json");
    const { deleted, purged } = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual([code, deleted, purged, emulator.files.list(1)], [0, ["docs/a"], [], []]);
  });

  it("replaces a folder by a file if it may delete all in it, and otherwise names it and sends the rest", async () => {
    emulator.files.write(1, "about/index.html", "about");
    const source = sourceOf({ about: "new", "a.txt": "a" });
    for (const argv of [["--dry-run"], []]) {
      const { code, stderr } = await deploy(source, ...argv);
      assert.equal(code, 1);
      assert.match(stderr, /Not sent: "about" because of "about\/index\.html": .*rename the file in the source\n$/);
    }
    assert.deepEqual(stored(), { "a.txt": "a", "about/index.html": "about" });
    assert.equal((await deploy(source, "--delete")).code, 0);
    assert.deepEqual(stored(), { "a.txt": "a", about: "new" });
  });

  it("waits as long as the body of a 429 says before it purges, and says so", async () => {
    const fault = { kind: "status", ...limited(2) } as const;
    emulator.setFaults([{ path: "/pullzone/7/purgeCache", times: 1, fault }]);
    const begun = performance.now();
    const { code, stderr } = await deploy(sourceOf({ "a.txt": "a" }), "--purge", "acme-web");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Waiting 2 s, as the service asks, before it purges the cache$/m);
    assert.ok(performance.now() - begun > 1_900);
    assert.deepEqual(emulator.purges, [{ pullZoneId: 7 }]);
  });

  it("purges when the replicas have the files", async () => {
    let passedMs = 0;
    const own = await startEmulator({ seed, fileReplicationMs: 700, now: () => Date.now() + passedMs });
    const source = sourceOf({ "index.html": "new" });
    own.files.write(1, "index.html", "old");
    passedMs = 1000;
    const { code, stderr } = await inProcess(own, ["deploy", source, "1", "--purge", "acme-web"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(String(own.visit(7, "/").body), "new");
    await own.close();
  });

  describe("shows its progress", () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${String(index)}.txt`, "text"]));
    const slow = (ms: number) => ({ kind: "latency", ms }) as const;
    const argv = (source: string) => ["deploy", source, "acme-site", "--delete", "--purge", "acme-web"];

    it("on a terminal: the phase, and a bar that goes by files", async () => {
      let passedMs = 0;
      const own = await startEmulator({ seed, fileReplicationMs: 1_000, now: () => Date.now() + passedMs });
      own.files.write(1, "old.txt", "old");
      passedMs = 1_000;
      own.setFaults([
        { method: "DELETE", path: "/acme-site/**", fault: slow(800) },
        { path: "/acme-site/**", fault: slow(150) },
        { path: "/pullzone/7/purgeCache", fault: slow(300) },
      ]);
      const { code, stderr } = await inProcess(own, argv(sourceOf(files)), { stderr: true });
      await own.close();
      assert.equal(code, 0, stderr);
      const shown = stderr.split("\r\u001b[K").filter((text) => text !== "");
      const phases = shown.map((text) => text.replace(/^\[[#-]{20}\] /, "").replace(/: .*/, ""));
      assert.deepEqual(
        [...new Set(phases)],
        [
          "listing the files of acme-site",
          "uploading",
          "waiting for the replicas (NY)",
          "purging acme-web",
          "deleting",
        ],
      );
      const [, bar = "", uploaded = ""] =
        /^\[([#-]{20})\] uploading: (\d+) of 40 files, \d+ B of 160 B$/m.exec([...shown].reverse().join("\n")) ?? [];
      assert.equal(bar, "#".repeat(Math.floor((Number(uploaded) / 41) * 20)).padEnd(20, "-"));
      assert.match(
        stderr,
        /\[#{19}-\] deleting: 0 of 1 files\r\u001b\[K(\[#{20}\] deleting: 1 of 1 files\r\u001b\[K)*(\[#{20}\] purging acme-web\r\u001b\[K)+$/,
      );
    });

    it("without a terminal: a line a second as long as something changes", async () => {
      const own = await startEmulator({ seed, fileReplicationMs: 2_500 });
      const { code, stderr } = await inProcess(own, argv(sourceOf(files)));
      await own.close();
      assert.equal(code, 0, stderr);
      // A slow machine also has time for the lines of other phases.
      assert.match(
        stderr,
        /^(uploading: \d+ of 40 files, .*\n)*waiting for the replicas \(NY\)\n(purging acme-web\n)?$/,
      );
    });

    it("and messages in lines of their own", async () => {
      const fault = { kind: "status", ...limited(1) } as const;
      emulator.setFaults([{ path: "/pullzone/7/purgeCache", times: 1, fault }]);
      const { stderr } = await inProcess(emulator, argv(sourceOf(files)), { stderr: true });
      assert.match(stderr, /\r\u001b\[KWaiting 1 s, as the service asks, before it purges the cache\n/);
    });
  });

  it("delivers every file although requests fail, are lost or have to wait", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `folder-${String(index % 7)}/${String(index)}.txt`);
    emulator.setFaults([
      { path: "/acme-site/**", probability: 0.05, fault: { kind: "status", status: 503 } },
      { path: "/acme-site/**", probability: 0.05, fault: { kind: "reset", when: "before" } },
      { path: "/acme-site/**", probability: 0.05, fault: { kind: "reset", when: "after" } },
      {
        path: "/acme-site/**",
        every: 9,
        times: 3,
        fault: { kind: "status", status: 400, body: "Unable to process request" },
      },
    ]);
    emulator.files.write(1, "gone", "old");
    const { code, stderr } = await deploy(sourceOf(Object.fromEntries(names.map((name) => [name, name]))), "--delete");
    assert.equal(code, 0, stderr);
    assert.deepEqual(stored(), Object.fromEntries([...names].sort().map((name) => [name, name])));
  });

  it("deletes nothing after an upload that fails, and says what is uploaded", async () => {
    emulator.files.write(1, "gone", "old");
    emulator.setFaults([
      { method: "PUT", path: "/acme-site/b", fault: { kind: "status", status: 400, body: { Message: "No space" } } },
    ]);
    const { code, stderr } = await deploy(sourceOf({ a: "a", b: "b" }), "--delete");
    assert.equal(code, 1);
    assert.match(
      stderr,
      /1 of 2 files were uploaded, and 0 deleted.*\n.*PUT \/acme-site\/b\) failed with 400: No space/,
    );
    assert.deepEqual(stored(), { a: "a", gone: "old" });
  });

  it("works with the zone's password alone, which it never shows", async () => {
    const source = sourceOf({ a: "a" });
    const env = { CDN_BASE_URL: emulator.url, CDN_STORAGE_PASSWORD: "zone-password" };
    const run = (password: string, ...argv: readonly string[]) =>
      inProcess({}, ["deploy", source, "acme-site", ...argv], { env: { ...env, CDN_STORAGE_PASSWORD: password } });
    assert.equal((await run("zone-password", "--host", emulator.storageHostname)).code, 0);
    assert.deepEqual(stored(), { a: "a" });
    assert.deepEqual(operations("getStorageZone"), []);
    emulator.reset();
    for (const password of ["reader", "wrong-password"]) {
      const { code, stderr } = await run(password, "--host", emulator.storageHostname);
      assert.equal(code, 1);
      assert.match(stderr, /password of storage zone acme-site is wrong or may only read.*Check CDN_STORAGE_PASSWORD/s);
      assert.ok(!stderr.includes(password) || password === "reader");
    }
    for (const [argv, said] of [
      [[], /needs --host or --region/],
      [["--host", emulator.storageHostname, "--purge", "7"], /--purge needs the access key/],
      [["--host", "user@evil.example/"], /must be a hostname/],
    ] as const) {
      const { code, stderr } = await run("zone-password", ...argv);
      assert.ok(code > 0);
      assert.match(stderr, said);
    }
  });

  it("follows no symbolic link out of the source, and says so", async () => {
    const source = sourceOf({ "real/a": "a" });
    const other = sourceOf({ secret: "secret" });
    for (const [name, target] of [
      ["inside", "real"],
      ["outside", other],
      ["real/around", ".."],
      ["nowhere", "missing"],
    ] as const) {
      symlinkSync(target, path.join(source, name));
    }
    const { code, stderr } = await deploy(source);
    assert.equal(code, 0, stderr);
    assert.deepEqual(stored(), { "inside/a": "a", "real/a": "a" });
    assert.match(
      stderr,
      /^warning: Left out of .*, as symbolic links out of it, in a circle or to nothing: inside\/around, nowhere, outside, real\/around\n$/,
    );
  });

  it("leaves out what is private unless it is included, names it, and deletes what an earlier version has uploaded", async () => {
    const source = sourceOf({ "index.html": "<p>", ".env": "key", "certs/a.pem": "pem", "node_modules/x.js": "js" });
    emulator.files.write(1, ".env", "key");
    const { code, stderr } = await deploy(source, "--delete", "--include", "*.pem", "--exclude", "*.mpa");
    assert.equal(code, 0, stderr);
    assert.deepEqual(stored(), { "certs/a.pem": "pem", "index.html": "<p>" });
    assert.match(
      stderr,
      /^warning: Left out of .*: \.env, node_modules\. To send one, .*\nwarning: Nothing in .* matches: exclude "\*\.mpa"\n$/,
    );
    // A glob that protects files of the zone is of use without any in the source.
    emulator.files.write(1, "uploads/a", "a");
    assert.doesNotMatch((await deploy(source, "--delete", "--exclude", "uploads")).stderr, /Nothing in/);
    assert.deepEqual(Object.keys(stored()), ["index.html", "uploads/a"]);
  });

  for (const [what, files, argv, code, said] of [
    ["an empty source without --delete", {}, ["--allow-empty"], 64, /has no files\n/],
    [
      "an empty source",
      {},
      ["--delete"],
      64,
      /has no files: --delete would delete everything\. If you want that, add --allow-empty/,
    ],
    ["a name with a space at its end", { "a ": "a" }, [], 64, /"a " has a name with a space at its start or end/],
    ["names that differ by Unicode form", { "\u00fc": "a", "u\u0308": "b" }, [], 64, /exists twice/],
    ["the folder of a project", { a: "a", "Pulumi.yaml": "" }, [], 64, /is the folder of a Pulumi project/],
    ["a glob that takes minutes", { a: "a" }, ["--exclude", "+(a|a*)b"], 64, /exclude: the glob .*could take minutes/],
    ["a prefix that climbs", { a: "a" }, ["--prefix", "../b"], 64, /--prefix must be a folder of the zone/],
    ["an unknown pull zone", { a: "a" }, ["--purge", "nobody"], 1, /no pull zone named "nobody"/],
    ["a host beside an account", { a: "a" }, ["--host", "example.com"], 64, /need CDN_STORAGE_PASSWORD/],
  ] as const) {
    it(`fails for ${what} before anything is sent`, async () => {
      const ended = await deploy(sourceOf(files), ...argv);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, said);
      assert.deepEqual(emulator.files.list(1), []);
    });
  }

  it("fails for a source that is missing or a file, and for an unknown zone", async () => {
    const source = sourceOf({ a: "a" });
    for (const [of, zone, said] of [
      [path.join(source, "nowhere"), "acme-site", /does not exist/],
      [path.join(source, "a"), "acme-site", /is a file/],
      [source, "nobody", /no storage zone named "nobody"/],
    ] as const) {
      const { code, stderr } = await inProcess(emulator, ["deploy", of, zone]);
      assert.ok(code > 0);
      assert.match(stderr, said);
    }
  });
});
