import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { say } from "../faults/support/say";
import { accessKey, canaries, leaksIn, plantedProgram, plantedService } from "./canaries";
import { formatResult, LocalStack } from "../../tools/local-engine";
import { filesIn, projectFolder } from "./project";
import { watchProcesses } from "./watch";

const root = path.join(__dirname, "..", "..");
const command = [path.join(root, "dist", "cli", "main.js")];

describe("secrets, one canary for each", () => {
  let emulator: Emulator;
  let folder: string;
  let stack: LocalStack;
  let watch: ReturnType<typeof watchProcesses>;
  const printed: string[] = [];

  before(async function () {
    this.timeout(300_000);
    if (process.platform !== "linux") this.skip();
    emulator = await startEmulator(plantedService());
    folder = projectFolder(plantedProgram);
    stack = new LocalStack({
      projectDir: folder,
      stackName: "secrets",
      config: { "cdn:baseUrl": emulator.url, "cdn:maxRetries": "0" },
      secretConfig: { "cdn:accessKey": accessKey },
    });
    watch = watchProcesses();
  });
  after(async () => {
    watch.stop();
    rmSync(folder, { recursive: true, force: true });
    await emulator.close();
  });

  async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data: Buffer) => (text += data.toString("latin1")));
    await once(child, "close");
    printed.push(text);
    return text;
  }

  const stateFile = (): string => path.join(folder, "state.json");

  async function operate(operation: "preview" | "up" | "refresh"): Promise<number> {
    const result = await stack[operation]();
    printed.push(formatResult(result));
    writeFileSync(stateFile(), JSON.stringify(stack.exportState()));
    return result.exitCode;
  }

  it("are in nothing that runs, previews, refreshes and failing calls leave", async function () {
    this.timeout(300_000);
    for (const operation of ["preview", "up", "refresh"] as const) {
      assert.equal(await operate(operation), 0, printed.at(-1));
    }
    const echo = { ErrorKey: accessKey, Field: accessKey, Message: `The key ${accessKey} is not welcome` };
    for (const fault of [
      { kind: "status" as const, status: 500, body: echo },
      { kind: "status" as const, status: 401, body: echo, headers: { "x-request-id": accessKey } },
      { kind: "redirect" as const, location: `http://127.0.0.1:9/?key=${accessKey}` },
      { kind: "contentType" as const, contentType: `text/${accessKey}`, body: accessKey },
      { kind: "cutShort" as const },
    ]) {
      emulator.setFaults([{ fault }]);
      assert.equal(await operate("refresh"), 1);
    }
    emulator.setFaults([]);
  });

  it("are in no report of drift, whatever its format, nor in what access logs print", async function () {
    this.timeout(300_000);
    emulator.storageZones.change(1, { Region: "NY" });
    emulator.pullZones.change(3, { Enabled: false, ZoneSecurityKey: `${canaries.ZoneSecurityKey}-changed` });
    const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: accessKey, CDN_ACCESS_KEY_OWN: accessKey };
    const state = stateFile();
    const reports = ["text", "json", "markdown", "junit", "html", "github"].flatMap((format) => [
      "--report",
      `${format}=report.${format}`,
    ]);
    const drift = await run([...command, "drift", "--state", state, "--unmanaged", "--volatile", ...reports], env);
    assert.match(drift, /secrets\/secrets: drift/);
    assert.equal(readdirSync(folder).filter((name) => name.startsWith("report.")).length, 6);
    for (const format of ["table", "json", "ndjson", "csv"]) {
      const logs = await run([...command, "logs", "3", "--format", format], env);
      assert.match(logs, /200/, logs);
    }
    await run([...command, "logs", "3", "--summary"], env);
    await run([...command, "import", "standing"], env);
    emulator.setAccessKey("another");
    await run([...command, "logs", "3"], env);
    await run([...command, "drift", "--state", state], env);
    emulator.setAccessKey(accessKey);
  });

  it("leave no trace: no byte printed or written, no argument, no environment but where the program needs it", () => {
    const files = filesIn(folder);
    let bytes = printed.reduce((sum, text) => sum + text.length, 0);
    for (const text of printed) assert.deepEqual(leaksIn(text), [], text);
    for (const file of files) {
      const content = readFileSync(file, "latin1");
      bytes += content.length;
      assert.deepEqual(leaksIn(content), [], file);
    }
    assert.deepEqual(leaksIn(JSON.stringify(emulator.journal)), [], "the journal");
    const processes = watch.seen();
    for (const { args, environment } of processes) {
      assert.deepEqual(leaksIn(args), [], args);
      // The engine hands a program its configuration so, as the CLI does; the commands are told the key by a variable.
      const isGiven = args.includes("cmd/run") || args.includes("dist/cli/main.js");
      if (!isGiven) assert.deepEqual(leaksIn(environment), [], args);
    }
    const providers = processes.filter(({ args }) => args.includes("dynamic-provider"));
    assert.ok(providers.length > 0, "the provider's process was seen");
    say(
      `${String(bytes)} bytes in ${String(files.length)} files and ${String(printed.length)} outputs, ${String(processes.length)} processes: no canary`,
    );
  });

  it("would be found: a search for what does stand there finds it", () => {
    assert.deepEqual(leaksIn(`x${Buffer.from(`ab${canaries.Password}c`).toString("base64")}`), ["Password"]);
    assert.ok(printed.some((text) => text.includes("standing") || text.includes("made")));
  });
});
