import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { releaseId } from "../../provider/files/releases";
import { createHash } from "node:crypto";
import { inProcess } from "./inProcess";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const web = { Id: 7, Name: "acme-web", StorageZoneId: 1 };
const seed = {
  storageZones: [
    { Id: 1, Name: "acme-site", Password: "zone-password" },
    { Id: 2, Name: "other-site", Password: "other-password" },
  ],
  pullZones: [web],
};

describe("The commands for releases", function () {
  this.timeout(60_000);
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator({ seed });
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "releases-")));
  });
  beforeEach(() => emulator.reset());
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (...argv: readonly string[]) => {
    emulator.clearJournal();
    return inProcess(emulator, argv);
  };
  const visit = (at = "/"): string => String(emulator.visit(7, at).body ?? "");
  const requests = (): string[] => emulator.journal.map(({ method, path: at }) => `${method} ${at}`);
  const rule = () => emulator.pullZones.get(7)?.EdgeRules?.[0];
  const live = (): string => /releases\/(.*)\//.exec(String(rule()?.ActionParameter3))?.[1] ?? "";

  /** Deploys a site of one page. @returns its release */
  async function deploy(text: string, ...argv: readonly string[]): Promise<string> {
    mkdirSync(path.join(folder, "public"), { recursive: true });
    writeFileSync(path.join(folder, "public", "index.html"), text);
    const { code, stderr } = await run(
      ...["deploy", path.join(folder, "public"), "acme-site", "--release", "--purge", "acme-web", ...argv],
    );
    assert.equal(code, 0, stderr);
    return live();
  }

  /** Puts a release there as an earlier run would have, in no time. */
  function place(text: string, rootFiles: Readonly<Record<string, string>> = {}): string {
    const files = { "index.html": text, ...rootFiles };
    const checksums = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, sha(content)]));
    const id = releaseId({ files: new Map(Object.entries(checksums)), typeOf: () => undefined });
    const put = (name: string, content: string) => emulator.files.write(1, `releases/${name}`, content);
    put(`${id}.json`, JSON.stringify({ files: checksums }));
    for (const [name, content] of Object.entries(files)) put(`${id}/${name}`, content);
    const root = Object.fromEntries(Object.keys(rootFiles).map((name) => [name, checksums[name]]));
    put(`${id}.complete.json`, `${JSON.stringify(root)}\n`);
    return id;
  }
  const later = () => new Promise((resolve) => setTimeout(resolve, 5));
  const point = (id: string, more: object = {}): void => {
    const pointer = {
      Guid: "9a1f6c0e-0000-4000-8000-000000000001",
      ActionType: 17,
      ActionParameter1: "1",
      ActionParameter2: "acme-site",
      ActionParameter3: `/releases/${id}/`,
      Triggers: [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }],
      TriggerMatchingType: 0,
      ExtraActions: [],
      Description: "mine",
      Enabled: true,
      OrderIndex: 3,
      ReadOnly: false,
      ...more,
    };
    emulator.pullZones.change(7, { EdgeRules: [pointer] });
  };

  it("deploy a release, make an edge rule name it, and keep the newest", async () => {
    const first = await deploy("1");
    assert.equal(visit(), "1");
    const ids = [first];
    for (const text of ["2", "3", "4"]) ids.push(await deploy(text, "--keep", "2"));
    assert.equal(visit(), "4");
    assert.equal(emulator.pullZones.get(7)?.EdgeRules?.length, 1);
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
      [
        `PUT /acme-site/releases/${String(ids[2])}.complete.json`,
        "POST /pullzone/7/edgerules/addOrUpdate",
        "POST /pullzone/7/purgeCache",
        "POST /pullzone/7/purgeCache",
      ],
    );
  });

  it("go back to a release that was deployed again before the live one, and not to what it replaced", async () => {
    const good = place("good");
    await later();
    const broken = place("broken");
    point(broken);
    await later();
    assert.equal(await deploy("good"), good);
    await later();
    point(place("broken again"));
    const { code, stderr } = await run("rollback", "acme-web", "--yes");
    assert.equal(code, 0, stderr);
    assert.equal(live(), good);
  });

  it("deploy root files before the rule names the release, and the current ones again after a rollback", async () => {
    mkdirSync(path.join(folder, "site", "assets"), { recursive: true });
    const publish = async (text: string, ...argv: readonly string[]): Promise<string> => {
      for (const name of ["index.html", "404.html", "assets/a.css"]) {
        writeFileSync(path.join(folder, "site", name), `${name} ${text}`);
      }
      const { code, stdout, stderr } = await run(
        ...["deploy", path.join(folder, "site"), "acme-site", "--release", "--purge", "acme-web", ...argv],
      );
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const atRoot = () =>
      emulator.files.list(1).flatMap((file) => (file.path.startsWith("releases/") ? [] : [file.path]));
    const notFound = () => emulator.files.read(1, "404.html")?.toString();
    assert.match(
      await publish("1"),
      /^release [0-9a-f]{12}: 3 uploaded, .* s, outside of the release 404\.html, purged/,
    );
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

  it("leave the root files alone while no rule moves, unless they are asked for, and bring them with the release", async () => {
    const source = path.join(folder, "unmoved");
    mkdirSync(source, { recursive: true });
    for (const name of ["index.html", "404.html"]) writeFileSync(path.join(source, name), `${name} 2`);
    const first = place("1", { "404.html": "404.html 1" });
    emulator.files.write(1, "404.html", "404.html 1");
    point(first);
    await later();
    const notFound = () => emulator.files.read(1, "404.html")?.toString();
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

  it("refuse a pull zone whose rule can't name the release before anything is sent, also in a dry run", async () => {
    const source = path.join(folder, "refused");
    mkdirSync(source, { recursive: true });
    for (const name of ["index.html", "404.html"]) writeFileSync(path.join(source, name), "new");
    const refusal = async (zone: string, ...more: readonly string[]): Promise<string> => {
      const { code, stderr } = await run("deploy", source, zone, "--release", "--purge", "acme-web", ...more);
      assert.equal(code, 1, stderr);
      assert.ok(requests().every((one) => one.startsWith("GET")));
      return stderr;
    };
    const id = place("1");
    const elsewhere =
      /names a release elsewhere, in the root of storage zone 1 acme-site\. Deploy to there, or without/;
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

  for (const [what, faulty, said, purged] of [
    [
      "a rule",
      "/pullzone/8/edgerules/addOrUpdate",
      /name it, [^:]*: acme-web\. Pull zones that may name it: acme-shop\. Pull zones that are as before: acme-app\. Root/,
      ["7", "8", "7", "8"],
    ],
    ["a purge", "/pullzone/7/purgeCache", /name it, [^:]*: acme-web, acme-shop, acme-app\. Root/, ["7", "8", "9"]],
    [
      "a root file",
      "/acme-site/404.html",
      /not finished\. Pull zones that are as before: acme-web, acme-shop, acme-app\. Root/,
      [],
    ],
  ] as const) {
    it(`say what was reached if ${what} fails, empty the caches of what was moved, and finish it with the same command`, async () => {
      const names = ["acme-web", "acme-shop", "acme-app"];
      for (const [index, Name] of names.entries()) {
        if (index > 0) emulator.pullZones.add({ Id: 7 + index, Name, StorageZoneId: 1 });
      }
      const source = path.join(folder, "failing");
      mkdirSync(source, { recursive: true });
      for (const name of ["index.html", "404.html"]) writeFileSync(path.join(source, name), name);
      const purges = names.flatMap((name) => ["--purge", name]);
      const deployAll = () => run("deploy", source, "acme-site", "--release", ...purges);
      const emptied = () => requests().flatMap((one) => /^POST \/pullzone\/(\d)\/purgeCache/.exec(one)?.[1] ?? []);
      emulator.setFaults([{ path: faulty, fault: { kind: "status", status: 400 } }]);
      const { code, stderr } = await deployAll();
      assert.equal(code, 1);
      assert.match(stderr, said);
      assert.match(stderr, /Root files may be the new ones: "404\.html"\. The same command finishes it/);
      assert.deepEqual(emptied(), purged);

      emulator.setFaults([]);
      assert.equal((await deployAll()).code, 0);
      assert.deepEqual(emptied(), ["7", "8", "9", "7", "8", "9"]);
      assert.deepEqual(
        [7, 8, 9].map((id) => emulator.pullZones.get(id)?.EdgeRules?.length),
        [1, 1, 1],
      );
    });
  }

  for (const [what, place, during, said] of [
    ["of a release", "releases/ID/404.html", ".json", /Visitors get what they got before/],
    ["at the root", "404.html", ".complete.json", /is uploaded, but the deployment is not finished/],
  ] as const) {
    it(`fail before the rule moves if somebody puts something in the place of a file ${what} while they upload`, async () => {
      const source = path.join(folder, "raced");
      mkdirSync(source, { recursive: true });
      for (const name of ["index.html", "404.html"]) writeFileSync(path.join(source, name), name);
      const checksums = new Map(["index.html", "404.html"].map((name) => [name, sha(name)]));
      const id = releaseId({ files: checksums, typeOf: () => undefined });
      const inPlace = `${place.replace("ID", id)}/foreign.txt`;
      // An empty folder is replaced.
      emulator.files.write(1, inPlace, "foreign");
      emulator.files.delete(1, inPlace);
      emulator.setFaults([
        { method: "PUT", path: `/acme-site/releases/*${during}`, times: 1, fault: { kind: "latency", ms: 500 } },
      ]);
      const deployment = run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
      while (!requests().some((one) => one.startsWith("PUT ") && one.endsWith(during))) await later();
      emulator.files.write(1, inPlace, "foreign");
      const { code, stderr } = await deployment;
      assert.notEqual(code, 0);
      assert.match(stderr, said);
      assert.match(stderr, /Not sent: "404\.html" because of "404\.html\/foreign\.txt"/);
      assert.equal(rule(), undefined);
      emulator.files.delete(1, inPlace);
      assert.equal((await run("deploy", source, "acme-site", "--release", "--purge", "acme-web")).code, 0);
      assert.equal(live(), id);
    });
  }

  it("fail if a root file changes after the release was sent", async () => {
    const source = path.join(folder, "changing");
    mkdirSync(source, { recursive: true });
    for (const name of ["index.html", "404.html"]) writeFileSync(path.join(source, name), name);
    const note = "/acme-site/releases/*.complete.json";
    emulator.setFaults([{ method: "PUT", path: note, times: 1, fault: { kind: "latency", ms: 500 } }]);
    const deployment = run("deploy", source, "acme-site", "--release", "--purge", "acme-web");
    while (!requests().some((one) => one.startsWith("PUT ") && one.endsWith(".complete.json"))) await later();
    writeFileSync(path.join(source, "404.html"), "of the next build");
    const { code, stderr } = await deployment;
    assert.notEqual(code, 0);
    assert.match(stderr, /404\.html changed while it was sent\. Run it again/);
    assert.deepEqual([rule(), emulator.files.read(1, "404.html")], [undefined, undefined]);
  });

  it("leave releases alone when files are deployed beside them with --delete", async () => {
    await deploy("1");
    const before = emulator.files.list(1).map((file) => file.path);
    for (const name of ["old.txt", "releases/old.txt", `docs/releases/${live()}.json`])
      emulator.files.write(1, name, "old");
    const plain = path.join(folder, "public");
    const { code, stdout, stderr } = await run("deploy", plain, "acme-site", "--delete", "--purge", "acme-web");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 uploaded, 2 deleted/);
    assert.match(stderr, new RegExp(`as releases of a site: "docs/releases/${live()}", "releases/${live()}"`));
    const after = emulator.files.list(1).map((file) => file.path);
    assert.deepEqual(after.sort(), [...before, `docs/releases/${live()}.json`, "index.html"].sort());
    assert.equal(visit(), "1");
  });

  it("show a release before it is deployed, and refuse options that don't go together", async () => {
    mkdirSync(path.join(folder, "other"), { recursive: true });
    writeFileSync(path.join(folder, "other", "index.html"), "1");
    const source = path.join(folder, "other");
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

  it("go back by one release at a time, in at most 5 requests, and to a given one", async () => {
    const ids: string[] = [];
    for (const text of ["1", "2", "3"]) {
      ids.push(place(text));
      await later();
    }
    point(String(ids[2]));
    assert.equal(visit(), "3");
    const { code, stdout } = await run("rollback", "pull-zone:acme-web", "--yes");
    assert.equal(code, 0);
    assert.ok(requests().length <= 5, requests().join("\n"));
    assert.match(stdout, new RegExp(`get release ${String(ids[1])} of .* instead of ${String(ids[2])}`));
    assert.match(stdout, /pulumi preview --refresh shows the difference, and pulumi up --refresh undoes it/);
    assert.equal(visit(), "2");
    assert.deepEqual([rule()?.Description, rule()?.OrderIndex], ["mine", 3]);

    const { stdout: table } = await run("releases", "acme-web");
    assert.match(table, new RegExp(`^ {2}${String(ids[2])}.*\n\\* ${String(ids[1])} .*live\n {2}${String(ids[0])}`));

    await run("rollback", "pull-zone:7", "--yes", "--wait");
    assert.equal(requests().filter((one) => one.endsWith("/purgeCache")).length, 2);
    assert.equal(visit(), "1");
    const none = await run("rollback", "acme-web", "--yes");
    assert.match(none.stderr, /There is no release before/);
    await run("rollback", "acme-web", String(ids[2]), "--yes");
    assert.equal(visit(), "3");
  });

  it("restore the root files of the release that they go back to", async () => {
    const first = place("1", { "404.html": "none 1", "a/b.txt": "b" });
    await later();
    const second = place("2", { "404.html": "none 2", "a/b.txt": "b" });
    for (const [name, text] of [
      ["404.html", "none 2"],
      ["a/b.txt", "b"],
    ] as const)
      emulator.files.write(1, name, text);
    point(second);
    const { code, stdout } = await run("rollback", "acme-web", first, "--yes");
    assert.equal(code, 0);
    assert.match(stdout, /Restored at the root: 404\.html\n/);
    assert.equal(emulator.files.read(1, "404.html")?.toString(), "none 1");
    assert.deepEqual(
      requests().filter((one) => one.startsWith("PUT")),
      ["PUT /acme-site/404.html"],
    );
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
    assert.match(await refusal("releases", "acme-web"), /No edge rule of pull zone acme-web is an OriginStorage/);
    point(second);
    assert.match(await refusal("rollback", "acme-web"), /can't ask first without a terminal: add --yes/);
    assert.match(await refusal("rollback", "acme-web", "0123456789ab", "--yes"), /There is no release 0123456789ab/);
    emulator.files.delete(1, `releases/${first}.complete.json`);
    assert.match(await refusal("rollback", "acme-web", first, "--yes"), /Not all files of release/);
    assert.match(await refusal("rollback", "acme-web", "--yes"), /There is no release before/);
    assert.match((await run("releases", "acme-web")).stdout, new RegExp(`${first} .*incomplete`));
    assert.match(
      await refusal("releases", "storage-zone:acme-site"),
      /must be given as pull-zone:NAME, .*edge-script:/,
    );
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
