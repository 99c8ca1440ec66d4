import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
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

const compiled = path.join(__dirname, "..", "..", "dist", "provider", "serve", "entriesOfRun.js");
const script = `
  const { EntriesOfRun } = require(${JSON.stringify(compiled)});
  const entries = new EntriesOfRun(() => process.argv[3]);
  for (const id of process.argv.slice(4)) {
    if (id.startsWith("?")) console.log(JSON.stringify(entries.marks("+", id.slice(1))));
    else entries.tell("+", id, "mark" + process.argv[3].length);
  }`;

describe("Provider processes of one run", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "entries-"));
    writeFileSync(path.join(folder, "process.cjs"), script);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a process that tells others of ids, and asks for those that begin with a question mark. */
  function start(address: string, scope: string, ids: string[], temporary = folder): unknown[] {
    const args = [path.join(folder, "process.cjs"), address, scope, ...ids];
    const text = execFileSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, TMPDIR: temporary } });
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);
  }
  const shared = (): string => {
    const [name = ""] = readdirSync(folder).filter((entry) => entry.startsWith("pulumi-cdn-zones-"));
    return path.join(folder, name);
  };

  it("know each other's entries, by service and kind, and no other run's", () => {
    start("127.0.0.1:4001", "service Zone", ["5", "9/www.acme.example"]);
    const ids = ["?5", "?6", "?9/www.acme.example"];
    assert.deepEqual(start("127.0.0.1:4001", "service Zone", ids), [["mark12"], [], ["mark12"]]);
    assert.deepEqual(start("127.0.0.1:4001", "service Hostname", ids), [[], [], []]);
    assert.deepEqual(start("127.0.0.1:4002", "service Zone", ids), [[], [], []]);
    assert.deepEqual(start("127.0.0.1:4001", "service Zone", ["7", "?7"]), [[]], "its own entries are not another's");
  });

  it("write digests, where only the user can read them", () => {
    start("127.0.0.1:4001", "service Zone", ["9/www.acme.example"]);
    const [name = ""] = readdirSync(shared());
    assert.doesNotMatch(name + readFileSync(path.join(shared(), name), "utf8"), /acme|service|4001/);
    if (process.platform === "win32") return;
    assert.deepEqual(
      [shared(), path.join(shared(), name)].map((file) => statSync(file).mode & 0o777),
      [0o700, 0o600],
    );
  });

  it("remove the files of runs that ended a day ago", () => {
    start("127.0.0.1:4001", "service Zone", ["5"]);
    const [old = ""] = readdirSync(shared());
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    utimesSync(path.join(shared(), old), yesterday, yesterday);
    start("127.0.0.1:4002", "service Zone", ["5"]);
    assert.ok(!readdirSync(shared()).includes(old));
  });

  it("know only their own entries without an address, and without a private folder", function () {
    if (process.platform === "win32") this.skip();
    start("--attached", "service Zone", ["5"]);
    assert.deepEqual(start("--attached", "service Zone", ["?5"]), [[]]);
    assert.deepEqual(start("127.0.0.1:4001", "service Zone", ["5", "?5"], path.join(folder, "process.cjs")), [[]]);
    mkdirSync(path.join(folder, "open"));
    const claimed = path.join(folder, "open", `pulumi-cdn-zones-${String(process.getuid?.())}`);
    mkdirSync(claimed);
    chmodSync(claimed, 0o777);
    start("127.0.0.1:4001", "service Zone", ["5"], path.join(folder, "open"));
    assert.deepEqual(readdirSync(claimed), []);
  });
});
