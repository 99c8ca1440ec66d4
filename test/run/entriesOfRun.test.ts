import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const compiled = path.join(__dirname, "..", "..", "dist", "provider", "run", "entriesOfRun.js");
const script = `
  const { EntriesOfRun } = require(${JSON.stringify(compiled)});
  const { scope, ids } = JSON.parse(process.env.TOLD);
  const entries = new EntriesOfRun(() => scope);
  for (const id of ids) {
    if (id.startsWith("?")) console.log(JSON.stringify(entries.announced(id.slice(1)).noted));
    else entries.announce("+", id, "mark" + scope.length);
  }
  console.log("done");
  process.stdin.resume();`;

describe("Provider processes of one run", () => {
  let folder: string;
  let running: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "entries-"));
    writeFileSync(path.join(folder, "process.cjs"), script);
  });
  afterEach(async () => {
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a process that tells others of ids, and asks for those that begin with a question mark. It lives on. */
  async function start(address: string, scope: string, ids: string[], temporary = folder): Promise<unknown[]> {
    // The engine puts flags before its address.
    const child = spawn(process.execPath, [path.join(folder, "process.cjs"), "--tracing", "file:./trace", address], {
      env: { ...process.env, TMPDIR: temporary, TOLD: JSON.stringify({ scope, ids }) },
      stdio: ["pipe", "pipe", "inherit"],
    });
    running.push(child);
    const answers: unknown[] = [];
    for await (const line of createInterface(child.stdout)) {
      if (line === "done") break;
      answers.push(JSON.parse(line));
    }
    return answers;
  }
  async function endAll(): Promise<void> {
    await Promise.all(running.map((child) => (child.kill(), once(child, "exit"))));
    running = [];
  }
  const shared = (): string => {
    const [name = ""] = readdirSync(folder).filter((entry) => entry.startsWith("pulumi-cdn-zones-"));
    return path.join(folder, name);
  };

  it("know each other's entries, by service and kind, and no other run's", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5", "9/www.acme.example"]);
    const ids = ["?5", "?6", "?9/www.acme.example"];
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ids), [["mark12"], [], ["mark12"]]);
    assert.deepEqual(await start("127.0.0.1:4001", "service Hostname", ids), [[], [], []]);
    assert.deepEqual(await start("127.0.0.1:4002", "service Zone", ids), [[], [], []]);
    assert.deepEqual(
      await start("127.0.0.1:4001", "service Zone", ["7", "?7"]),
      [[]],
      "its own entries are not another's",
    );
  });

  it("write digests, where only the user can read them", async () => {
    await start("127.0.0.1:4001", "service Zone", ["9/www.acme.example"]);
    const [name = ""] = readdirSync(shared());
    assert.doesNotMatch(name + readFileSync(path.join(shared(), name), "utf8"), /acme|service|4001/);
    if (process.platform === "win32") return;
    assert.deepEqual(
      [shared(), path.join(shared(), name)].map((file) => statSync(file).mode & 0o777),
      [0o700, 0o600],
    );
  });

  it("know nothing of processes that have ended, and remove their files after a day", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    const [ended = ""] = readdirSync(shared());
    await endAll();
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?5"]), [[]]);
    assert.ok(readdirSync(shared()).includes(ended));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(path.join(shared(), ended), yesterday, yesterday);
    await start("127.0.0.1:4001", "service Zone", ["6"]);
    assert.ok(!readdirSync(shared()).includes(ended));
  });

  it("check only some of many old files, so that each starts as fast", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    const [ended = ""] = readdirSync(shared());
    await endAll();
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (let i = 0; i < 120; i++) {
      const file = path.join(shared(), `${String(i)}${ended}`);
      writeFileSync(file, "");
      utimesSync(file, yesterday, yesterday);
    }
    const before = readdirSync(shared()).length;
    await start("127.0.0.1:4001", "service Zone", ["6"]);
    const after = readdirSync(shared()).length;
    assert.ok(after < before, `no file of ${String(before)} was removed`);
    assert.ok(after > 60, `${String(before - after)} files were checked by one process`);
  });

  it("know what others have announced, if the file of another one can't be read", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    const [name = ""] = readdirSync(shared());
    mkdirSync(path.join(shared(), name.replace(/\d+$/, String(process.pid))));
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?5"]), [["mark12"]]);
  });

  it("know what others have announced, if something old can't be removed", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    const [ended = ""] = readdirSync(shared());
    await endAll();
    const old = path.join(shared(), `0${ended}`);
    mkdirSync(old);
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(old, yesterday, yesterday);
    await start("127.0.0.1:4001", "service Zone", ["6"]);
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?6"]), [["mark12"]]);
  });

  it("know only their own entries without an address, and without a private folder", async function () {
    if (process.platform === "win32") this.skip();
    await start("--attached", "service Zone", ["5"]);
    assert.deepEqual(await start("--attached", "service Zone", ["?5"]), [[]]);
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["5", "?5"], path.join(folder, "process.cjs")), [
      [],
    ]);
    mkdirSync(path.join(folder, "open"));
    const claimed = path.join(folder, "open", `pulumi-cdn-zones-${String(process.getuid?.())}`);
    mkdirSync(claimed);
    chmodSync(claimed, 0o777);
    await start("127.0.0.1:4001", "service Zone", ["5"], path.join(folder, "open"));
    assert.deepEqual(readdirSync(claimed), []);
  });
});
