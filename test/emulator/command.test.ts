import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runEmulatorCommand } from "../../emulator/command";
import { parseCommandLine } from "../../emulator/commandLine";
import { call } from "./call";

const main = [...["-r", "ts-node/register/transpile-only"], resolve(__dirname, "../../emulator/main.ts")];

/** Runs the command in this process, with its output caught. */
async function run(...argv: string[]) {
  const output = { stdout: "", stderr: "" };
  const code = await runEmulatorCommand(argv, {
    env: process.env,
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
  });
  return { code, ...output };
}

describe("the emulator command", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "emulator-"));
  });
  after(() => rm(folder, { recursive: true }));

  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`says on one line of JSON that it is ready, serves, and ends on ${signal} with 0`, async () => {
      const seed = await file("seed.yaml", "storageZones:\n  - Id: 5\n    Name: from-a-file\n");
      const child = spawn(process.execPath, [...main, "--seed", seed, "--access-key", "k"], { stdio: "pipe" });
      let stdout = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      const closed = once(child, "close");
      while (!stdout.includes("\n")) await once(child.stdout, "data");
      const ready = JSON.parse(stdout) as Record<string, unknown>;
      assert.deepEqual(Object.keys(ready), ["event", "url", "port", "accessKey", "controlToken", "pid"]);
      assert.deepEqual([ready["event"], ready["accessKey"], ready["pid"]], ["ready", "k", child.pid]);
      const { json } = await call({ url: String(ready["url"]), accessKey: "k" }, "GET", "/storagezone/5");
      assert.equal((json as { Name: string }).Name, "from-a-file");
      child.kill(signal);
      assert.deepEqual(await closed, [0, null]);
    });
  }

  it("strikes requests as a file of faults says", async () => {
    const seed = await file("struck.yaml", "storageZones:\n  - Id: 5\n");
    const faults = await file(
      "faults.yaml",
      'faults:\n  - nth: 2\n    path: /storagezone/5\n    fault: { kind: status, status: 503, body: "struck" }\n',
    );
    const args = ["--seed", seed, "--faults", faults, "--access-key", "k"];
    const child = spawn(process.execPath, [...main, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const closed = once(child, "close");
    try {
      const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
      const { url } = JSON.parse(line) as { url: string };
      const answers = [];
      for (let count = 0; count < 3; count++)
        answers.push(await call({ url, accessKey: "k" }, "GET", "/storagezone/5"));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 503, 200],
      );
      assert.ok(answers[1]?.text.includes("struck"));
    } finally {
      child.kill("SIGTERM");
      await closed;
    }
  });

  it("runs a command with the address and the key in its environment, and passes its exit code on", async () => {
    const script = `
      fetch(process.env.CDN_BASE_URL + "/storagezone", { headers: { AccessKey: process.env.CDN_ACCESS_KEY } })
        .then((response) => { process.exitCode = response.status === 200 ? 43 : 1; });`;
    const { code, stdout, stderr } = await run("--access-key", "k", "exec", "--", process.execPath, "-e", script);
    assert.deepEqual([code, stdout], [43, ""]);
    assert.equal((JSON.parse(stderr) as { event: string }).event, "ready");
  });

  it("tells of a command that a signal ended, or that does not exist", async () => {
    const suicide = "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);";
    assert.equal((await run("exec", "--", process.execPath, "-e", suicide)).code, 137);
    const missing = await run("exec", "--", join(folder, "missing"));
    assert.equal(missing.code, 127);
    assert.match(missing.stderr, /could not be started/);
  });

  it("passes SIGTERM on to the command", async () => {
    const child = spawn(process.execPath, [
      ...main,
      "exec",
      "--",
      process.execPath,
      "-e",
      "console.log(); setInterval(() => {}, 1000)",
    ]);
    const closed = once(child, "close");
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    assert.deepEqual(await closed, [143, null]);
  });

  it("prints its options with --help", async () => {
    const { code, stdout } = await run("--help");
    assert.equal(code, 0);
    for (const option of ["--port", "--seed", "--faults", "--latency-ms", "--rate-limit", "--access-key", "exec --"]) {
      assert.ok(stdout.includes(option), option);
    }
  });

  it("turns its options into those of the emulator", async () => {
    const faults = await file("faults.json", '{"faults":[{"nth":1,"fault":{"kind":"hang"}}]}');
    const line = await parseCommandLine(
      ["--port", "81", "--latency-ms", "5", "--rate-limit", "30/10", "--random-seed=7", "--faults", faults].concat([
        "--replication-ms",
        "9",
        "--host",
        "::1",
        "--soft-delete",
        "--public-names",
      ]),
    );
    assert.deepEqual(line, {
      command: undefined,
      options: {
        port: 81,
        host: "::1",
        latencyMs: 5,
        rateLimit: { requests: 30, perSeconds: 10 },
        randomSeed: 7,
        replicationMs: 9,
        faults: [{ nth: 1, fault: { kind: "hang" } }],
        softDelete: true,
        publicNames: true,
      },
    });
  });

  for (const [argv, message] of [
    [["--prot", "1"], /'--prot'.*See --help/],
    [["--port", "65536"], /--port must be a whole number from 0 to 65535, but got: '65536'/],
    [["--latency-ms", "-1"], /latency-ms/],
    [["--rate-limit", "30"], /--rate-limit must be REQUESTS\/SECONDS, such as 30\/10, but got: '30'/],
    [["--rate-limit", "0/10"], /--rate-limit/],
    [["run"], /Unexpected argument 'run'/],
    [["exec", "ls"], /Unexpected argument 'ls'. A command stands after: exec --/],
    [["exec"], /A command is run with: exec -- COMMAND/],
    [["exec", "--"], /A command is run with/],
    [["--", "ls"], /A command is run with/],
    [["--seed", "/nowhere/seed.yaml"], /\/nowhere\/seed.yaml cannot be read/],
  ] as [string[], RegExp][]) {
    it(`refuses '${argv.join(" ")}' with 2 and says why`, async () => {
      const { code, stdout, stderr } = await run(...argv);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, message);
    });
  }

  for (const [option, name, text, message] of [
    ["--seed", "types.json", '{"storageZones":[{"Deleted":1}]}', /types\.json: [\s\S]*storageZones\[0\]\.Deleted/],
    ["--seed", "broken.yaml", "storageZones: [", /broken\.yaml: /],
    ["--faults", "kind.yaml", "- fault: { kind: magic }", /kind\.yaml: [\s\S]*\[0\]\.fault\.kind/],
  ] as const) {
    it(`refuses the file ${name} with 2, naming file and field`, async () => {
      const { code, stderr } = await run(option, await file(name, text));
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it("fails with 1 where the port is taken", async () => {
    const script = `process.exitCode = require("node:child_process").spawnSync(process.execPath,
      ${JSON.stringify([...main, "--port"])}.concat(new URL(process.env.CDN_BASE_URL).port)).status;`;
    assert.equal((await run("exec", "--", process.execPath, "-e", script)).code, 1);
  });
});
