import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(__dirname, "../..");
const node = [process.execPath, "--require", "ts-node/register"] as const;
const quickstart = path.join(root, "tools/quickstart/main.ts");
const screen = JSON.stringify(path.join(root, "tools/quickstart/screen.ts"));

/** A part of the output, with its time in milliseconds. */
type Chunk = readonly [at: number, text: string];

/** Runs a command without a terminal, with a folder of its own for temporary files. */
async function run(args: readonly string[], temporary: string): Promise<{ code: number | null; chunks: Chunk[] }> {
  const [file, ...first] = node;
  const child = spawn(file, [...first, ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Chunk[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => chunks.push([performance.now(), text]));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, chunks };
}

describe("The quickstart", function () {
  this.timeout(300_000);
  let temporary: string;

  beforeEach(() => (temporary = mkdtempSync(path.join(tmpdir(), "quickstart-test-"))));
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  const madeFolders = (): string[] =>
    readdirSync(temporary).filter((name) => /^(quickstart|e2e-project|cli-engine)-/.test(name));

  it("without a terminal shows each command before it runs, and at the end keeps only the report", async () => {
    const { code, chunks } = await run([quickstart, "--engine", "local"], temporary);
    const text = chunks.map(([, part]) => part).join("");
    assert.equal(code, 0, text);
    const timeOf = (part: string): number => chunks.find(([, of]) => of.includes(part))?.[0] ?? assert.fail(text);
    // A process is started in between.
    assert.ok(timeOf("+ DnsZone zone") - timeOf("$ pulumi up --stack prod") > 200);
    assert.match(text, /missing page gets: 404[^]*Visitors of pull zone acme-site get release/);
    const [made = "", ...others] = madeFolders();
    assert.deepEqual([others, readdirSync(path.join(temporary, made))], [[], ["drift.html"]]);
    const [, report = ""] = /the report: (.*)/.exec(text.slice(text.indexOf("7. Clean up"))) ?? [];
    assert.match(readFileSync(report, "utf8"), /rewrite404To200/);
  });

  it("with --keep prints a command that opens the sites again", async () => {
    const { code, chunks } = await run([quickstart, "--engine", "local", "--keep"], temporary);
    const text = chunks.map(([, part]) => part).join("");
    assert.equal(code, 0, text);
    const folder = path.join(temporary, madeFolders()[0] ?? "");
    assert.deepEqual(readdirSync(folder).sort(), ["drift.html", "emulator", "states"]);
    const [, words = ""] = /npx pulumi-cdn-zones (emulator .*)/.exec(text) ?? assert.fail(text);
    const [file, ...first] = node;
    const emulator = spawn(file, [...first, path.join(root, "cli/main.ts"), ...words.split(" ")], { cwd: root });
    try {
      await once(emulator.stdout, "data");
      const [, port = ""] = /--port (\d+)/.exec(words) ?? [];
      const page = get({ port, headers: { host: "www.acme.example" } });
      const [response] = (await once(page, "response")) as [IncomingMessage];
      let body = "";
      for await (const part of response.setEncoding("utf8")) body += String(part);
      assert.deepEqual([response.statusCode, body.includes("</html>")], [200, true]);
    } finally {
      emulator.kill();
      await once(emulator, "close");
    }
  });

  it("explains its options, and refuses others", async () => {
    const { code, chunks } = await run([quickstart, "--help"], temporary);
    assert.deepEqual([code, /--engine cli\|local[^]*--keep/.test(String(chunks))], [0, true]);
    const refused = await run([quickstart, "--engine", "fast"], temporary);
    assert.equal(refused.code, 1);
    assert.match(String(refused.chunks), /--engine must be local or cli, but got: "fast"/);
    assert.deepEqual(madeFolders(), []);
  });

  it("says that a step still runs after 3 s", async () => {
    const step = (ms: number): string => `withProgress(new Promise((done) => setTimeout(done, ${String(ms)})))`;
    const program = `const { say, withProgress } = require(${screen}); ${step(1500)}.then(() => say("short")).then(() => ${step(3500)})`;
    const { code, chunks } = await run(["--eval", program], temporary);
    assert.deepEqual([code, chunks.map(([, text]) => text).join("")], [0, "short\n    running, 3 s\n"]);
  });

  it("waits on a terminal until a key is pressed", async function () {
    // It opens a terminal for a command.
    if (spawnSync("script", ["--version"]).status !== 0 || !existsSync("/dev/ptmx")) this.skip();
    const program = `const { anyKey, say } = require(${screen}); anyKey("Press a key").then(() => say("went on"));`;
    const words = [...node, "--eval", program].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
    const child = spawn("script", ["--quiet", "--return", "--command", words, "/dev/null"], { cwd: root });
    let text = "";
    const asked = new Promise<void>((resolve) => {
      child.stdout.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.includes("Press a key")) resolve();
      });
    });
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.doesNotMatch(text, /went on/);
    child.stdin.write("x");
    const [code] = (await once(child, "close")) as [number | null];
    assert.equal(code, 0);
    assert.match(text, /went on/);
  });
});
