import assert from "node:assert/strict";
import { siteFixture } from "./siteFixture";

describe("The releases that edge rules name", function () {
  this.timeout(60_000);
  const site = siteFixture();
  const { run, requests, rule, live, place, later, point, pointerTo } = site;
  const release = ["acme-site", "--release", "--purge", "acme-web"];
  const visit = (): string => String(site.emulator.visit(7, "/").body ?? "");

  it("stay with the one before, whichever pull zone shows them, and are named if a deployment replaces different ones", async () => {
    const ids: string[] = [];
    for (const text of ["0", "1", "2", "3", "4"]) {
      ids.push(place(text, {}, ids.at(-1)));
      await later();
    }
    const [oldest = "", shown = "", , , newest = ""] = ids;
    site.emulator.pullZones.add({ Id: 8, Name: "acme-shop", StorageZoneId: 1, EdgeRules: [pointerTo(shown)] });
    const liveInShop = () => String(site.emulator.pullZones.get(8)?.EdgeRules?.[0]?.ActionParameter3);
    point(newest);
    await run("deploy", site.sourceOf("next", { "index.html": "5" }), ...release, "--keep", "2");
    const next = live();
    const { stdout } = await run("releases", "acme-shop", "--format", "json");
    const kept = (JSON.parse(stdout) as { release: string }[]).map(({ release: id }) => id);
    assert.deepEqual(kept, [next, newest, shown, oldest]);
    await run("rollback", "acme-shop", "--yes");
    assert.deepEqual([live(), liveInShop()], [next, `/releases/${oldest}/`]);

    const source = site.sourceOf("both", { "index.html": "6" });
    const { code, stderr } = await run("deploy", source, ...release, "--purge", "acme-shop");
    assert.equal(code, 0);
    const back = [
      ["acme-web", next],
      ["acme-shop", oldest],
    ].map(([name = "", id = ""]) => `npx pulumi-cdn-zones rollback pull-zone:${name} ${id}`);
    assert.ok(stderr.includes(`different releases. To go back, run: ${back.join("; ")}\n`), stderr);
    await run("rollback", "acme-web", "--yes");
    await run("rollback", "acme-shop", oldest, "--yes");
    assert.deepEqual([live(), liveInShop()], [next, `/releases/${oldest}/`]);
  });

  it("are announced if one more rule is beyond what the service allows", async () => {
    const header = { ActionType: 5, ActionParameter1: "X-A", ActionParameter2: "1" };
    const rules = Array.from({ length: 50 }, (_, at) => ({ ...pointerTo("none"), ...header, Guid: String(at) }));
    const deploy = async (count: number) => {
      site.emulator.pullZones.change(7, { EdgeRules: rules.slice(0, count) });
      return (await run("deploy", site.sourceOf("next", { "index.html": "1" }), ...release, "--dry-run")).stderr;
    };
    assert.doesNotMatch(await deploy(49), /warning/);
    const warning =
      "warning: pull zone acme-web would have 51 edge rules. By default, the service allows 50, and raises this limit on request\n";
    assert.ok((await deploy(50)).startsWith(warning));
    site.emulator.pullZones.change(7, { EdgeRules: [...rules.slice(0, 49), pointerTo(place("1"))] });
    assert.equal(
      (await run("deploy", site.sourceOf("more", { "index.html": "2" }), ...release, "--dry-run")).stderr,
      "",
    );
  });

  it("go back from a release that was deployed again to what was before it, and name the newest", async () => {
    const before = place("before");
    await later();
    const again = place("again");
    await later();
    const newest = place("newest", {}, again);
    await later();
    site.emulator.files.delete(1, `releases/${place("incomplete")}.complete.json`);
    point(again);
    const { stdout, stderr } = await run("rollback", "acme-web", "--yes");
    assert.match(stdout, new RegExp(`get release ${before} of .* instead of ${again}`));
    assert.match(
      stderr,
      new RegExp(
        `^Release ${newest} of .* UTC is newer than the live release.* rollback pull-zone:acme-web ${newest}\n`,
      ),
    );
    assert.equal((await run("rollback", "acme-web", newest, "--yes")).stderr, "");
    assert.equal((await run("rollback", "acme-web", "--yes")).stderr, "");
    assert.equal(live(), again);
  });

  it("are named by a deployment of plain files that visitors don't get, whether or not it names the pull zone", async () => {
    const plain = site.sourceOf("plain", { "index.html": "plain" });
    const said = async (...argv: readonly string[]): Promise<string> => {
      const { code, stderr } = await run("deploy", plain, "acme-site", ...argv);
      assert.equal(code, 0);
      return stderr;
    };
    site.emulator.pullZones.change(7, { CacheControlPublicMaxAgeOverride: 0 });
    assert.equal(await said("--purge", "acme-web"), "");
    const id = place("1");
    point(id);
    const notice = new RegExp(
      `^warning: Where edge rule \\S+ of pull zone acme-web applies, visitors get release ${id}, not the files of this deployment(\\. To .*--release --purge acme-web)?\n`,
    );
    for (const argv of [["--purge", "acme-web"], [], ["--dry-run"], ["--prefix", "docs", "--purge", "7"]]) {
      assert.match(await said(...argv), notice);
      // One read shows both its rules and its cache times.
      assert.equal(requests().filter((one) => one === "GET /pullzone/7").length, 1);
    }
    assert.equal(visit(), "1");
    for (const argv of [
      ["--prefix", "docs"],
      ["--prefix", `releases/${id}`],
    ])
      assert.equal(await said(...argv), "");
    site.emulator.setFaults([{ method: "GET", path: "/pullzone/7", fault: { kind: "status", status: 403 } }]);
    assert.equal(await said(), "");
    site.emulator.setFaults([]);
    point(id, { Enabled: false });
    assert.equal(await said("--purge", "7"), "");
  });

  for (const [spelled, prefix] of [
    ["//releases//ID", ""],
    ["/a%20b/./releases/ID/", "a b"],
    ["a b/releases/ID/", "a b"],
    ["/a%20b/releases/ID/", "a%20b"],
  ] as const) {
    it(`in ${prefix || "the root"} are found if a rule names one as ${spelled}, and the rule keeps that spelling`, async () => {
      const deployed = async (text: string): Promise<string> => {
        const source = site.sourceOf("spelled", { "index.html": text });
        const { code, stdout, stderr } = await run(
          ...["deploy", source, "acme-site", "--release", "--keep", "2", "--prefix", prefix, "--purge", "acme-web"],
        );
        assert.equal(code, 0, stderr);
        return /^release (\w+):/.exec(stdout)?.[1] ?? "";
      };
      const named = () => rule()?.ActionParameter3;
      point("0".repeat(12), { ActionParameter3: spelled.replace("ID", "0".repeat(12)) });
      const first = await deployed("1");
      assert.equal(named(), spelled.replace("ID", first));
      assert.match((await run("releases", "acme-web")).stdout, new RegExp(`^\\* ${first} .*live {2}-\n$`));
      const second = await deployed("2");
      assert.deepEqual(
        [named(), site.emulator.pullZones.get(7)?.EdgeRules?.length],
        [spelled.replace("ID", second), 1],
      );
      const { code, stderr } = await run("rollback", "acme-web", "--yes");
      assert.deepEqual([code, named()], [0, spelled.replace("ID", first)], stderr);
    });
  }
});
