import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { releaseId } from "../../provider/files/releaseContent";
import { sha, siteFixture } from "./siteFixture";

describe("deploy --release", function () {
  this.timeout(60_000);
  const site = siteFixture();
  const { run, requests, rule, live, place, later, point, pointerTo, rival } = site;

  it("leave the root files alone while no rule moves, unless they are asked for, and bring them with the release", async () => {
    const source = site.sourceOf("unmoved", { "index.html": "index.html 2", "404.html": "404.html 2" });
    const first = place("1", { "404.html": "404.html 1" });
    site.emulator.files.write(1, "404.html", "404.html 1");
    point(first);
    await later();
    const notFound = () => site.emulator.files.read(1, "404.html")?.toString();
    const { code, stdout, stderr } = await run("deploy", source, "acme-site", "--release");
    assert.equal(code, 0, stderr);
    assert.deepEqual([live(), notFound()], [first, "404.html 1"]);
    const release = String(/^release ([0-9a-f]{12}): 2 uploaded, [^,]*, [^,]*, \S+ \S+ in \S+ s\n$/.exec(stdout)?.[1]);

    await run("rollback", "acme-web", release, "--yes");
    assert.deepEqual([live(), notFound()], [release, "404.html 2"]);
    await run("rollback", "acme-web", first, "--yes");
    assert.equal(notFound(), "404.html 1");
    await run("deploy", source, "acme-site", "--release", "--root-file", "404.html");
    assert.deepEqual([live(), notFound()], [first, "404.html 2"]);
  });

  it("bring the service's page for missing files to the root with the rule, and name 404.html of the source's root only", async () => {
    const page = "bunnycdn_errors/404.html";
    const files = { "index.html": "1", "404.html": "own", "docs/404.html": "docs", [page]: "service" };
    const source = site.sourceOf("missing", files);
    const atRoot = () => {
      const paths = site.emulator.files.list(1).map((file) => file.path);
      return paths.filter((file) => !file.startsWith("releases/")).sort();
    };
    assert.equal((await run("deploy", source, "acme-site", "--release")).code, 0);
    assert.deepEqual(atRoot(), []);
    const { code, stdout, stderr } = await run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /at the prefix 404\.html, bunnycdn_errors\/404\.html/);
    assert.deepEqual(atRoot(), ["404.html", page]);
  });

  it("warn of the service's page for missing files below a prefix, which the service does not find there", async () => {
    const page = "bunnycdn_errors/404.html";
    const source = site.sourceOf("prefixed", { "index.html": "1", [page]: "service" });
    const warning = /warning: The service does not find docs\/bunnycdn_errors\/404\.html by itself/;
    const plain = await run("deploy", source, "acme-site", "--prefix", "docs", "--dry-run");
    assert.match(plain.stderr, warning);
    assert.doesNotMatch(plain.stderr, /--root-file/);
    const release = ["deploy", source, "acme-site", "--prefix", "docs", "--release", "--dry-run"];
    assert.match(
      (await run(...release)).stderr,
      /custom404FilePath.* name "bunnycdn_errors\/404\.html" in --root-file/,
    );
    assert.doesNotMatch((await run(...release, "--root-file", page)).stderr, warning);
  });

  it("refuse a pull zone whose rule can't name the release before anything is sent, also in a dry run", async () => {
    const source = site.sourceOf("refused", { "index.html": "new", "404.html": "new" });
    const refusal = async (zone: string, ...more: readonly string[]): Promise<string> => {
      const { code, stderr } = await run("deploy", source, zone, "--release", "--purge", "acme-web", ...more);
      assert.equal(code, 1, stderr);
      assert.ok(requests().every((one) => one.startsWith("GET")));
      return stderr;
    };
    const id = place("1");
    const elsewhere =
      /names a release in another place: the root of storage zone 1 acme-site\. Deploy to that place, or omit/;
    point(id);
    assert.match(await refusal("other-site"), elsewhere);
    assert.match(await refusal("other-site", "--dry-run"), elsewhere);
    const action = {
      ActionType: 17,
      ActionParameter1: "1",
      ActionParameter2: "a",
      ActionParameter3: `/releases/${id}/`,
    };
    point(id, { ExtraActions: [action] });
    assert.match(await refusal("acme-site"), /Several edge rules of pull zone acme-web name a release/);
  });

  it("refuse a prefix if the pull zone has no rule yet, whose visitors would get that folder everywhere, unless --create makes it", async () => {
    const home = site.sourceOf("home", { "index.html": "home" });
    const docs = site.sourceOf("docs", { "index.html": "docs" });
    assert.equal((await run("deploy", home, "acme-site", "--purge", "acme-web")).code, 0);
    const release = ["deploy", docs, "acme-site", "--prefix", "docs", "--release"];
    for (const more of [[], ["--dry-run"]]) {
      const { code, stderr } = await run(...release, "--purge", "acme-web", ...more);
      assert.equal(code, 1);
      assert.match(stderr, /a new rule would give every address of acme-web the files of docs\/\. .*--create --purge/);
      assert.ok(requests().every((one) => one.startsWith("GET")));
    }
    const made = await run(...release, "--create", "--purge", "acme-docs");
    assert.equal(made.code, 0, made.stderr);
    assert.doesNotMatch(made.stderr, /applies to every address/);
    const id = site.emulator.pullZones.list().find(({ Name }) => Name === "acme-docs")?.Id ?? 0;
    const shown = [7, id].map((web) => String(site.emulator.visit(web, "/").body));
    assert.deepEqual(shown, ["home", "docs"]);
  });

  it("say what to delete first if a run that made the pull zone for a prefix fails, after which the same command works", async () => {
    const source = site.sourceOf("docs-again", { "index.html": "docs", "404.html": "none" });
    const deploy = () =>
      run("deploy", source, "acme-site", "--prefix", "docs", "--release", "--create", "--purge", "acme-docs");
    const advice = /\. First delete pull zone acme-docs, which this run made and which names no release yet/;
    for (const path of ["/acme-site/docs/releases/*/index.html", "/acme-site/docs/404.html"]) {
      site.emulator.setFaults([{ method: "PUT", path, fault: { kind: "status", status: 400 } }]);
      const failed = await deploy();
      assert.deepEqual([failed.code, advice.test(failed.stderr)], [1, true], failed.stderr);
      site.emulator.setFaults([]);
      assert.match((await deploy()).stderr, /If acme-docs is that pull zone and has no visitors yet, delete it/);
      site.emulator.pullZones.delete(site.emulator.pullZones.named("acme-docs")?.Id ?? 0);
    }
    const { code, stderr } = await deploy();
    assert.deepEqual([code, advice.test(stderr)], [0, false], stderr);
  });

  for (const [what, more] of [
    ["from another folder", { ActionParameter3: "/v2/" }],
    ["from another address", { ActionType: 2, ActionParameter1: "https://user:pass@v2.example", ActionParameter3: "" }],
  ] as const) {
    it(`refuse a pull zone with a rule that delivers every address ${what}, also in a dry run`, async () => {
      site.emulator.pullZones.change(7, { EdgeRules: [pointerTo("", more)] });
      const source = site.sourceOf("delivered", { "index.html": "1" });
      for (const dryRun of [["--dry-run"], []]) {
        const { code, stderr } = await run("deploy", source, "acme-site", "--release", "--purge", "7", ...dryRun);
        assert.equal(code, 1);
        assert.match(stderr, /acme-web already has a rule that chooses the files of every address, .*000000000001/);
        assert.doesNotMatch(stderr, /user:pass/);
        assert.ok(requests().every((one) => one.startsWith("GET")));
      }
    });
  }

  it("say, also in a dry run, that the first rule of a pull zone takes all other files from its visitors", async () => {
    const source = site.sourceOf("first", { "index.html": "1" });
    const deploy = (...more: readonly string[]) =>
      run("deploy", source, "acme-site", "--release", "--purge", "7", ...more);
    const line =
      /^The first edge rule .* pull zone acme-web applies to every address: .* no other file of storage zone acme-site$/m;
    assert.match((await deploy("--dry-run")).stderr, line);
    assert.match((await deploy()).stderr, line);
    assert.doesNotMatch((await deploy()).stderr, line);
  });

  it("refuse two enabled rules that choose the files of every address before anything is sent, and accept a disabled one", async () => {
    const source = site.sourceOf("rivals", { "index.html": "new" });
    const id = place("1");
    const deploy = () => run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
    site.emulator.pullZones.change(7, { EdgeRules: [pointerTo(id), pointerTo(id, rival)] });
    const { code, stderr } = await deploy();
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /Several enabled edge rules of pull zone acme-web choose the files of every address, .*000000000001 .* and .*000000000002 \(\/\)\. Delete or disable all but one/,
    );
    assert.ok(requests().every((one) => one.startsWith("GET")));
    site.emulator.pullZones.change(7, { EdgeRules: [pointerTo(id), pointerTo(id, { ...rival, Enabled: false })] });
    const accepted = await deploy();
    assert.equal(accepted.code, 0, accepted.stderr);
  });

  it("keep a release that the rule of a linked pull zone names although every list of pull zones lacks that zone", async () => {
    const kept = place("1");
    for (const text of ["2", "3"]) {
      await later();
      place(text);
    }
    site.emulator.pullZones.add({ Id: 8, Name: "acme-old", StorageZoneId: 1, EdgeRules: [pointerTo(kept)] });
    const body = { Items: [site.emulator.pullZones.get(7)], CurrentPage: 1, TotalItems: 1, HasMoreItems: false };
    site.emulator.setFaults([{ method: "GET", path: "/pullzone", fault: { kind: "status", status: 200, body } }]);
    const source = site.sourceOf("kept", { "index.html": "4" });
    const { code, stderr } = await run(
      "deploy",
      source,
      "acme-site",
      "--release",
      "--purge",
      "acme-web",
      "--keep",
      "2",
    );
    assert.equal(code, 0, stderr);
    assert.equal(String(site.emulator.visit(8, "/").body), "1");
  });

  it("keep a file of others in the folder of an old release although one listing lacks it", async () => {
    const old = place("1");
    for (const text of ["2", "3"]) {
      await later();
      place(text);
    }
    site.emulator.files.write(1, `releases/${old}/theirs.txt`, "theirs");
    const url = `http://${site.emulator.storageHostname}/acme-site/releases/${old}/`;
    const listed = (await (await fetch(url, { headers: { AccessKey: "zone-password" } })).json()) as object[];
    const body = listed.filter((entry) => !JSON.stringify(entry).includes("theirs.txt"));
    const fault = { kind: "status", status: 200, body } as const;
    site.emulator.setFaults([{ method: "GET", path: `/acme-site/releases/${old}/`, nth: 1, fault }]);
    const source = site.sourceOf("beside", { "index.html": "4" });
    const { code, stderr } = await run(
      "deploy",
      source,
      "acme-site",
      "--release",
      "--purge",
      "acme-web",
      "--keep",
      "2",
    );
    assert.equal(code, 0, stderr);
    const left = site.emulator.files.list(1).map((file) => file.path);
    assert.deepEqual(
      left.filter((file) => file.includes(old)),
      [`releases/${old}/theirs.txt`],
    );
  });

  it("create one rule in a pull zone that is named twice", async () => {
    const source = site.sourceOf("twice", { "index.html": "1" });
    const { code, stderr } = await run(
      ...["deploy", source, "acme-site", "--release", "--purge", "acme-web", "--purge", "7"],
    );
    assert.equal(code, 0, stderr);
    assert.equal(site.emulator.pullZones.get(7)?.EdgeRules?.length, 1);
    assert.equal(requests().filter((one) => one === "POST /pullzone/7/purgeCache").length, 2);
  });

  it("refuse a pull zone with another origin, whose visitors would get the release instead", async () => {
    site.emulator.pullZones.add({ Id: 8, Name: "acme-images", OriginUrl: "https://images.acme.example" });
    const source = site.sourceOf("other", { "index.html": "1" });
    const { code, stderr } = await run("deploy", source, "acme-site", "--release", "--purge", "acme-images");
    assert.equal(code, 1);
    assert.match(stderr, /Storage zone acme-site is not the origin of pull zone acme-images, /);
    assert.ok(requests().every((one) => one.startsWith("GET")));
    // A rule of its own says that visitors are to get releases.
    site.emulator.pullZones.change(8, { EdgeRules: [pointerTo(place("0"))] });
    assert.equal((await run("deploy", source, "acme-site", "--release", "--purge", "acme-images")).code, 0);
    assert.equal(String(site.emulator.visit(8, "/").body), "1");
  });

  it("refuse a pull zone that keeps its former storage zone beside another origin", async () => {
    const former = { OriginUrl: "https://images.acme.example", OriginType: 0, StorageZoneId: 1 };
    site.emulator.pullZones.add({ Id: 8, Name: "acme-images", ...former });
    const source = site.sourceOf("former", { "index.html": "1" });
    const { code, stderr } = await run("deploy", source, "acme-site", "--release", "--purge", "acme-images");
    assert.equal(code, 1, stderr);
    assert.match(stderr, /Storage zone acme-site is not the origin of pull zone acme-images, /);
    assert.ok(requests().every((one) => one.startsWith("GET")));
  });

  for (const [what, faulty, said, purged] of [
    [
      "a rule",
      "/pullzone/8/edgerules/addOrUpdate",
      /name it, [^:]*: acme-web\. Pull zones that may name it: acme-shop\. Pull zones that are unchanged: acme-app\. These root/,
      ["7", "8", "7", "8"],
    ],
    [
      "a purge",
      "/pullzone/7/purgeCache",
      /name it, [^:]*: acme-web, acme-shop, acme-app\. These root/,
      ["7", "8", "9"],
    ],
    [
      "a root file",
      "/acme-site/404.html",
      /did not finish\. Pull zones that are unchanged: acme-web, acme-shop, acme-app\. These root/,
      [],
    ],
  ] as const) {
    it(`say what was reached if ${what} fails, empty the caches of what was moved, and finish it with the same command`, async () => {
      const names = ["acme-web", "acme-shop", "acme-app"];
      for (const [index, Name] of names.entries()) {
        if (index > 0) site.emulator.pullZones.add({ Id: 7 + index, Name, StorageZoneId: 1 });
      }
      const source = site.sourceOf("failing", { "index.html": "index.html", "404.html": "404.html" });
      const purges = names.flatMap((name) => ["--purge", name]);
      const deployAll = () => run("deploy", source, "acme-site", "--release", ...purges);
      const emptied = () => requests().flatMap((one) => /^POST \/pullzone\/(\d)\/purgeCache/.exec(one)?.[1] ?? []);
      site.emulator.setFaults([{ path: faulty, fault: { kind: "status", status: 400 } }]);
      const { code, stderr } = await deployAll();
      assert.equal(code, 1);
      assert.match(stderr, said);
      assert.match(
        stderr,
        /These root files may already be new: "404\.html"\. Run the same command again to finish it/,
      );
      // The second purges of several pull zones are sent together.
      assert.deepEqual(emptied().sort(), [...purged].sort());

      site.emulator.setFaults([]);
      assert.equal((await deployAll()).code, 0);
      assert.deepEqual(emptied().sort(), ["7", "7", "8", "8", "9", "9"]);
      assert.deepEqual(
        [7, 8, 9].map((id) => site.emulator.pullZones.get(id)?.EdgeRules?.length),
        [1, 1, 1],
      );
    });
  }

  for (const [what, place, during, said] of [
    ["of a release", "releases/ID/404.html", ".json", /Nothing has changed for visitors/],
    ["at the root", "404.html", ".complete.json", /was uploaded, but the deployment did not finish/],
  ] as const) {
    it(`fail before the rule moves if somebody puts something in the place of a file ${what} while they upload`, async () => {
      const source = site.sourceOf("raced", { "index.html": "index.html", "404.html": "404.html" });
      const checksums = new Map(["index.html", "404.html"].map((name) => [name, sha(name)]));
      const id = releaseId({ files: checksums, typeOf: () => undefined });
      const inPlace = `${place.replace("ID", id)}/foreign.txt`;
      // An empty folder is replaced.
      site.emulator.files.write(1, inPlace, "foreign");
      site.emulator.files.delete(1, inPlace);
      site.emulator.setFaults([
        { method: "PUT", path: `/acme-site/releases/*${during}`, times: 1, fault: { kind: "latency", ms: 500 } },
      ]);
      const deployment = run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
      while (!requests().some((one) => one.startsWith("PUT ") && one.endsWith(during))) await later();
      site.emulator.files.write(1, inPlace, "foreign");
      const { code, stderr } = await deployment;
      assert.notEqual(code, 0);
      assert.match(stderr, said);
      assert.match(stderr, /Not sent: "404\.html" because of "404\.html\/foreign\.txt"/);
      assert.equal(rule(), undefined);
      site.emulator.files.delete(1, inPlace);
      assert.equal((await run("deploy", source, "acme-site", "--release", "--purge", "acme-web")).code, 0);
      assert.equal(live(), id);
    });
  }

  it("fail if a root file changes after the release was sent", async () => {
    // Of a smaller one, the content is kept.
    const source = site.sourceOf("changing", { "index.html": "index.html", "404.html": "404".padEnd(100_000) });
    const note = "/acme-site/releases/*.complete.json";
    site.emulator.setFaults([{ method: "PUT", path: note, times: 1, fault: { kind: "latency", ms: 500 } }]);
    const deployment = run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
    while (!requests().some((one) => one.startsWith("PUT ") && one.endsWith(".complete.json"))) await later();
    writeFileSync(path.join(source, "404.html"), "of the next build");
    const { code, stderr } = await deployment;
    assert.notEqual(code, 0);
    assert.match(stderr, /404\.html changed while it was sent\. Run the same command again/);
    assert.deepEqual([rule(), site.emulator.files.read(1, "404.html")], [undefined, undefined]);
  });
});
