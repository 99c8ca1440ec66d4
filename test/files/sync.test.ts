import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { StorageFiles } from "../../provider/api/storageFiles";
import { Selection } from "../../provider/files/globs";
import { readSource } from "../../provider/files/source";
import { FolderSync } from "../../provider/files/sync";

describe("Bringing a storage zone in line with a folder", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    const zone = { Id: 1, Name: "acme-site", ReplicationRegions: ["NY"], Password: "zone-password" };
    emulator = await startEmulator({ seed: { storageZones: [zone] }, fileReplicationMs: 600_000 });
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
  async function send(meanwhile: () => void, replicas: readonly string[] = []) {
    const { files } = await readSource(folder, new Selection({}), "");
    const sync = new FolderSync(filesOf(), "");
    const plan = await sync.plan(files);
    meanwhile();
    const said: string[] = [];
    let purges = 0;
    await sync.carryOut(plan, {
      replicas,
      replicasWithinMs: 300,
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

  it("goes on without slow replicas once the time is up, and says so", async () => {
    writeFileSync(path.join(folder, "a.txt"), "first");
    const { said, purges } = await send(() => undefined, ["NY"]);
    assert.equal(purges, 1);
    assert.match(said.join(), /replicas don't show all files/);
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
