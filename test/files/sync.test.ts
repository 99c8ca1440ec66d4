import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { StorageFiles } from "../../provider/api/storageFiles";
import { Selection } from "../../provider/files/globs";
import { replicaPatience } from "../../provider/files/replicas";
import { readSource } from "../../provider/files/source";
import { FolderSync } from "../../provider/files/sync";

const fileReplicationMs = 600_000;

describe("Bringing a storage zone in line with a folder", () => {
  let emulator: Emulator;
  let folder: string;
  let passedMs = 0;
  before(async () => {
    const zone = { Id: 1, Name: "acme-site", ReplicationRegions: ["NY"], Password: "zone-password" };
    emulator = await startEmulator({
      seed: { storageZones: [zone] },
      fileReplicationMs,
      now: () => Date.now() + passedMs,
    });
    folder = mkdtempSync(path.join(tmpdir(), "sync-"));
  });
  afterEach(() => emulator.reset());
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const filesOf = ({ baseUrl = emulator.url, hostname = emulator.storageHostname } = {}) =>
    new StorageFiles(
      { baseUrl, accessKey: "", timeoutSeconds: 5, maxRetries: 0, extraRegions: [], allowInsecure: false },
      { zone: "acme-site", hostname, password: "zone-password", advice: "" },
    );

  /** Sends the folder; what `meanwhile` does happens between the look at it and the upload. */
  async function send(
    meanwhile: () => void,
    replicas: readonly string[] = [],
    patience = replicaPatience(300),
    on = emulator,
  ) {
    const { files } = await readSource(folder, new Selection({}), "");
    const sync = new FolderSync(filesOf({ baseUrl: on.url, hostname: on.storageHostname }), "");
    const plan = await sync.plan(files);
    meanwhile();
    const said: string[] = [];
    let purges = 0;
    await sync.carryOut(plan, {
      replicas,
      patience,
      purgeCommands: async () => ["npx pulumi-cdn-zones purge acme-web"],
      tell: (message) => said.push(message),
      purge: async () => void purges++,
    });
    return { said, purges };
  }

  it("sends what it kept of a small file, and of a large one what there is", async () => {
    const write = (letter: string): void => {
      for (const [name, size] of [
        ["small.txt", 10],
        ["large.txt", 100_000],
      ] as const)
        writeFileSync(path.join(folder, name), letter.repeat(size));
    };
    write("a");
    const { files } = await readSource(folder, new Selection({}), "", { keepsContent: true });
    const sync = new FolderSync(filesOf(), "");
    const plan = await sync.plan(files.filter(({ path: at }) => /^(small|large)/.test(at)));
    write("b");
    await sync.carryOut(plan, { replicas: [], tell: () => undefined });
    const sent = (name: string): unknown => emulator.files.read(1, name)?.toString()[0];
    assert.deepEqual([sent("small.txt"), sent("large.txt")], ["a", "b"]);
  });

  for (const [what, text] of [
    ["longer", "a longer text"],
    ["shorter", "b"],
    ["other", "other"],
  ] as const) {
    it(`sends a file again that has become ${what} meanwhile`, async () => {
      const file = path.join(folder, "a.txt");
      writeFileSync(file, "first");
      await send(() => writeFileSync(file, text));
      assert.equal(emulator.files.read(1, "a.txt")?.toString(), text);
    });
  }

  it("fails for a file whose place a symbolic link has taken meanwhile, and sends nothing of what it leads to", async () => {
    const file = path.join(folder, "b.txt");
    writeFileSync(file, "first");
    writeFileSync(path.join(folder, "../secret-of-sync"), "a secret");
    const swap = () => {
      rmSync(file);
      symlinkSync("../secret-of-sync", file);
    };
    await assert.rejects(send(swap), /b\.txt is no longer the file that was found/);
    assert.equal(emulator.files.read(1, "b.txt"), undefined);
    rmSync(path.join(folder, "../secret-of-sync"));
    rmSync(file);
  });

  it("fails for a file that is gone meanwhile, with its name", async () => {
    const file = path.join(folder, "gone.txt");
    writeFileSync(file, "first");
    await assert.rejects(
      send(() => rmSync(file)),
      /gone\.txt can't be read: no such file or directory/,
    );
  });

  describe("with replicas", () => {
    const [missing, old] = [
      /may not get the new files for a while$/,
      /can get the old content of changed files .* days/,
    ];
    const command = /\. Once they have the files, run: npx pulumi-cdn-zones purge acme-web$/;
    const change = (text: string) => writeFileSync(path.join(folder, "a.txt"), text);
    /** Files of an earlier run, which the replicas have. */
    async function replicated() {
      for (const name of ["a.txt", "other.txt"]) emulator.files.write(1, name, "old");
      passedMs += fileReplicationMs;
      const listed = await filesOf().list("");
      return listed?.map(({ replicas }) => replicas);
    }

    it("warns once the time is up, and goes on", async () => {
      change("first");
      const { said, purges } = await send(() => undefined, ["NY"]);
      assert.equal(purges, 1);
      assert.match(said.join(), /^warning: After 0 s, the replicas don't show all files\./);
      assert.match(said.join(), missing);
    });

    it("warns of old files that keep their path, with the command that empties the cache", async () => {
      assert.deepEqual(await replicated(), [["NY"], ["NY"]]);
      change("second");
      const { said } = await send(() => undefined, ["NY"]);
      assert.match(said.join(), old);
      assert.match(said.join(), command);
    });

    it("waits only once for the replicas of a zone", async () => {
      await replicated();
      const patience = replicaPatience(300);
      change("third");
      await send(() => undefined, ["NY"], patience);
      assert.equal(patience.leftMs, 0);
      emulator.clearJournal();
      change("fourth");
      const { said } = await send(() => undefined, ["NY"], patience);
      assert.match(said.join(), old);
      const listings = emulator.journal.filter(({ method }) => method === "GET");
      // One for the plan, one for what was sent, and one look at the replicas.
      assert.equal(listings.length, 3);
    });

    it("does not take files for replicated that one listing lacks", async () => {
      await replicated();
      change("late");
      const nothing = { kind: "status", status: 200, body: [] } as const;
      // The first two are for the plan and for what was sent.
      emulator.setFaults([{ method: "GET", path: "/acme-site/", nth: 3, fault: nothing }]);
      const { said } = await send(() => undefined, ["NY"], replicaPatience(600));
      assert.match(said.join(), old);
    });

    it("does not wait if the listing names no replica of any file, and says so", async () => {
      change("fifth");
      const unshown = await startEmulator({
        seed: { storageZones: [{ Id: 1, Name: "acme-site", Password: "zone-password" }] },
        // A replica would have had the time.
        now: () => Date.now() - 3_600_000,
      });
      try {
        unshown.files.write(1, "a.txt", "old");
        const patience = replicaPatience();
        const { said, purges } = await send(() => undefined, ["NY"], patience, unshown);
        assert.equal(purges, 1);
        assert.equal(patience.leftMs, patience.totalMs);
        assert.match(
          said.join(),
          /^warning: The listing does not show which replicas have the files, so the upload did not wait/,
        );
        assert.match(said.join(), command);
      } finally {
        await unshown.close();
      }
    });
  });

  it("empties the cache also after deletions", async () => {
    emulator.files.write(1, "gone.txt", "old");
    writeFileSync(path.join(folder, "a.txt"), "new");
    const { files } = await readSource(folder, new Selection({}), "");
    const sync = new FolderSync(filesOf(), "");
    const steps: string[] = [];
    await sync.carryOut(await sync.plan(files, { deletesUnknown: true, isDeleted: () => true }), {
      replicas: [],
      tell: () => undefined,
      purge: async () => void steps.push("purge"),
      done: (file, checksum) => steps.push(`${checksum === undefined ? "-" : "+"} ${file}`),
    });
    assert.deepEqual(steps.slice(-3), ["purge", "- gone.txt", "purge"]);
  });

  it("sends the password by http only if the API and the storage host are on this machine", async () => {
    assert.deepEqual(await filesOf().list(""), []);
    for (const baseUrl of ["https://127.0.0.1", "http://api.cdn.example"]) {
      // The emulator speaks no TLS, so it gets no request.
      await assert.rejects(filesOf({ baseUrl }).list(""), /got no response.*TLS/);
    }
    assert.equal(emulator.journal.length, 1);
    for (const hostname of ["a/b", "user@host", "", "host?x"]) {
      assert.throws(() => filesOf({ hostname }), /must be a hostname/);
    }
  });
});
