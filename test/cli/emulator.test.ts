import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator, PullZone, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "../emulator/call";
import { asOnWindows } from "../fixtures/platform";
import { inProcess } from "./inProcess";

const main = [resolve(__dirname, "../../dist/cli/main.js"), "emulator"];

const run = (...argv: string[]) => inProcess({}, ["emulator", ...argv], { env: process.env });

/** Runs a script against an emulator; it exits with what the script's last expression resolves to. */
const runScript = (options: readonly string[], script: string) =>
  run(...options, "exec", "--", process.execPath, "-e", `(async () => { ${script} })().then((c) => process.exit(c))`);

const get = `const get = (path) => fetch(process.env.CDN_BASE_URL + path, { headers: { AccessKey: process.env.CDN_ACCESS_KEY } });`;

describe("the command emulator", () => {
  let folder = "";
  before(async () => (folder = await mkdtemp(join(tmpdir(), "emulator-"))));
  after(() => rm(folder, { recursive: true }));

  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`prints on one line of JSON that it is ready, serves, and ends on ${signal} with 0`, async () => {
      const seed = await file("seed.yaml", "storageZones:\n  - Id: 5\n    Name: from-a-file\n");
      const child = spawn(process.execPath, [...main, "--seed", seed, "--access-key", "k"], { stdio: "pipe" });
      let stdout = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      const closed = once(child, "close");
      while (!stdout.includes("\n")) await once(child.stdout, "data");
      const ready = JSON.parse(stdout) as Record<string, unknown>;
      assert.deepEqual(Object.keys(ready), [
        "event",
        "url",
        "port",
        "storageHostname",
        "accessKey",
        "controlToken",
        "resolver",
        "pid",
      ]);
      assert.deepEqual([ready["event"], ready["accessKey"], ready["pid"]], ["ready", "k", child.pid]);
      const { json } = await call({ url: String(ready["url"]), accessKey: "k" }, "GET", "/storagezone/5");
      assert.equal((json as { Name: string }).Name, "from-a-file");
      child.kill(signal);
      assert.deepEqual(await closed, [0, null]);
    });
  }

  it("keeps its state in a folder, also if it is killed, and refuses what is no state", async () => {
    const data = join(folder, "data");
    const seed = await file("first.yaml", "storageZones:\n  - Id: 5\n    Name: from-a-file\n");
    /** Starts it in a process. */
    const begin = async () => {
      const child = spawn(process.execPath, [...main, "--data", data, "--seed", seed], { stdio: "pipe" });
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      return { child, ready: JSON.parse(String(line)) as Emulator };
    };
    const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await once(child, "exit");
    };
    const upload = async ({ storageHostname, ...of }: Emulator, name: string): Promise<void> => {
      const { Password } = (await call(of, "GET", "/storagezone/5")).json as StorageZone;
      const headers = { AccessKey: String(Password) };
      const put = { method: "PUT", headers, body: name };
      assert.equal((await fetch(`http://${storageHostname}/from-a-file/${name}`, put)).status, 201);
    };

    const first = await begin();
    const created = await call(first.ready, "POST", "/pullzone", { Name: "web", StorageZoneId: 5, OriginType: 2 });
    const { Id } = created.json as PullZone;
    await call(first.ready, "POST", `/pullzone/${String(Id)}/addHostname`, { Hostname: "www.acme.example" });
    await upload(first.ready, "a b.html");
    const before = (await call(first.ready, "GET", `/pullzone/${String(Id)}`)).json;
    await end(first.child, "SIGTERM");

    const second = await begin();
    assert.deepEqual((await call(second.ready, "GET", `/pullzone/${String(Id)}`)).json, before);
    await upload(second.ready, "c.html");
    await call(second.ready, "DELETE", `/pullzone/${String(Id)}`);
    const state = join(data, "state.json");
    const isKept = (text: string): boolean => text.includes("c.html") && !text.includes("www.acme.example");
    while (!isKept(await readFile(state, "utf8"))) await sleep(20);
    await end(second.child, "SIGKILL");

    const third = await startEmulator({ data });
    assert.deepEqual([third.pullZones.list(), third.pullZones.add({}).Id], [[], Id + 1]);
    assert.deepEqual(
      third.files.list(5).map(({ path }) => [path, String(third.files.read(5, path))]),
      [
        ["a b.html", "a b.html"],
        ["c.html", "c.html"],
      ],
    );
    third.files.delete(5, "c.html");
    third.reset();
    await third.close();
    assert.deepEqual(await readdir(join(data, "files")), []);

    await writeFile(state, '{"version":1,"stores":');
    const refused = await run("--data", data);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /state\.json is not a state of this version of the emulator: .*JSON/);
  });

  it("refuses with --only-recorded what nobody recorded, except the rows of --allow-rows", async () => {
    const script =
      "const request = (path) => fetch(process.env.CDN_BASE_URL + path, { headers: { AccessKey: process.env.CDN_ACCESS_KEY } });" +
      'request("/dnszone?view=1").then(() => request("/dnszone?other=1"));';
    const words = ["exec", "--", process.execPath, "-e", script];
    const statuses = async (...options: readonly string[]): Promise<(string | undefined)[]> => {
      const argv = ["emulator", "--verbose", ...options, ...words];
      const { stderr } = await inProcess({}, argv, { env: process.env, stderr: true });
      return [...stderr.matchAll(/^GET \S+ (\d+), .* \((.*)\)$/gm)].map((match) => match.slice(1).join(" "));
    };
    assert.deepEqual(await statuses("--only-recorded"), ["501 R12.4", "501 assumed"]);
    assert.deepEqual(await statuses("--allow-rows", "R12.1,R12.4"), ["200 R12.4, R10.12", "501 assumed"]);
  });

  it("says in words on a terminal what it is and what to set, and with --verbose each request", async () => {
    const script = `fetch(process.env.CDN_BASE_URL + "/storagezone?search=x").then(() => 0)`;
    const words = ["--verbose", "exec", "--", process.execPath, "-e", script];
    const { code, stderr } = await inProcess({}, ["emulator", ...words], { env: process.env, stderr: true });
    assert.equal(code, 0);
    const [ready = "", request = ""] = stderr.split("\n");
    assert.match(
      ready,
      /^The emulator serves the command at http:\/\/127\.0\.0\.1:\d+, and files at 127\.0\.0\.1:\d+\.$/,
    );
    assert.match(request, /^GET \/storagezone\?search=x 401, \d+ ms \(R1\.3\)$/);
    const child = spawn(process.execPath, [...main, "--format", "text", "--access-key", "k"], { stdio: "pipe" });
    const closed = once(child, "close");
    const [text] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    assert.match(
      text,
      /\n {2}export CDN_BASE_URL=http:\/\/127\.0\.0\.1:\d+ CDN_ACCESS_KEY=k\n\nTo see a pull zone in a browser, open http:\/\/NAME\.localhost:\d+\/\nControl token, .*: \w+\nDNS resolver, for CDN_RESOLVER: 127\.0\.0\.1:\d+\n$/,
    );
    child.kill();
    assert.deepEqual(await closed, [0, null]);
  });

  it("ends with the npx that ran it", async () => {
    const shell = spawn("sh", ["-c", '"$@"; true', "sh", process.execPath, ...main], {
      env: { ...process.env, npm_lifecycle_event: "npx" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(shell.stdout, "data");
    const closed = once(shell.stdout, "close");
    shell.kill("SIGKILL");
    // Its output is also closed once the emulator has ended.
    await closed;
  });

  it("gives a certificate to any hostname with --pointed-hostnames '*'", async () => {
    const seed = await file("hostname.yaml", "pullZones:\n  - { Id: 7, Hostnames: [{ Value: www.acme.example }] }\n");
    const script = `${get} return (await get("/pullzone/loadFreeCertificate?hostname=www.acme.example")).status === 200 ? 45 : 1`;
    assert.equal((await runScript(["--seed", seed, "--pointed-hostnames", "*"], script)).code, 45);
    assert.equal((await runScript(["--seed", seed, "--pointed-hostnames", "a.example,b.example"], script)).code, 1);
  });

  it("refuses a certificate for a domain with --undelegated, which its resolver does not know", async () => {
    const seed = await file(
      "delegation.yaml",
      `pullZones:
  - { Id: 7, Hostnames: [{ Value: acme.example }] }
dnsZones:
  - { Id: 1, Domain: acme.example }
dnsRecords:
  - { DnsZoneId: 1, Type: 7, LinkName: "7" }
`,
    );
    const script = `${get}
      const { status } = await get("/pullzone/loadFreeCertificate?hostname=acme.example");
      const resolver = new (require("node:dns/promises").Resolver)();
      resolver.setServers([process.env.CDN_RESOLVER]);
      const code = await resolver.resolveNs("acme.example").then(() => "", (error) => error.code);
      return status === 200 && code === "" ? 45 : status === 400 && code === "ENOTFOUND" ? 46 : 1`;
    assert.equal((await runScript(["--seed", seed], script)).code, 45);
    assert.equal((await runScript(["--seed", seed, "--undelegated", "b.example"], script)).code, 45);
    assert.equal((await runScript(["--seed", seed, "--undelegated", "b.example,Acme.example"], script)).code, 46);
    assert.equal((await runScript(["--seed", seed, "--undelegated", "*"], script)).code, 46);
  });

  it("runs a command with the variables of its emulator, and passes its exit code on", async () => {
    const script = `${get} return (await get("/storagezone")).status === 200 ? 43 : 1`;
    const { code, stdout, stderr } = await runScript(["--access-key", "k"], script);
    assert.deepEqual([code, stdout], [43, ""]);
    assert.equal((JSON.parse(stderr) as { event: string }).event, "ready");
  });

  it("passes its options on to the emulator, and all words after -- to the command", async () => {
    const seed = await file("zones.yaml", "storageZones:\n  - Id: 5\npullZones:\n  - Id: 7\n    EnableLogging: true\n");
    const faults = await file("faults.json", '[{"nth":2,"fault":{"kind":"status","status":503}}]');
    const options = ["--seed", seed, "--faults", faults, "--log-entries", "4", "--soft-delete", "--public-names"];
    const script = `${get}
      const seen = [];
      for (const path of ["/storagezone/5", "/storagezone/5", "/pullzone/7"]) seen.push(await get(path));
      const names = Object.keys(await seen[2].json());
      const logs = await (await get("/v2/pullzones/7/logs")).json();
      return seen.map(({ status }) => status).join() === "200,503,200" && names.includes("AWSSigningEnabled") &&
        logs.data.length === 4 && process.argv.slice(1).join() === "--port,-h" ? 44 : 1;`;
    const words = ["exec", "--", process.execPath, "-e", `(async () => { ${script} })().then((c) => process.exit(c))`];
    assert.equal((await run(...options, ...words, "--", "--port", "-h")).code, 44);
  });

  it("ends as the command that a signal ended, or with 127 for one that does not exist", async () => {
    assert.equal((await runScript([], "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})")).code, 137);
    const missing = await run("exec", "--", join(folder, "missing"));
    assert.equal(missing.code, 127);
    assert.match(missing.stderr, /can't be started: there is no such command\n/);
  });

  it("lets the command prompt start the command on Windows, because npm is a batch file there", async () => {
    // Stands in for the command prompt, which gets the line as its fourth argument.
    const prompt = await file("cmd.exe", `#!/bin/sh\nprintf '%s' "$4" > "$LINE"\nexit 7\n`);
    await chmod(prompt, 0o755);
    const line = join(folder, "line");
    const env = { ...process.env, PATH: `${folder}:${String(process.env["PATH"])}`, LINE: line };
    const words = ["npm", "test", "a b&c", 'say "a>b"', "50%", "C:\\Program Files\\"];
    const { code } = await asOnWindows(() => inProcess({}, ["emulator", "exec", "--", ...words], { env }));
    assert.equal(code, 7);
    const args = String.raw`^"a^ b^&c^" ^"say^ \^"a^>b\^"^" ^"50^%^" ^"C:\Program^ Files\\^"`;
    assert.equal(await readFile(line, "utf8"), `"npm test ${args}"`);
    await asOnWindows(() => inProcess({}, ["emulator", "exec", "--", "./my tools/run"], { env }));
    assert.equal(await readFile(line, "utf8"), String.raw`"my^ tools\run"`);
  });

  it("passes SIGTERM on to the command", async () => {
    const script = "console.log(); setInterval(() => {}, 1000)";
    const child = spawn(process.execPath, [...main, "exec", "--", process.execPath, "-e", script]);
    const closed = once(child, "close");
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    assert.deepEqual(await closed, [143, null]);
  });

  for (const [argv, message] of [
    [["--port", "65536"], /--port.* '65536' is invalid\. It must be an integer from 0 to 65535/],
    [["--latency-ms", "-1"], /--latency-ms/],
    [["--rate-limit", "0/10"], /--rate-limit.* It must be REQUESTS\/SECONDS, such as 30\/10/],
    [["run"], /too many arguments/],
    [["exec"], /missing required argument 'command'/],
    [["--seed", "/nowhere/seed.yaml"], /\/nowhere\/seed\.yaml: no such file or directory\n/],
  ] as [string[], RegExp][]) {
    it(`refuses '${argv.join(" ")}' as wrong usage and says why`, async () => {
      const { code, stdout, stderr } = await run(...argv);
      assert.deepEqual([code, stdout], [64, ""]);
      assert.match(stderr, message);
    });
  }

  for (const [option, name, text, message] of [
    ["--seed", "types.json", '{"storageZones":[{"Deleted":1}]}', /types\.json: [\s\S]*storageZones\[0\]\.Deleted/],
    ["--seed", "broken.yaml", "storageZones: [", /broken\.yaml: /],
    ["--faults", "kind.yaml", "- fault: { kind: magic }", /kind\.yaml: [\s\S]*\[0\]\.fault\.kind/],
  ] as const) {
    it(`refuses the file ${name}, naming file and field`, async () => {
      const { code, stderr } = await run(option, await file(name, text));
      assert.equal(code, 64);
      assert.match(stderr, message);
    });
  }

  it("fails with 1 where the port is taken", async () => {
    const script = `const { status } = require("node:child_process").spawnSync(process.execPath,
      ${JSON.stringify([...main, "--port"])}.concat(new URL(process.env.CDN_BASE_URL).port)); return status;`;
    assert.equal((await runScript([], script)).code, 1);
  });
});
