import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const compiled = path.join(__dirname, "..", "..", "dist", "provider", "run", "entriesOfRun.js");
/** `5` notes an id, `?5` asks for the notes of others, `?all 5` includes earlier versions, `!` asks whether a deletion is refused. */
const script = `
  const { readFileSync } = require("node:fs");
  const { EntriesOfRun } = require(${JSON.stringify(compiled)});
  const { scope, ids } = JSON.parse(process.env.TOLD);
  const entries = new EntriesOfRun(() => scope);
  const bytesRead = () => Number(/rchar: (\\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  const refusal = () => { try { return entries.refuseIfAlone() ?? ""; } catch (error) { return error.message; } };
  const asked = (id) => id.startsWith("all ") ? entries.announced(id.slice(4), "all versions") : entries.announced(id, "this version");
  for (const id of ids) {
    if (id === "!") console.log(JSON.stringify(refusal()));
    else if (id === "bytes") console.log(JSON.stringify(bytesRead()));
    else if (id.startsWith("?")) console.log(JSON.stringify(asked(id.slice(1)).noted));
    else entries.announce("+", id, "mark" + scope.length);
  }
  console.log("done");
  process.stdin.resume();`;
const user = String(process.getuid?.() ?? "run");
const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);

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

  /** Starts a process that does what the ids say. It lives on. */
  async function start(
    address: string,
    scope: string,
    ids: string[],
    env: Record<string, string> = {},
  ): Promise<unknown[]> {
    // The engine puts flags before its address.
    const child = spawn(process.execPath, [path.join(folder, "process.cjs"), "--tracing", "file:./trace", address], {
      env: { ...process.env, XDG_RUNTIME_DIR: "", TMPDIR: folder, ...env, TOLD: JSON.stringify({ scope, ids }) },
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
  const digest = (text: string, length: number): string =>
    createHash("sha256").update(text).digest("hex").slice(0, length);
  const runs = (): string => path.join(folder, `pulumi-cdn-zones-${user}`);
  const runOf = (address: string): string => path.join(runs(), digest(address, 16));
  const pids = (): number[] => running.map(({ pid }) => pid ?? 0);

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

  it("write digests, in a folder of the run that only the user can read", async () => {
    await start("127.0.0.1:4001", "service Zone", ["9/www.acme.example"]);
    const file = path.join(runOf("127.0.0.1:4001"), String(pids()[0]));
    assert.doesNotMatch(file.slice(folder.length) + readFileSync(file, "utf8"), /acme|service|4001/);
    if (process.platform === "win32") return;
    const modes = [runs(), path.dirname(file), file].map((one) => statSync(one).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o700, 0o600]);
  });

  it("prefer XDG_RUNTIME_DIR, unless it is open to others", async function () {
    if (process.platform === "win32") this.skip();
    const runtime = path.join(folder, "runtime");
    mkdirSync(runtime, { mode: 0o700 });
    const env = { XDG_RUNTIME_DIR: runtime };
    await start("127.0.0.1:4001", "service Zone", ["5"], env);
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?5"], env), [["mark12"]]);
    assert.deepEqual(readdirSync(path.join(runtime, "pulumi-cdn-zones")), [digest("127.0.0.1:4001", 16)]);
    await endAll();
    rmSync(path.join(runtime, "pulumi-cdn-zones"), { recursive: true });
    chmodSync(runtime, 0o777);
    await start("127.0.0.1:4001", "service Zone", ["5"], env);
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?5"], env), [["mark12"]]);
    assert.deepEqual(readdirSync(runtime), []);
  });

  it("refuse deletions with the reason if the folder is somebody else's, and say nothing otherwise", async function () {
    if (process.platform === "win32") this.skip();
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["!"]), [""]);
    await endAll();
    rmSync(runs(), { recursive: true });
    const refused = async (): Promise<unknown> => (await start("127.0.0.1:4001", "service Zone", ["5", "?5", "!"]))[1];

    mkdirSync(runs());
    chmodSync(runs(), 0o777);
    assert.equal(
      await refused(),
      `Nothing was deleted: the provider processes of this run can't tell each other which objects they keep, because ${runs()} is open to other users. Set the variable XDG_RUNTIME_DIR to a folder that belongs to you and has the mode 0700, and run the command again`,
    );
    assert.deepEqual(readdirSync(runs()), []);

    rmSync(runs(), { recursive: true });
    mkdirSync(path.join(folder, "elsewhere"), { mode: 0o700 });
    symlinkSync(path.join(folder, "elsewhere"), runs());
    assert.match(String(await refused()), /is not a folder\. Set/);
    assert.deepEqual(readdirSync(path.join(folder, "elsewhere")), []);

    rmSync(runs());
    writeFileSync(runs(), "");
    assert.match(String(await refused()), /^Nothing was deleted: .* because .*(exists|already)/);
  });

  it("know only their own entries without an engine, and may delete", async () => {
    await start("--attached", "service Zone", ["5"]);
    assert.deepEqual(await start("--attached", "service Zone", ["?5", "!"]), [[], ""]);
    assert.ok(!existsSync(runs()));
  });

  it("fail if the folder of their run can't be written any more", async () => {
    const script = `
      const { EntriesOfRun } = require(${JSON.stringify(compiled)});
      const { rmSync } = require("node:fs");
      const entries = new EntriesOfRun(() => "service Zone");
      entries.announce("+", "5", "mark");
      rmSync(${JSON.stringify(runOf("127.0.0.1:4001"))}, { recursive: true });
      try { entries.announce("+", "6", "mark"); } catch (error) { console.log(JSON.stringify(error.message)); }
      console.log("done");`;
    writeFileSync(path.join(folder, "process.cjs"), script);
    const [message] = await start("127.0.0.1:4001", "", []);
    assert.match(
      String(message),
      /can't tell each other which objects they keep, because .* can't be used: no such file/,
    );
  });

  it("know nothing of processes that have ended, and remove their folder after a day", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    await endAll();
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?5"]), [[]]);
    await endAll();
    await start("127.0.0.1:4002", "service Zone", ["6"]);
    assert.ok(existsSync(runOf("127.0.0.1:4001")));
    for (const name of readdirSync(runs())) utimesSync(path.join(runs(), name), yesterday, yesterday);
    await start("127.0.0.1:4003", "service Zone", ["6"]);
    assert.ok(!existsSync(runOf("127.0.0.1:4001")));
    assert.ok(existsSync(runOf("127.0.0.1:4002")), "its process still runs");
  });

  it("check only some of many former runs, so that each starts as fast", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    await endAll();
    for (let i = 0; i < 120; i++) {
      const run = path.join(runs(), digest(String(i), 16));
      mkdirSync(run);
      utimesSync(run, yesterday, yesterday);
    }
    const before = readdirSync(runs()).length;
    await start("127.0.0.1:4002", "service Zone", ["6"]);
    const after = readdirSync(runs()).length;
    assert.ok(after < before - 2, `none of ${String(before)} was removed`);
    assert.ok(after > 60, `${String(before - after)} were checked by one process`);
  });

  it("read only what was appended, and nothing of former runs", async function () {
    if (process.platform !== "linux") this.skip();
    const ids = Array.from({ length: 2_000 }, (_, index) => String(index));
    await start("127.0.0.1:4001", "service Zone", ids);
    const file = path.join(runOf("127.0.0.1:4001"), String(pids()[0]));
    const { size } = statSync(file);
    for (let i = 0; i < 500; i++) writeFileSync(path.join(runs(), `${digest(String(i), 16)}-1`), readFileSync(file));
    const asked = ids.slice(0, 200).map((id) => `?${id}`);
    const answers = await start("127.0.0.1:4001", "service Zone", ["bytes", ...asked, "bytes"]);
    const [before, after] = [answers.shift(), answers.pop()].map(Number);
    assert.deepEqual(
      answers,
      asked.map(() => ["mark12"]),
    );
    const read = (after ?? NaN) - (before ?? NaN);
    assert.ok(read < 2 * size, `${String(read)} bytes were read, and the file has ${String(size)}`);
  });

  it("read a line once it is complete", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    const line = `+ ${digest("service Zone\n6", 32)} mark`;
    const file = path.join(runOf("127.0.0.1:4001"), String(pids()[0]));
    appendFileSync(file, line.slice(0, -2));
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?6"]), [[]]);
    appendFileSync(file, `${line.slice(-2)}\n`);
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?6"]), [["mark"]]);
  });

  it("know what others have announced, if something else has the name of a file", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    mkdirSync(path.join(runOf("127.0.0.1:4001"), String(process.pid)));
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?5"]), [["mark12"]]);
  });

  it("share notes with processes of versions before 0.5.0", async () => {
    await start("127.0.0.1:4001", "service Zone", ["5"]);
    const own = path.join(runs(), `${digest("127.0.0.1:4001", 16)}-${String(pids()[0])}`);
    assert.equal(readFileSync(own, "utf8"), `+ ${digest("service Zone\n5", 32)} mark12\n`);
    const former = path.join(runs(), `${digest("127.0.0.1:4001", 16)}-${String(process.pid)}`);
    writeFileSync(former, `+ ${digest("service Zone\n6", 32)} mark\n`);
    assert.deepEqual(await start("127.0.0.1:4001", "service Zone", ["?6", "?all 6"]), [[], ["mark"]]);
  });
});
