import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { releaseId } from "../../provider/files/releaseContent";
import { inProcess } from "./inProcess";
import { sha } from "./siteFixture";

/** What no run in a test waits for, unless the test lets this time pass. */
const fileReplicationMs = 500_000;
const seed = {
  storageZones: [{ Id: 1, Name: "acme-site", Password: "zone-password", ReplicationRegions: ["NY"] }],
  pullZones: [{ Id: 7, Name: "acme-web", StorageZoneId: 1 }],
};

describe("Replicas that lack files of an earlier run", function () {
  this.timeout(60_000);
  let emulator: Emulator;
  let source: string;
  let passedMs = 0;
  before(async () => {
    emulator = await startEmulator({ seed, fileReplicationMs, now: () => Date.now() + passedMs });
  });
  beforeEach(() => {
    passedMs = 0;
    emulator.reset();
    source = mkdtempSync(path.join(tmpdir(), "replicas-"));
    for (const name of ["a.css", "index.html"]) writeFileSync(path.join(source, name), `new ${name}`);
  });
  afterEach(() => rmSync(source, { recursive: true, force: true }));
  after(() => emulator.close());

  const id = releaseId({
    files: new Map(["a.css", "index.html"].map((name) => [name, sha(`new ${name}`)])),
    typeOf: () => undefined,
  });
  const put = (name: string, content: string) => emulator.files.write(1, name, content);
  const manifest = () => JSON.stringify({ files: { "a.css": sha("new a.css"), "index.html": sha("new index.html") } });
  /** Puts files of the release there as a killed run would have. */
  const killedAfter = (...names: readonly string[]): void => {
    put(`releases/${id}.json`, manifest());
    for (const name of names) put(`releases/${id}/${name}`, `new ${name}`);
  };
  /** Puts another release there that the replicas have, and makes the rule name it. */
  const placeFormer = (): void => {
    const files = { "index.html": sha("old") };
    const other = releaseId({ files: new Map(Object.entries(files)), typeOf: () => undefined });
    put(`releases/${other}.json`, JSON.stringify({ files }));
    put(`releases/${other}/index.html`, "old");
    put(`releases/${other}.complete.json`, "{}\n");
    point(other);
    passedMs = 2 * fileReplicationMs;
  };
  const point = (release: string): void => {
    const [ActionParameter1, ActionParameter2, ActionParameter3] = ["1", "acme-site", `/releases/${release}/`];
    const Triggers = [{ Type: 0, PatternMatches: ["*"], PatternMatchingType: 0 }];
    const action = { ActionType: 17, ActionParameter1, ActionParameter2, ActionParameter3, ExtraActions: [] };
    const rule = { ...action, Guid: "9a1f6c0e-0000-4000-8000-000000000001", Triggers, TriggerMatchingType: 0 };
    const more = { Description: "mine", Enabled: true, OrderIndex: 1, ReadOnly: false };
    emulator.pullZones.change(7, { EdgeRules: [{ ...rule, ...more }] });
  };
  const live = (): string | undefined =>
    /releases\/(.*)\//.exec(String(emulator.pullZones.get(7)?.EdgeRules?.[0]?.ActionParameter3))?.[1];
  const looks = (folder: string): number =>
    emulator.journal.filter(({ method, path: at }) => method === "GET" && at === `/acme-site/${folder}`).length;
  const purged = (): number => emulator.purges.length;

  /**
   * Runs a command until it waits for the replicas of a folder, and lets the time pass.
   *
   * @returns what `now` says while the command waits, and its result
   */
  async function waiting<Now>(folder: string, now: () => Now, argv: readonly string[], code = 0) {
    emulator.clearJournal();
    const running = inProcess(emulator, argv);
    let hasEnded = false;
    void running.finally(() => (hasEnded = true));
    // One look is the plan's, one may confirm an upload, and the others are at the replicas.
    while (looks(folder) < 4 && !hasEnded) await new Promise((resolve) => setTimeout(resolve, 20));
    const seen = now();
    passedMs += fileReplicationMs;
    const result = await running;
    assert.equal(result.code, code, result.stderr);
    return { seen, ...result };
  }

  const release = () => ["deploy", source, "acme-site", "--release", "--purge", "acme-web"];
  const folder = `releases/${id}/`;

  it("are waited for if the run of the first release was killed while it waited", async () => {
    killedAfter("a.css", "index.html");
    const { seen } = await waiting(folder, live, release());
    assert.deepEqual([seen, live()], [undefined, id]);
  });

  it("are waited for if a run was killed during the upload, although the replicas have an earlier release", async () => {
    placeFormer();
    killedAfter("a.css");
    const former = live();
    const { seen, stdout } = await waiting(folder, live, release());
    assert.match(stdout, /: 1 uploaded, /);
    assert.deepEqual([seen, live()], [former, id]);
  });

  it("are waited for by a release right after the first one, whose manifest the replicas lack as well", async () => {
    const files = { "index.html": sha("first") };
    const first = releaseId({ files: new Map(Object.entries(files)), typeOf: () => undefined });
    put(`releases/${first}.json`, JSON.stringify({ files }));
    put(`releases/${first}/index.html`, "first");
    put(`releases/${first}.complete.json`, "{}\n");
    point(first);
    const { seen } = await waiting(folder, live, release());
    assert.deepEqual([seen, live()], [first, id]);
  });

  for (const [what, argv] of [
    ["deployed", release],
    ["chosen by a rollback", () => ["rollback", "pull-zone:acme-web", id, "--yes"]],
  ] as const) {
    it(`are waited for if a release is ${what} that a run with only the password has just uploaded`, async () => {
      placeFormer();
      const env = { CDN_BASE_URL: emulator.url, CDN_STORAGE_PASSWORD: "zone-password" };
      const argvOfUpload = ["deploy", source, "acme-site", "--release", "--host", emulator.storageHostname];
      const upload = await inProcess(emulator, argvOfUpload, { env });
      assert.equal(upload.code, 0, upload.stderr);
      const former = live();
      const { seen } = await waiting(folder, live, argv());
      assert.deepEqual([seen, live()], [former, id]);
    });
  }

  it("are waited for by a rollback, which then leaves a rule alone that another run has moved in the meantime", async () => {
    placeFormer();
    killedAfter("a.css", "index.html");
    put(`releases/${id}.complete.json`, "{}\n");
    const moved = (): void => point("0123456789ab");
    const rollback = ["rollback", "pull-zone:acme-web", id, "--yes"];
    const { stderr } = await waiting(folder, moved, rollback, 1);
    assert.match(
      stderr,
      new RegExp(
        `edge rule of pull zone acme-web names release 0123456789ab by now.* Nothing was changed\\. To switch to release ${id}, run: npx pulumi-cdn-zones rollback pull-zone:acme-web ${id} --yes\n`,
        "i",
      ),
    );
    assert.doesNotMatch(stderr, /did not finish/);
    assert.equal(live(), "0123456789ab");
  });

  it("are waited for, and the cache is emptied again, if a rollback was killed after it had sent the root files", async () => {
    const files = { "index.html": sha("old"), "404.html": sha("none") };
    const target = releaseId({ files: new Map(Object.entries(files)), typeOf: () => undefined });
    put(`releases/${target}.json`, JSON.stringify({ files }));
    put(`releases/${target}/index.html`, "old");
    put(`releases/${target}/404.html`, "none");
    put(`releases/${target}.complete.json`, JSON.stringify({ "404.html": sha("none") }));
    point(target);
    put("old.html", "old");
    passedMs = 2 * fileReplicationMs;
    put("404.html", "none");
    const argv = ["rollback", "pull-zone:acme-web", target, "--yes"];
    const { seen, stdout } = await waiting("", purged, argv);
    assert.deepEqual([seen, purged()], [1, 2]);
    assert.doesNotMatch(stdout, /Restored/);
    // Now they have it.
    await inProcess(emulator, argv);
    assert.equal(purged(), 3);
  });

  it("are waited for before a purge if a run without releases was killed while it waited", async () => {
    put("old.css", "old");
    passedMs = 2 * fileReplicationMs;
    for (const name of ["a.css", "index.html"]) put(name, `new ${name}`);
    const { seen } = await waiting("", purged, ["deploy", source, "acme-site", "--purge", "acme-web"]);
    assert.deepEqual([seen, purged()], [0, 1]);
  });

  it("cause neither a wait nor another request if they got the files, or if a run changes nothing", async () => {
    const requests = async (argv: readonly string[]): Promise<string[]> => {
      emulator.clearJournal();
      const { code, stderr } = await inProcess(emulator, argv);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /replicas/);
      return emulator.journal.map(({ method, path: at }) => `${method} ${at}`).sort();
    };
    killedAfter("a.css", "index.html");
    put(`releases/${id}.complete.json`, "{}\n");
    point(id);
    await requests(release());
    // Whether they got them or not: the rule names the release.
    const lagging = await requests(release());
    assert.equal(looks(folder), 1);
    passedMs = 2 * fileReplicationMs;
    assert.deepEqual(await requests(release()), lagging);

    const plain = ["deploy", source, "acme-site", "--purge", "acme-web"];
    for (const name of ["a.css", "index.html"]) put(name, `new ${name}`);
    passedMs = 4 * fileReplicationMs;
    await requests(plain);
    assert.equal(looks(""), 1);
  });

  it("are not waited for if listings have long shown none", async () => {
    const unshown = await startEmulator({
      seed: { ...seed, storageZones: [{ ...seed.storageZones[0], ReplicationRegions: [] }] },
      now: () => Date.now() - 3_600_000,
    });
    try {
      unshown.files.write(1, "old.css", "old");
      const { code, stderr } = await inProcess(unshown, ["deploy", source, "acme-site", "--purge", "acme-web"]);
      assert.deepEqual([code, stderr.includes("waiting for the replicas")], [0, false]);
    } finally {
      await unshown.close();
    }
  });
});
