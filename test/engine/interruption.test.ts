import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StackLockedError } from "../../engine";
import { errorsOf, Fixture, nameOf, recorded, stepOf, type Declared } from "./fixture";

describe("local engine: interruptions", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
  });
  afterEach(() => fixture.close());

  const resources: Declared[] = [
    { name: "quick", inputs: { name: "quick" } },
    { name: "slow", inputs: { name: "slow", slow: 2_000 } },
    { name: "next", inputs: { name: "next", from: { ref: "slow.token" } } },
  ];

  function command(operation: string, ...more: string[]): ChildProcess {
    const root = path.join(__dirname, "../..");
    const script = ["-r", "ts-node/register/transpile-only", path.join(root, "engine/command.ts")];
    const where = ["--cwd", path.join(__dirname, "fixtures/program"), "--stack", "test", "--state", fixture.stateDir];
    const env = { ...process.env, ...fixture.env({ resources }), PULUMI_CONFIG_PASSPHRASE: "correct horse" };
    return spawn(process.execPath, [...script, operation, ...where, ...more], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async function untilCreating(): Promise<void> {
    const journal = path.join(fixture.folder, "journal");
    for (let waited = 0; waited < 200; waited++) {
      if (existsSync(journal) && (await readFile(journal, "utf8")).includes('"call":"create","account":"nobody"')) {
        const text = await readFile(journal, "utf8");
        if (/"create"[^\n]*"slow"/.test(text) && /"created"[^\n]*"quick"/.test(text)) return;
      }
      await sleep(50);
    }
    throw new Error("the slow resource was not begun");
  }

  it("by SIGKILL leave the state with what was done and what was under way, and no process behind", async () => {
    const child = command("up");
    await untilCreating();
    // The write of the quick one's state follows its creation.
    await sleep(200);
    child.kill("SIGKILL");
    await once(child, "exit");
    const { deployment } = await fixture.stack().exportState();
    const under = (deployment.pending_operations ?? []).map(({ type, resource }) => `${type} ${nameOf(resource.urn)}`);
    assert.deepEqual(under, ["creating slow"]);
    assert.notEqual(await recorded(fixture, "quick"), undefined);
    await sleep(2_200);
    assert.equal((await fixture.objects())["slow"], undefined, "the provider has ended with its engine");

    const up = await fixture.up([resources[0] as Declared]);
    assert.equal(up.exitCode, 0);
    const warnings = up.diagnostics.filter(({ severity }) => severity === "warning").map(({ message }) => message);
    assert.match(
      warnings.join(),
      /with 1 pending operations from previous deployment\.\n {2}\* .*::slow, interrupted while creating/,
    );
    // A creation stays on record until somebody has looked.
    assert.equal((await fixture.stack().exportState()).deployment.pending_operations?.length, 1);
    await fixture.stack().refresh({ clearPendingCreates: true });
    assert.equal((await fixture.stack().exportState()).deployment.pending_operations, undefined);
  });

  it("by SIGINT let what runs come to its end, and start nothing more", async () => {
    const child = command("up");
    let text = "";
    child.stdout?.on("data", (data: Buffer) => (text += data.toString()));
    await untilCreating();
    child.kill("SIGINT");
    const [code] = (await once(child, "exit")) as [number];
    assert.equal(code, 1);
    assert.match(text, /stand-in for the Pulumi CLI/);
    assert.match(text, /error: update canceled/);
    assert.deepEqual(Object.keys(await fixture.objects()).sort(), ["quick", "slow"]);
    assert.notEqual(await recorded(fixture, "slow"), undefined);
    assert.equal((await fixture.stack().exportState()).deployment.pending_operations, undefined);
  });

  it("by an abort signal do the same", async () => {
    const stop = new AbortController();
    const running = fixture.stack({ resources }).up({ signal: stop.signal });
    await untilCreating();
    stop.abort();
    const up = await running;
    assert.equal(up.exitCode, 1);
    assert.deepEqual(errorsOf(up), ["update canceled"]);
    assert.equal(stepOf(up, "slow").failed, undefined);
    assert.deepEqual(Object.keys(await fixture.objects()).sort(), ["quick", "slow"]);
  });

  it("cannot come from a second run: a stack has one at a time", async () => {
    const first = fixture.stack({ resources }).up();
    await untilCreating();
    await assert.rejects(fixture.stack({ resources }).up(), StackLockedError);
    assert.equal((await fixture.stack({ resources }).preview()).exitCode, 0, "a preview changes nothing, and may");
    assert.equal((await first).exitCode, 0);
  });

  it("leave a lock that the next run takes over", async () => {
    await fixture.up([]);
    const gone = spawn(process.execPath, ["-e", ""]);
    await once(gone, "exit");
    const holder = JSON.stringify({ pid: gone.pid, host: (await import("node:os")).hostname(), since: "long ago" });
    await writeFile(`${fixture.stateFile}.lock`, holder);
    assert.equal((await fixture.up([])).exitCode, 0);
    assert.equal(existsSync(`${fixture.stateFile}.lock`), false);
  });
});
