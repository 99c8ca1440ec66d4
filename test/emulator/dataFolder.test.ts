import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

// The folder of `--data` may hold files of somebody else, planted ones, or those of another emulator.

const main = join(__dirname, "..", "..", "dist", "cli", "main.js");
const sha = (text: string) => createHash("sha256").update(text).digest("hex").toUpperCase();
const seed = { storageZones: [{ Id: 1, Name: "acme-site", Password: "write" }] };

describe("The data folder of the emulator", () => {
  let parent = "";
  let folder = "";
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "data-"));
    folder = join(parent, "data");
  });
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await rm(parent, { recursive: true });
  });

  const start = (data = folder): Promise<Emulator> => startEmulator({ data, seed });
  const put = async ({ storageHostname }: Emulator, name: string, body: string | Buffer): Promise<number> => {
    const url = `http://${storageHostname}/acme-site/${name}`;
    return (await fetch(url, { method: "PUT", headers: { AccessKey: "write" }, body })).status;
  };
  /** Starts it in a process of its own. */
  const begin = async (file: string, ...argv: readonly string[]) => {
    const child = spawn(file, argv, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return { child, ready: JSON.parse(String(line)) as Emulator };
  };
  const command = [main, "emulator", "--data"];
  /** Writes files below the folder, and returns what is there, to compare. */
  const plant = async (files: Readonly<Record<string, string>>): Promise<() => Promise<Record<string, string>>> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, ".."), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const now = async (name: string) => [name, await readFile(join(folder, name), "utf8").catch(() => "gone")] as const;
    return async () => Object.fromEntries(await Promise.all(Object.keys(files).map(now)));
  };
  /** A state that an emulator has written. */
  const written = async (): Promise<{ files: Record<string, { files: Record<string, unknown>[] }> }> => {
    const emulator = await start();
    assert.equal(await put(emulator, "a.txt", "a"), 201);
    await emulator.close();
    return JSON.parse(await readFile(join(folder, "state.json"), "utf8")) as never;
  };

  it("is refused if it has files of somebody else, which stay", async () => {
    for (const files of [
      { "package.json": "{}", "files/report.pdf": "mine" },
      { "files/report.pdf": "mine" },
      { "state.json": '{"version":1}', "files/report.pdf": "mine" },
      { "state.json": '{"version":1}', [`files/${sha("a")}`]: "a" },
      { "notes.txt": "mine" },
    ]) {
      await rm(folder, { recursive: true, force: true });
      const now = await plant(files);
      await assert.rejects(start(), (error: Error) => {
        assert.match(error.message, /Choose another folder/);
        assert.doesNotMatch(error.message, /remove the folder/i);
        return true;
      });
      assert.deepEqual(await now(), files);
    }
  });

  it("of an earlier version, without a marker, is taken over once its state is valid", async () => {
    const state = await written();
    await rm(join(folder, ".cdn-emulator"));
    const emulator = await start();
    assert.equal(String(emulator.files.read(1, "a.txt")), "a");
    await emulator.close();
    assert.ok(existsSync(join(folder, ".cdn-emulator")));
    await rm(join(folder, ".cdn-emulator"));
    await writeFile(join(folder, "state.json"), JSON.stringify({ ...state, purges: "none" }));
    await assert.rejects(start(), /state\.json is not a state of this version of the emulator.*purges/s);
    assert.ok(!existsSync(join(folder, ".cdn-emulator")));
  });

  it("makes it neither read, write nor delete a file that a planted state, name or link leads to", async () => {
    const state = await written();
    const secret = join(parent, "secret.txt");
    await writeFile(secret, "secret");
    const entry = state.files["1"]?.files[0];
    for (const checksum of ["../../secret.txt", secret, sha("secret"), "..", ""]) {
      const planted = { ...state, files: { 1: { ...state.files["1"], files: [{ ...entry, checksum }] } } };
      await writeFile(join(folder, "state.json"), JSON.stringify(planted));
      await assert.rejects(start(), /is not a state of this version of the emulator/, checksum);
    }
    await writeFile(join(folder, "state.json"), JSON.stringify(state));
    const locks = [process.pid, 1, 4_000_000].map((pid) => `lock-${String(pid)}`);
    for (const name of ["state.json.new", "other.txt", `files/${sha("secret")}`, `files/${sha("b")}.new`, ...locks]) {
      await symlink(secret, join(folder, name));
      await assert.rejects(start(), (error: Error) =>
        error.message.includes(`contains ${name}. Choose another folder`),
      );
      await rm(join(folder, name));
    }
    for (const [place, target] of [
      ["state.json", secret],
      [".cdn-emulator", secret],
      ["files", join(parent, "other")],
    ] as const) {
      await mkdir(join(parent, "other"), { recursive: true });
      await rename(join(folder, place), join(parent, "moved"));
      await symlink(target, join(folder, place));
      await assert.rejects(start(), (error: Error) => error.message.includes(`contains ${place}. Choose`));
      await rm(join(folder, place));
      await rename(join(parent, "moved"), join(folder, place));
    }
    assert.equal(await readFile(secret, "utf8"), "secret");
    assert.deepEqual(await readdir(join(parent, "other")), []);
    await (await start()).close();
  });

  it("is refused if a marked folder has files of somebody else, but may have a .gitignore", async () => {
    await written();
    await writeFile(join(folder, ".gitignore"), "*");
    await (await start()).close();
    for (const name of ["notes.txt", "files/mine.txt", "lock-x"]) {
      await writeFile(join(folder, name), "mine");
      await assert.rejects(start(), (error: Error) =>
        error.message.includes(`contains ${name}. Choose another folder`),
      );
      assert.equal(await readFile(join(folder, name), "utf8"), "mine");
      await rm(join(folder, name));
    }
    assert.equal(await readFile(join(folder, ".gitignore"), "utf8"), "*");
  });

  it("is for one emulator at a time, also after kill -9", async () => {
    const other = await start();
    await assert.rejects(start(), /is used by another emulator of this process/);
    await other.close();
    const { child } = await begin(process.execPath, ...command, folder);
    await assert.rejects(start(), (error: Error) => {
      assert.ok(
        error.message.includes(`is used by the emulator with the process id ${String(child.pid)}`),
        error.message,
      );
      return true;
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    await (await start()).close();
    assert.deepEqual((await readdir(folder)).sort(), [".cdn-emulator", "files", "state.json"]);
  });

  it("has every change before it is answered, so that kill -9 loses none", async () => {
    const { child, ready } = await begin(process.execPath, ...command, folder);
    const created = Array.from({ length: 20 }, (_, index) =>
      call(ready, "POST", "/pullzone", { Name: `web-${String(index)}`, OriginUrl: "https://a.example" }),
    );
    await Promise.all(created);
    child.kill("SIGKILL");
    await once(child, "exit");
    const emulator = await start();
    assert.equal(emulator.pullZones.list().length, 20);
    await emulator.close();
  });

  it("has the change of a GET as well, such as a certificate, before it is answered", async () => {
    const { child, ready } = await begin(process.execPath, ...command, folder, "--pointed-hostnames", "*");
    await call(ready, "POST", "/pullzone", { Name: "web", OriginUrl: "https://a.example" });
    await call(ready, "POST", "/pullzone/1/addHostname", { Hostname: "www.acme.example" });
    const certificate = "/pullzone/loadFreeCertificate?hostname=www.acme.example";
    assert.equal((await call(ready, "GET", certificate)).status, 200);
    assert.equal((await call(ready, "GET", "/purge?url=https://www.acme.example/")).status, 200);
    child.kill("SIGKILL");
    await once(child, "exit");
    const emulator = await start();
    const [zone] = emulator.pullZones.list();
    const added = zone?.Hostnames?.find(({ Value }) => Value === "www.acme.example");
    assert.deepEqual([added?.HasCertificate, zone?.CacheVersion], [true, 1]);
    await emulator.close();
  });

  it("that is full answers 507, loses nothing that was answered before, and the emulator goes on", async () => {
    // A limit on the size of files fails as a full disk does.
    const file = join(parent, "seed.json");
    await writeFile(file, JSON.stringify(seed));
    const limited = ["-c", 'ulimit -f 128; exec "$0" "$@"', process.execPath, ...command, folder, "--seed", file];
    const { child, ready } = await begin("bash", ...limited);
    assert.equal(await put(ready, "small.txt", "small"), 201);
    assert.equal(await put(ready, "large.bin", Buffer.alloc(300_000, 1)), 507);
    const listed = await fetch(`http://${ready.storageHostname}/acme-site/`, { headers: { AccessKey: "write" } });
    const files = (await listed.json()) as { ObjectName: string }[];
    assert.deepEqual(
      files.map(({ ObjectName }) => ObjectName),
      ["small.txt"],
    );
    // The state itself grows beyond the limit.
    const answers: number[] = [];
    for (let count = 0; count < 40 && !answers.includes(507); count++) {
      answers.push(
        (await call(ready, "POST", "/pullzone", { Name: `web-${String(count)}`, OriginUrl: "https://a.example" }))
          .status,
      );
    }
    assert.equal(answers.at(-1), 507);
    const kept = answers.length - 1;
    assert.equal(((await call(ready, "GET", "/pullzone")).json as unknown[]).length, kept);
    child.kill("SIGTERM");
    assert.deepEqual(await once(child, "exit"), [0, null]);
    const emulator = await start();
    assert.deepEqual([emulator.pullZones.list().length, String(emulator.files.read(1, "small.txt"))], [kept, "small"]);
    await emulator.close();
  });
});
