import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { noteName } from "../../provider/files/releasePaths";
import { inProcess } from "./inProcess";
import { siteFixture } from "./siteFixture";

describe("The commands for releases", function () {
  this.timeout(60_000);
  const site = siteFixture();
  const { run, requests, rule, live, place, later, point, pointerTo, rival } = site;
  const release = ["acme-site", "--release", "--purge", "acme-web"];
  const visit = (at = "/"): string => String(site.emulator.visit(7, at).body ?? "");

  /** Deploys a site of one page. @returns its release */
  async function deploy(text: string, ...argv: readonly string[]): Promise<string> {
    mkdirSync(path.join(site.folder, "public"), { recursive: true });
    writeFileSync(path.join(site.folder, "public", "index.html"), text);
    const { code, stderr } = await run(
      ...["deploy", path.join(site.folder, "public"), "acme-site", "--release", "--purge", "acme-web", ...argv],
    );
    assert.equal(code, 0, stderr);
    return live();
  }

  it("deploy a release, make an edge rule name it, and keep the newest", async () => {
    const first = await deploy("1");
    assert.equal(visit(), "1");
    const ids = [first];
    for (const text of ["2", "3", "4"]) ids.push(await deploy(text, "--keep", "2"));
    assert.equal(visit(), "4");
    assert.equal(site.emulator.pullZones.get(7)?.EdgeRules?.length, 1);
    const { stdout } = await run("releases", "pull-zone:acme-web", "--format", "json");
    const listed = JSON.parse(stdout) as { release: string; live: boolean }[];
    assert.deepEqual(
      listed.map(({ release, live: isLive }) => [release, isLive]),
      [
        [ids[3], true],
        [ids[2], false],
      ],
    );
    // A former one again: no file of the site is sent, and nothing is deleted.
    await deploy("3");
    assert.deepEqual(
      requests().filter((one) => !one.startsWith("GET")),
      ["POST /pullzone/7/edgerules/addOrUpdate", "POST /pullzone/7/purgeCache", "POST /pullzone/7/purgeCache"],
    );
  });

  it("go back to what visitors got before the live release, also if others were uploaded since", async () => {
    const oldest = place("oldest");
    await later();
    const good = place("good");
    await later();
    place("broken");
    await later();
    const rollback = async (): Promise<string> => {
      const { code, stderr } = await run("rollback", "acme-web", "--yes");
      assert.equal(code, 0, stderr);
      const switched = requests().findIndex((one) => one.endsWith("/purgeCache"));
      // A second listing confirms what the live release does not name.
      assert.ok(switched >= 0 && switched < 9, requests().join("\n"));
      return live();
    };
    // As after a rollback, or once the commit of the good one was deployed again.
    point(good);
    await deploy("broken again");
    assert.deepEqual([await rollback(), await rollback()], [good, oldest]);
  });

  it("go back to what a rollback made live while the release was uploaded", async () => {
    const good = place("good");
    await later();
    point(place("bad"));
    const page = "/acme-site/releases/*/index.html";
    site.emulator.setFaults([{ method: "PUT", path: page, fault: { kind: "latency", ms: 500 } }]);
    const deployed = deploy("new");
    while (!requests().some((one) => one.startsWith("PUT ") && one.endsWith("/index.html"))) await later();
    point(good);
    await deployed;
    await run("rollback", "acme-web", "--yes");
    assert.equal(live(), good);
  });

  it("go back to a release whose root files were declared again since", async () => {
    await deploy("z");
    const before = await deploy("a");
    await deploy("b");
    await deploy("a", "--root-file", "index.html");
    await deploy("b");
    await run("rollback", "acme-web", "--yes");
    assert.equal(live(), before);
  });

  it("go back by date if the release before is gone, incomplete or newer", async () => {
    for (const fate of ["gone", "incomplete", "newer"]) {
      site.emulator.reset();
      const before = place("before");
      await later();
      const older = place("older");
      await later();
      point(place("live", {}, before));
      await later();
      if (fate === "newer") place("before");
      else site.emulator.files.delete(1, `releases/${before}.complete.json`);
      if (fate === "gone") site.emulator.files.delete(1, `releases/${before}.json`);
      await run("rollback", "acme-web", "--yes");
      assert.equal(live(), older, fate);
    }
  });

  it("deploy root files before the rule names the release, and the current ones again after a rollback", async () => {
    mkdirSync(path.join(site.folder, "site", "assets"), { recursive: true });
    const publish = async (text: string, ...argv: readonly string[]): Promise<string> => {
      for (const name of ["index.html", "404.html", "assets/a.css"]) {
        writeFileSync(path.join(site.folder, "site", name), `${name} ${text}`);
      }
      const { code, stdout, stderr } = await run(
        ...["deploy", path.join(site.folder, "site"), "acme-site", "--release", "--purge", "acme-web", ...argv],
      );
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const atRoot = () =>
      site.emulator.files.list(1).flatMap((file) => (file.path.startsWith("releases/") ? [] : [file.path]));
    const notFound = () => site.emulator.files.read(1, "404.html")?.toString();
    assert.match(await publish("1"), /^release [0-9a-f]{12}: 3 uploaded, .* s, at the prefix 404\.html, purged/);
    assert.deepEqual(atRoot(), ["404.html"]);
    const first = live();
    const changes = requests().filter((one) => !one.startsWith("GET"));
    assert.deepEqual(changes.slice(-4, -2), ["PUT /acme-site/404.html", "POST /pullzone/7/edgerules/addOrUpdate"]);

    await publish("2");
    await run("rollback", "acme-web", first, "--yes");
    assert.equal(notFound(), "404.html 1");
    await publish("2");
    assert.equal(notFound(), "404.html 2");
    assert.deepEqual(
      requests().filter((one) => one.startsWith("PUT")),
      ["PUT /acme-site/404.html"],
    );

    const shown = JSON.parse(await publish("3", "--root-file", "assets/**", "--dry-run", "--format", "json")) as {
      rootFiles: string[];
    };
    assert.deepEqual(shown.rootFiles, ["assets/a.css"]);
    assert.deepEqual(atRoot(), ["404.html"]);
    await publish("3", "--root-file", "assets/**", "--root-file", "404.html");
    assert.deepEqual(atRoot(), ["404.html", "assets/a.css"]);
  });

  it("leave releases alone when files are deployed beside them with --delete", async () => {
    await deploy("1");
    const before = site.emulator.files.list(1).map((file) => file.path);
    for (const name of ["old.txt", "releases/old.txt", `docs/releases/${live()}.json`])
      site.emulator.files.write(1, name, "old");
    const plain = path.join(site.folder, "public");
    const { code, stdout, stderr } = await run("deploy", plain, "acme-site", "--delete", "--purge", "acme-web");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 uploaded, 2 deleted/);
    assert.match(
      stderr,
      new RegExp(`because they are releases of a site: "docs/releases/${live()}", "releases/${live()}"`),
    );
    const after = site.emulator.files.list(1).map((file) => file.path);
    assert.deepEqual(after.sort(), [...before, `docs/releases/${live()}.json`, "index.html"].sort());
    assert.equal(visit(), "1");
  });

  it("show a release before it is deployed, and refuse options that don't go together", async () => {
    mkdirSync(path.join(site.folder, "other"), { recursive: true });
    writeFileSync(path.join(site.folder, "other", "index.html"), "1");
    const source = path.join(site.folder, "other");
    const { stdout } = await run("deploy", source, "acme-site", "--release", "--dry-run", "--purge", "acme-web");
    assert.match(stdout, /^\+ index\.html\nWould be release [0-9a-f]{12}: 1 uploaded, /);
    assert.ok(requests().every((one) => one.startsWith("GET")));
    for (const [argv, message] of [
      [["--release", "--delete"], /--release can't be used with --delete/],
      [["--keep", "3"], /--keep needs --release/],
      [["--root-file", "404.html"], /--root-file needs --release/],
      [["--release", "--root-file", "+(a|a*)b"], /--root-file: the glob/],
      [["--release", "--keep", "1"], /integer of at least 2/],
    ] as const) {
      const refused = await run("deploy", source, "acme-site", ...argv);
      assert.equal(refused.code, 64);
      assert.match(refused.stderr, message);
    }
  });

  it("go back by one release at a time, with at most 8 requests until visitors get it, and to a given one", async () => {
    const ids: string[] = [];
    for (const text of ["1", "2", "3"]) {
      ids.push(place(text, {}, ids.at(-1)));
      await later();
    }
    point(String(ids[2]));
    assert.equal(visit(), "3");
    const { code, stdout } = await run("rollback", "pull-zone:acme-web", "--yes");
    assert.equal(code, 0);
    const switched = requests().findIndex((one) => one.endsWith("/purgeCache"));
    assert.ok(switched >= 0 && switched < 8, requests().join("\n"));
    assert.match(stdout, new RegExp(`get release ${String(ids[1])} of .* instead of ${String(ids[2])}`));
    assert.match(stdout, /pulumi preview --refresh shows the difference, and pulumi up --refresh undoes it/);
    assert.equal(visit(), "2");
    assert.deepEqual([rule()?.Description, rule()?.OrderIndex], ["mine", 3]);

    const { stdout: table } = await run("releases", "acme-web");
    assert.match(table, new RegExp(`^ {2}${String(ids[2])}.*\n\\* ${String(ids[1])} .*live  -\n {2}${String(ids[0])}`));

    const command =
      /If a page is still the former one a minute from now, run npx pulumi-cdn-zones purge acme-web; with --wait, rollback empties the cache again itself/;
    assert.match(stdout, command);
    // The wait is long enough to be announced, also on a busy machine.
    const { url, accessKey } = site.emulator;
    const env = { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_EDGE_DELAY_SECONDS: "0.9" };
    site.emulator.clearJournal();
    const waited = await inProcess(site.emulator, ["rollback", "pull-zone:7", "--yes", "--wait"], { env });
    assert.equal(requests().filter((one) => one.endsWith("/purgeCache")).length, 2);
    assert.match(waited.stderr, /^Pull zone 7: empties the cache again in 1 s, when every edge has the rule$/m);
    assert.doesNotMatch(waited.stdout, command);
    assert.match(
      waited.stdout,
      /within 0\.9 s\. If a page is still the former one a minute from now, run .* purge acme-web$/m,
    );
    assert.equal(visit(), "1");
    const none = await run("rollback", "acme-web", "--yes");
    assert.match(none.stderr, /There is no release before/);
    await run("rollback", "acme-web", String(ids[2]), "--yes");
    assert.equal(visit(), "3");
  });

  for (const [which, isNamed] of [
    ["that the live release names", true],
    ["that is only older", false],
  ] as const) {
    it(`go back no further because one listing lacks the release before, ${which}`, async () => {
      const first = place("1");
      await later();
      const before = place("2", {}, first);
      await later();
      point(place("3", {}, isNamed ? before : undefined));
      const url = `http://${site.emulator.storageHostname}/acme-site/releases/`;
      const listed = (await (await fetch(url, { headers: { AccessKey: "zone-password" } })).json()) as {
        ObjectName: string;
      }[];
      const body = listed.filter(({ ObjectName }) => !ObjectName.startsWith(before));
      const fault = { kind: "status", status: 200, body } as const;
      site.emulator.setFaults([{ method: "GET", path: "/acme-site/releases/", nth: 1, fault }]);
      assert.equal((await run("rollback", "acme-web", "--yes")).code, 0);
      assert.equal(visit(), "2");
    });
  }

  it("restore the root files of the release that they go back to", async () => {
    const first = place("1", { "404.html": "none 1", "a/b.txt": "b" });
    await later();
    const second = place("2", { "404.html": "none 2", "a/b.txt": "b" });
    for (const [name, text] of [
      ["404.html", "none 2"],
      ["a/b.txt", "b"],
    ] as const)
      site.emulator.files.write(1, name, text);
    point(second);
    const { code, stdout } = await run("rollback", "acme-web", first, "--yes");
    assert.equal(code, 0);
    assert.match(stdout, /Restored in the root: 404\.html\n/);
    assert.equal(site.emulator.files.read(1, "404.html")?.toString(), "none 1");
    assert.deepEqual(
      requests().filter((one) => one.startsWith("PUT")),
      ["PUT /acme-site/404.html"],
    );
  });

  it("restore the service's page for missing files, also of a release whose note does not list it", async () => {
    const page = "bunnycdn_errors/404.html";
    const first = place("1", { [page]: "none 1" });
    site.emulator.files.write(1, `releases/${noteName({ id: first, previous: undefined })}`, "{}\n");
    await later();
    point(place("2", { [page]: "none 2" }));
    site.emulator.files.write(1, page, "none 2");
    const { code, stdout } = await run("rollback", "acme-web", first, "--yes");
    assert.equal(code, 0);
    assert.match(stdout, /Restored in the root: bunnycdn_errors\/404\.html\n/);
    assert.equal(site.emulator.files.read(1, page)?.toString(), "none 1");
  });

  it("go back to no release that lacks files, or whose manifest can't be read, and send nothing then", async () => {
    const first = place("1", { "404.html": "none 1" });
    await later();
    const second = place("2", { "404.html": "none 2" });
    point(second);
    for (const [change, why] of [
      [() => site.emulator.files.delete(1, `releases/${first}/404.html`), /are missing or were changed: "404\.html"\./],
      [
        () => site.emulator.files.write(1, `releases/${first}/index.html`, "x"),
        /changed: "404\.html", "index\.html"\./,
      ],
      [() => site.emulator.files.write(1, `releases/${first}.json`, "{}"), /its manifest can't be read/],
    ] as const) {
      change();
      const { code, stderr } = await run("rollback", "acme-web", first, "--yes");
      assert.deepEqual([code, live()], [1, second]);
      assert.match(stderr, why);
      assert.match(stderr, new RegExp(`Nothing was changed: release ${first} is incomplete`));
      assert.ok(requests().every((one) => one.startsWith("GET")));
    }
  });

  const nothing = { method: "POST", path: "/pullzone/7/edgerules/addOrUpdate" } as const;
  for (const [what, fault] of [
    ["200 without a body", { kind: "status", status: 200 }],
    ["202", { kind: "status", status: 202 }],
    [
      "200 with an error in the body",
      { kind: "status", status: 200, body: { ErrorKey: "rule.failed", Message: "No" } },
    ],
  ] as const) {
    it(`don't say that the rule moved if the service answered ${what} and did nothing`, async () => {
      const first = place("1");
      await later();
      const second = place("2");
      point(second);
      site.emulator.setFaults([{ ...nothing, fault }]);
      const back = await run("rollback", "acme-web", "--yes");
      assert.deepEqual([back.code, back.stdout, live()], [1, "", second]);
      assert.match(back.stderr, /(does not name release \w+, although|an error in the body: No)/);
      assert.ok(!requests().some((one) => one.endsWith("/purgeCache")));
      const source = site.sourceOf("undone", { "index.html": "3" });
      const deployed = await run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
      assert.deepEqual([deployed.code, deployed.stdout, live()], [1, "", second]);
      site.emulator.setFaults([]);
      assert.equal((await run("rollback", "acme-web", first, "--yes")).code, 0);
      assert.equal(live(), first);
    }).timeout(60_000);
  }

  it("don't say that a pull zone got a rule if the service answered 200 and added none", async () => {
    const source = site.sourceOf("first", { "index.html": "1" });
    site.emulator.setFaults([{ ...nothing, times: 1, fault: { kind: "status", status: 200 } }]);
    const deploy = ["deploy", source, "acme-site", "--release", "--purge", "acme-web"];
    const { code, stderr } = await run(...deploy);
    assert.equal(code, 1);
    assert.match(stderr, /Pull zone acme-web shows no edge rule that names release \w+, although the service answered/);
    assert.equal((await run(...deploy)).code, 0);
    assert.equal(visit(), "1");
  }).timeout(60_000);

  it("say that a release is live already, and empty the cache all the same", async () => {
    const only = place("1");
    point(only);
    const { code, stdout } = await run("rollback", "acme-web", only, "--yes");
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^Release ${only} of .* was already live on pull zone acme-web\\. The cache was`));
    assert.ok(requests().some((one) => one.endsWith("/purgeCache")));
  });

  it("restore the root files of the live release and empty the cache, as a rollback that broke off did not", async () => {
    const wanted = place("1", { "404.html": "none 1" });
    await later();
    place("2", { "404.html": "none 2" });
    const source = site.sourceOf("live", { "index.html": "1", "404.html": "none 1" });
    for (const [argv, says] of [
      [["rollback", "acme-web", wanted, "--yes"], /was already live on pull zone acme-web\. The cache was emptied\n/],
      [
        ["deploy", source, "acme-site", "--release", "--purge", "acme-web"],
        /release \w+: 0 uploaded, .*purged acme-web/,
      ],
    ] as const) {
      point(wanted);
      site.emulator.files.write(1, "404.html", "none 2");
      const { code, stdout, stderr } = await run(...argv);
      assert.equal(code, 0, stderr);
      assert.match(stdout, says);
      assert.equal(live(), wanted);
      assert.equal(site.emulator.files.read(1, "404.html")?.toString(), "none 1");
      const sent = requests();
      assert.ok(
        sent.lastIndexOf("POST /pullzone/7/purgeCache") > sent.indexOf("PUT /acme-site/404.html"),
        String(sent),
      );
    }
  });

  it("go back to no release without its index.html, which the error names", async () => {
    const first = place("1");
    await later();
    const second = place("2");
    point(second);
    site.emulator.files.delete(1, `releases/${first}/index.html`);
    const { code, stderr } = await run("rollback", "acme-web", first, "--yes");
    assert.deepEqual([code, live()], [1, second]);
    assert.match(
      stderr,
      new RegExp(
        `Nothing was changed: release ${first} is incomplete, because files are missing or were changed: "index\\.html"\\.`,
      ),
    );
  });

  it("restore a root file of 33 MiB, also after a download that broke off", async () => {
    const large = "x".repeat(33 * 2 ** 20);
    const first = place("1", { "large.bin": large });
    await later();
    point(place("2", { "large.bin": "small" }));
    site.emulator.files.write(1, "large.bin", "small");
    const at = `/acme-site/releases/${first}/large.bin`;
    site.emulator.setFaults([{ method: "GET", path: at, times: 1, fault: { kind: "cutShort" } }]);
    const { code, stdout, stderr } = await run("rollback", "acme-web", "--yes");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Restored in the root: large\.bin\n/);
    assert.equal(site.emulator.files.read(1, "large.bin")?.toString(), large);
    assert.equal(requests().filter((one) => one === `GET ${at}`).length, 2);
  });

  it("read a root file no further than the listing says that it is long", async () => {
    const first = place("1", { "404.html": "none 1" });
    await later();
    point(place("2", { "404.html": "none 2" }));
    const at = `/acme-site/releases/${first}/404.html`;
    const body = "x".repeat(100_000);
    site.emulator.setFaults([{ method: "GET", path: at, fault: { kind: "invalidJson", body } }]);
    const { code, stderr } = await run("rollback", "acme-web", "--yes");
    assert.equal(code, 1);
    assert.match(stderr, /Download file .* got a response of more than the 6 bytes of the listing/);
    assert.equal(site.emulator.files.read(1, "404.html"), undefined);
  });

  it("leave no temporary files if a signal ends them", async () => {
    const first = place("1", { "large.bin": "x".repeat(1_000_000) });
    await later();
    point(place("2"));
    const at = `/acme-site/releases/${first}/large.bin`;
    site.emulator.setFaults([{ method: "GET", path: at, fault: { kind: "drip", bytes: 1_000 } }]);
    const temporary = path.join(site.folder, "temporary");
    mkdirSync(temporary);
    const { url, accessKey } = site.emulator;
    const command = path.join(__dirname, "..", "..", "dist", "cli", "main.js");
    const child = spawn(process.execPath, [command, "rollback", "acme-web", "--yes"], {
      env: { ...process.env, TMPDIR: temporary, CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey },
      stdio: "ignore",
    });
    const began = (): boolean =>
      readdirSync(temporary).some((name) => readdirSync(path.join(temporary, name)).length > 0);
    while (!began()) await later();
    child.kill("SIGTERM");
    const [, signal] = (await once(child, "exit")) as [unknown, string];
    assert.equal(signal, "SIGTERM");
    assert.deepEqual(readdirSync(temporary), []);
  });

  it("go back to nothing while two enabled rules choose the files of every address", async () => {
    place("1");
    await later();
    const live = place("2");
    site.emulator.pullZones.change(7, { EdgeRules: [pointerTo(live), pointerTo(live, rival)] });
    const { code, stderr } = await run("rollback", "acme-web", "--yes");
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /choose the files of every address, .*Delete or disable all but one of them, and run the same/,
    );
    assert.ok(site.requests().every((one) => one.startsWith("GET")));
  });

  it("follow the enabled rule alone, and refuse a site whose only rule is disabled", async () => {
    const first = place("1");
    await later();
    const second = place("2");
    const isOff = { Guid: "9a1f6c0e-0000-4000-8000-000000000002", Enabled: false, OrderIndex: 0 };
    site.emulator.pullZones.change(7, { EdgeRules: [pointerTo(first, isOff), pointerTo(second)] });
    assert.equal(visit(), "2");
    const { stdout } = await run("releases", "acme-web");
    assert.match(stdout, new RegExp(`^\\* ${second} .*live  -\n`));
    const deployed = await run("deploy", site.sourceOf("enabled", { "index.html": "3" }), ...release);
    assert.equal(deployed.code, 0, deployed.stderr);
    assert.equal(visit(), "3");
    assert.equal((await run("rollback", "acme-web", "--yes")).code, 0);
    assert.equal(visit(), "2");

    site.emulator.pullZones.change(7, { EdgeRules: [pointerTo(first, isOff)] });
    for (const argv of [
      ["rollback", "acme-web", second, "--yes"],
      ["releases", "acme-web"],
      ["deploy", site.folder, ...release],
    ]) {
      const { code, stderr } = await run(...argv);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /Edge rule \S+2 of pull zone acme-web, which names release \S+, is disabled, so visitors don't get/,
      );
      assert.ok(requests().every((one) => one.startsWith("GET")));
    }
  });

  it("go back from no other release than the one that was confirmed, and undo no other change of the rule", async () => {
    const confirmedWhile = async (change: () => void) => {
      const listing = { method: "GET", path: "/acme-site/releases/", times: 1 } as const;
      site.emulator.setFaults([{ ...listing, fault: { kind: "latency", ms: 300 } }]);
      site.emulator.clearJournal();
      const ended = inProcess(site.emulator, ["rollback", "acme-web"], { stdin: "yes\n", interactive: true });
      while (!requests().includes("GET /acme-site/releases/")) await later();
      change();
      return ended;
    };
    const ids = [];
    for (const text of ["1", "2", "3"]) {
      ids.push(place(text));
      await later();
    }
    const [first = "", second = "", third = ""] = ids;
    point(second);
    const deployed = await confirmedWhile(() => point(third));
    assert.deepEqual([deployed.code, live()], [1, third]);
    assert.match(deployed.stderr, new RegExp(`names release ${third} by now, not ${second}\\. Nothing was changed`));
    point(second);
    assert.equal((await confirmedWhile(() => point(second, { Description: "changed" }))).code, 0);
    assert.deepEqual([live(), rule()?.Description], [first, "changed"]);
  });

  it("refuse what is not there, not whole, not clear, or not confirmed", async () => {
    const first = place("1");
    await later();
    const second = place("2");
    const refusal = async (...argv: readonly string[]): Promise<string> => {
      const { code, stderr } = await run(...argv);
      assert.notEqual(code, 0);
      assert.ok(requests().every((one) => one.startsWith("GET")));
      return stderr;
    };
    assert.match(
      await refusal("releases", "acme-web"),
      /No edge rule of pull zone acme-web names a release: none is an OriginStorage/,
    );
    point(second);
    assert.match(await refusal("rollback", "acme-web"), /There is no terminal to ask for confirmation: add --yes/);
    assert.match(await refusal("rollback", "acme-web", "0123456789ab", "--yes"), /There is no release 0123456789ab/);
    site.emulator.files.delete(1, `releases/${first}.complete.json`);
    assert.match(
      await refusal("rollback", "acme-web", first, "--yes"),
      /is incomplete: not all of its files were uploaded/,
    );
    assert.match(await refusal("rollback", "acme-web", "--yes"), /There is no release before/);
    assert.match((await run("releases", "acme-web")).stdout, new RegExp(`${first} .*incomplete`));
    assert.match(await refusal("releases", "storage-zone:acme-site"), /must be pull-zone:NAME, .*edge-script:/);
    const extra = {
      ActionType: 17,
      ActionParameter1: "1",
      ActionParameter2: "a",
      ActionParameter3: `/releases/${first}/`,
    };
    point(second, { ExtraActions: [extra] });
    assert.match(
      await refusal("rollback", "acme-web", "--yes"),
      /Several edge rules of pull zone acme-web name a release/,
    );
  });
});
