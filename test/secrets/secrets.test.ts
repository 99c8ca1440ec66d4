import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { localEngine } from "../e2e/support/localEngine";
import { openWorld, type World } from "../e2e/support/world";
import { accessKey, canaries, echoes, leaksIn, plantedProgram, plantedService } from "./canaries";
import { watchProcesses } from "./watch";

const command = path.join(__dirname, "..", "..", "dist", "cli", "main.js");

// The tests share one stack; the last one searches what the others printed and wrote.
describe("Secrets", () => {
  let world: World;
  let temporary: string;
  let watch: ReturnType<typeof watchProcesses>;
  const printed: string[] = [];

  before(async function () {
    if (process.platform !== "linux") this.skip();
    temporary = mkdtempSync(path.join(tmpdir(), "secrets-"));
    const env = { CDN_MAX_RETRIES: "0", CDN_MAX_RETRIES_OWN: "0", TMPDIR: temporary };
    world = await openWorld(localEngine, plantedProgram, { ...plantedService(), env });
    watch = watchProcesses();
  });
  after(async () => {
    watch.stop();
    await world.close();
    rmSync(temporary, { recursive: true, force: true });
  });

  async function operate(operation: "preview" | "up" | "refresh"): Promise<number> {
    const { exitCode, text } = await world.stack[operation]();
    printed.push(text);
    writeFileSync(path.join(world.projectDir, "state.json"), JSON.stringify(await world.stack.exportState()));
    return exitCode;
  }

  async function run(...args: string[]): Promise<string> {
    const { url } = world.emulator;
    const env = { ...process.env, CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_ACCESS_KEY_OWN: accessKey };
    const child = spawn(process.execPath, [command, ...args], { cwd: world.projectDir, env });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => (text += data.toString("latin1")));
    }
    await once(child, "close");
    printed.push(text);
    return text;
  }

  it("are echoed by a service that refuses what is declared", async () => {
    // A run may stop at the first failure. What was refused once is accepted then, so that another one is refused.
    let left = echoes;
    while (left.length > 0) {
      world.emulator.setFaults(left);
      assert.equal(await operate("up"), 1);
      const refused = [
        ...(printed.at(-1)?.matchAll(/\((?:POST|PUT) (\S+)\) failed with 400: Refused: \[secret\]/g) ?? []),
      ];
      const paths = new Set(refused.map(([, path]) => path?.replace(/\d+/, "*")));
      assert.notEqual(paths.size, 0, printed.at(-1));
      left = left.filter(({ path }) => !paths.has(String(path)));
    }
    world.emulator.setFaults([]);
  });

  it("are used by preview, up and refresh, and echoed by the service's errors", async () => {
    for (const operation of ["preview", "up", "refresh"] as const) {
      assert.equal(await operate(operation), 0, printed.at(-1));
    }
    const echo = { ErrorKey: accessKey, Field: accessKey, Message: `The key ${accessKey} is not welcome` };
    const headers = { "x-request-id": accessKey };
    world.emulator.setFaults([
      { path: "/storagezone/*", fault: { kind: "status", status: 401, body: echo, headers } },
      { path: "/pullzone/*", fault: { kind: "contentType", contentType: `text/${accessKey}`, body: accessKey } },
    ]);
    assert.equal(await operate("refresh"), 1);
    world.emulator.setFaults([]);
  });

  it("are arguments that a preview refuses", async () => {
    const planted = `["PLANTED", "CertificateKey", "7c1f09"].join("-")`;
    const hostname = `{ pullZoneId: 3, hostname: "www.acme.example", certificate: "", certificateKey: ${planted} }`;
    world.program(`new cdn.PullZoneHostname("host", ${hostname});`);
    assert.equal(await operate("preview"), 1);
    assert.match(printed.at(-1) ?? "", /certificateKey must be PEM/);
    world.program(plantedProgram);
  });

  it("are used by drift in every report format, by logs and import, also with a refused key", async () => {
    const { storageZones, pullZones, edgeScripts } = world.emulator;
    storageZones.change(1, { Region: "NY" });
    pullZones.change(3, { Enabled: false, ZoneSecurityKey: `${canaries.ZoneSecurityKey}-changed` });
    const site = pullZones.named("site")?.Id ?? 0;
    pullZones.change(site, { CloudSigningKey: `${canaries.CloudSigningKey}-changed`, LogForwardingToken: "" });
    const script = edgeScripts.named("script");
    edgeScripts.change(Number(script?.Id), { DeploymentKey: `${canaries.DeploymentKey}-changed` });
    const written = { Secret: `${canaries.ScriptSecret}-changed`, LastModified: "2031-01-01T00:00:00Z" };
    edgeScripts.change(Number(script?.Id), { Secrets: script?.Secrets?.map((one) => ({ ...one, ...written })) ?? [] });
    const [first, second, rule] = pullZones.get(3)?.EdgeRules ?? [];
    assert.ok(first !== undefined && second !== undefined && rule?.ActionParameter2 === canaries.ActionParameter2);
    const changed = { ...rule, ActionParameter2: `${canaries.ActionParameter2}-changed` };
    pullZones.change(3, { EdgeRules: [first, second, changed] });
    const formats = ["text", "json", "markdown", "junit", "html", "github"];
    const reports = formats.flatMap((format) => ["--report", `${format}=report.${format}`]);
    assert.match(
      await run("drift", "--state", "state.json", "--unmanaged", "--volatile", ...reports),
      /e2e\/e2e: drift/,
    );
    assert.equal(readdirSync(world.projectDir).filter((name) => name.startsWith("report.")).length, formats.length);
    for (const format of ["table", "json", "ndjson", "csv"]) {
      assert.match(await run("logs", "3", "--format", format), /200/);
    }
    await run("logs", "3", "--summary");
    assert.match(await run("import", "standing"), /standing/);
    const parts = ["PullZone:3", "PullZoneHostname:3", "PullZoneEdgeRule:3", `PullZone:${String(site)}`];
    assert.match(await run("import", ...parts), /www\.acme\.example/);
    for (const flags of [["--format", "json"], []]) assert.match(await run("zones", ...flags), /edge/);
    assert.match(await run("import", "EdgeScript:5", "--plugin"), /cdn:index:EdgeScript/);
    const all = await run("import", "--all", "--out", "imported.ts");
    assert.match(all, /import\.json/);
    printed.push(readFileSync(path.join(world.projectDir, "scripts", "edge.js"), "latin1"));
    rmSync(path.join(world.projectDir, "scripts"), { recursive: true });
    world.emulator.setAccessKey("another");
    await run("logs", "3");
    await run("drift", "--state", "state.json");
  });

  it("are not in anything printed or written, nor passed to a process that does not need them", () => {
    for (const text of printed) assert.deepEqual(leaksIn(text), [], text);
    const inProject = readdirSync(world.projectDir).filter((name) => name !== "node_modules");
    const ofProviders = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    assert.ok(ofProviders.some(({ parentPath }) => parentPath.includes("pulumi-cdn-zones-")));
    const files = [
      ...inProject.map((name) => path.join(world.projectDir, name)),
      ...ofProviders.map(({ parentPath, name }) => path.join(parentPath, name)),
    ];
    for (const file of files) assert.deepEqual(leaksIn(readFileSync(file, "latin1")), [], file);
    assert.deepEqual(leaksIn(JSON.stringify(world.emulator.journal)), [], "the journal");
    const processes = watch.seen();
    for (const { args, environment } of processes) {
      assert.deepEqual(leaksIn(args), [], args);
      // Like the CLI, the engine passes the configuration to a program in a variable; a command gets the key in one.
      const isGiven = args.includes("cmd/run") || args.includes("dist/cli/main.js");
      if (!isGiven) assert.deepEqual(leaksIn(environment), [], args);
    }
    assert.ok(processes.some(({ args }) => args.includes("dynamic-provider")));
  });

  it("would be found: the search recognizes base64, and the output was collected", () => {
    assert.deepEqual(leaksIn(`x${Buffer.from(`ab${canaries.Password}c`).toString("base64")}`), ["Password"]);
    assert.ok(printed.some((text) => text.includes("standing")));
  });
});
