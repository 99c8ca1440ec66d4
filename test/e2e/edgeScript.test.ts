import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { detectDrift } from "../../drift";
import type { EdgeScript } from "../../emulator";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { forEachEngineAndKind, forEachKindOnTheCli } from "./support/engines";
import { addPlugin, openWorld, succeeded, useDynamicResources, type World, type WorldOptions } from "./support/world";

const canary = "CANARY-token";
const script = (args: string, { name = "acme-hello", type = "standalone", options = "{}" } = {}): string =>
  `const hello = new cdn.EdgeScript("hello", { name: "${name}", type: "${type}", ${args} }, ${options});\n`;
const source = `source: "./hello.js"`;
const environment = `variables: { GREETING: "hello" }, secrets: { TOKEN: pulumi.secret("${canary}") }`;
const web = `const web = new cdn.PullZone("web", { name: "acme-hello", edgeScriptId: hello.edgeScriptId });\n`;
const outputs =
  "return { id: hello.edgeScriptId, live: hello.liveSha256, release: hello.release, host: hello.defaultHostname, key: hello.deploymentKey };";
const site = script(`${source}, ${environment}`) + web + outputs;
const storageZones = [{ Id: 1, Name: "assets", Region: "DE" }];

/** Kills a process and all that it has started, as the end of a CI job does. A provider that goes on alone would send the rest. */
function killTree(pid: number): void {
  const processes = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const parents = new Map(processes.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
  const isIn = (one: number): boolean => one === pid || (parents.has(one) && isIn(parents.get(one) ?? 0));
  for (const one of [...parents.keys()].filter(isIn)) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

describe("A declared edge script", () => {
  let world: World;

  afterEach(() => world.close());

  const write = (code: string): void => writeFileSync(path.join(world.projectDir, "hello.js"), code);
  const open = async (engine: EngineUnderTest, program: string, options: WorldOptions = {}): Promise<void> => {
    world = await openWorld(engine, program, { seed: { storageZones }, ...options });
    write("one");
  };
  const scripts = (): EdgeScript[] => world.emulator.edgeScripts.list();
  const live = (one = scripts()[0]) => one?.Releases?.find(({ Status }) => Status === 1)?.Code;
  /** The requests that change something since the last call. */
  const writes = (): string[] => {
    const all = world.emulator.journal.flatMap(({ method, path: of }) => (method === "GET" ? [] : [`${method} ${of}`]));
    world.emulator.clearJournal();
    return all.map((one) => one.replace(/\d+/g, "N"));
  };
  const visit = (): unknown => {
    const [zone] = world.emulator.pullZones.list();
    const { status, body } = world.emulator.visit(zone?.Id ?? 0, "/");
    return status === 200 ? (JSON.parse(String(body)) as Record<string, unknown>)["Code"] : status;
  };
  const isClean = async (): Promise<void> => {
    succeeded(await world.stack.preview({ expectNoChanges: true }));
    succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
  };
  const drifted = async (): Promise<string[]> => {
    const { stacks } = await detectDrift({
      states: [{ state: await world.stack.exportState() }],
      env: { CDN_ACCESS_KEY: world.emulator.accessKey },
    });
    assert.doesNotMatch(JSON.stringify(stacks), new RegExp(`${canary}|${scripts()[0]?.DeploymentKey ?? "?"}`));
    return stacks.flatMap(({ resources }) =>
      resources.flatMap(({ differences }) =>
        differences.filter((one) => one.class === "declared").map(({ property }) => property),
      ),
    );
  };
  const ops = ({ steps }: { steps: readonly { name: string; op: string }[] }) =>
    Object.fromEntries(steps.filter(({ name }) => name !== "e2e-e2e").map(({ name, op }) => [name, op]));

  forEachEngineAndKind((engine) => {
    it("is a site with a pull zone; one changed line is one publication, and drift is put right", async () => {
      await open(engine, site);
      succeeded(await world.stack.up());
      assert.deepEqual(writes().slice(0, 6), [
        "POST /compute/script",
        "PUT /compute/script/N/variables",
        "PUT /compute/script/N/secrets",
        "POST /compute/script/N/code",
        "POST /compute/script/N/publish",
        "POST /pullzone",
      ]);
      assert.deepEqual([visit(), world.emulator.pullZones.list()[0]?.OriginType], ["one", 4]);
      await isClean();
      assert.deepEqual(await drifted(), []);
      succeeded(await world.stack.refresh({ expectNoChanges: true }));
      const text = JSON.stringify(await world.stack.exportState());
      assert.doesNotMatch(text, new RegExp(`${canary}|${scripts()[0]?.DeploymentKey ?? "?"}`));

      writes();
      write("two");
      const preview = succeeded(await world.stack.preview());
      assert.deepEqual(ops(preview), { hello: "update", web: "same" });
      const changed = preview.steps.find(({ name }) => name === "hello");
      assert.deepEqual(Object.keys(changed?.detailedDiff ?? {}), ["codeSha256"]);
      assert.deepEqual(writes(), []);
      assert.deepEqual(ops(succeeded(await world.stack.up())), { hello: "update", web: "same" });
      assert.deepEqual([writes(), visit()], [["POST /compute/script/N/code", "POST /compute/script/N/publish"], "two"]);

      // A rollback, a secret and a variable in the dashboard.
      const [one] = scripts();
      const [first, second] = one?.Releases ?? [];
      assert.ok(one && first && second);
      world.emulator.edgeScripts.change(one.Id, {
        CurrentReleaseId: first.Id,
        Releases: [
          { ...first, Status: 1 },
          { ...second, Status: 0 },
        ],
        EdgeScriptVariables: [],
        Secrets: (one.Secrets ?? []).map((secret) => ({ ...secret, LastModified: "2027-01-01T00:00:00.0000001" })),
      });
      assert.deepEqual((await drifted()).sort(), ["codeSha256", 'secrets["TOKEN"]', "variables"]);
      const found = await world.stack.preview({ refresh: true, expectNoChanges: true, diff: true });
      assert.notEqual(found.exitCode, 0);
      assert.doesNotMatch(found.text, new RegExp(canary));
      assert.deepEqual(writes(), []);
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(writes(), [
        "PUT /compute/script/N/variables",
        "PUT /compute/script/N/secrets",
        "POST /compute/script/N/publish",
      ]);
      assert.equal(visit(), "two");
      await isClean();
      assert.deepEqual(await drifted(), []);

      succeeded(await world.stack.destroy());
      assert.deepEqual([scripts(), world.emulator.pullZones.list()], [[], []]);
    });
  });

  forEachKindOnTheCli((engine) => {
    it("shows nothing else as changed in the preview of a changed line, not even what uses its hostname and its key", async () => {
      const users = `new cdn.DnsRecord("record", { dnsZoneId: new cdn.DnsZone("zone", { domain: "acme.example" }).dnsZoneId, name: "api", type: "CNAME",
        value: hello.defaultHostname.apply((host) => String(host).replace(/^https:[/][/]/, "")) });
        new cdn.EdgeScript("pipeline", { name: "acme-pipeline", type: "standalone", code: "x", secrets: { KEY: hello.deploymentKey } });\n`;
      await open(engine, script(`${source}, ${environment}`) + web + users + outputs);
      succeeded(await world.stack.up());
      const others = { web: "same", zone: "same", record: "same", pipeline: "same" };
      write("two");
      const preview = succeeded(await world.stack.preview({ diff: true }));
      assert.deepEqual(ops(preview), { hello: "update", ...others });
      assert.doesNotMatch(preview.text, new RegExp(scripts()[0]?.DeploymentKey ?? "?"));
      // Where the service does not answer, the preview can't know them.
      world.emulator.setFaults([{ method: "GET", path: "/compute/script/*", fault: { kind: "status", status: 401 } }]);
      assert.equal(ops(succeeded(await world.stack.preview()))["web"], "same");
      world.emulator.setFaults([]);
      assert.deepEqual(ops(succeeded(await world.stack.up())), { hello: "update", ...others });
    });
  });

  // Without the CLI, test/lifecycle/edgeScript.test.ts holds what follows from a failure, a publication that is not wanted, and a link.
  forEachKindOnTheCli((engine) => {
    it("that fails half-way is finished by the next up, also after a refresh, and a lost creation makes one", async () => {
      await open(engine, site, {
        faults: [
          { method: "POST", path: "/compute/script", times: 1, fault: { kind: "reset", when: "after" } },
          { method: "PUT", path: "/compute/script/*/secrets", fault: { kind: "status", status: 400 } },
        ],
      });
      assert.notEqual((await world.stack.up()).exitCode, 0);
      assert.equal(scripts().length, 1);
      world.emulator.setFaults([
        { method: "POST", path: "/compute/script/*/publish", fault: { kind: "status", status: 400 } },
      ]);
      const unpublished = await world.stack.up();
      assert.notEqual(unpublished.exitCode, 0);
      assert.deepEqual([scripts()[0]?.Code, live()], ["one", undefined]);
      world.emulator.setFaults([]);
      // Saved, but not published: the preview shows it.
      assert.equal(ops(succeeded(await world.stack.preview()))["hello"], "update");
      succeeded(await world.stack.refresh());
      assert.equal(ops(succeeded(await world.stack.preview()))["hello"], "update");
      writes();
      succeeded(await world.stack.up());
      assert.deepEqual(writes().slice(0, 1), ["POST /compute/script/N/publish"]);
      assert.deepEqual([visit(), scripts().length, scripts()[0]?.Releases?.length], ["one", 1, 1]);
      await isClean();

      // A failed update that is reverted sends nothing.
      world.emulator.setFaults([
        { method: "POST", path: "/compute/script/*/publish", fault: { kind: "status", status: 400 } },
      ]);
      write("two");
      assert.notEqual((await world.stack.up()).exitCode, 0);
      world.emulator.setFaults([]);
      write("one");
      writes();
      succeeded(await world.stack.up());
      assert.deepEqual([writes(), visit(), scripts()[0]?.Code], [[], "one", "two"]);
      await isClean();
    });

    it("can declare its code as text, save it without a publication, and stays while somebody else's pull zone names it", async () => {
      await open(engine, script(`code: "one", publish: false`) + outputs);
      succeeded(await world.stack.up());
      assert.deepEqual([scripts()[0]?.Code, live()], ["one", undefined]);
      await isClean();
      world.program(script(`code: "two"`) + outputs);
      succeeded(await world.stack.up());
      assert.equal(live(), "two");
      // Its text comes with a refresh that finds another variable.
      const state = JSON.stringify((await world.stack.exportState()).deployment?.resources ?? []);
      assert.equal(state.split('"two"').length, 2);
      writes();
      world.program(script(`code: "three", publish: false, note: "later"`) + outputs);
      succeeded(await world.stack.up());
      assert.deepEqual([writes(), live(), scripts()[0]?.Code], [["POST /compute/script/N/code"], "two", "three"]);
      await isClean();
      const { Id } = world.emulator.pullZones.add({
        ...{ Name: "theirs", OriginType: 4, EdgeScriptId: scripts()[0]?.Id ?? 0 },
      });
      const refused = await world.stack.destroy();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /was not deleted: it is in use by pull zone "theirs"/);
      world.program(script(`code: "three"`, { type: "middleware" }) + outputs);
      const replaced = await world.stack.preview();
      assert.notEqual(replaced.exitCode, 0);
      assert.match(replaced.text, /another name/);
      world.emulator.pullZones.delete(Id);
      succeeded(await world.stack.up());
      assert.deepEqual(
        scripts().map(({ Name, ScriptType }) => [Name, ScriptType]),
        [["acme-hello", 2]],
      );
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual(scripts(), []);
    });
  });

  forEachKindOnTheCli((engine) => {
    it("is adopted, renamed, imported and moved to the other kind of resources, without a publication", async () => {
      const seed = { Id: 7, Name: "acme-hello", ScriptType: 1, Code: "one", Releases: [{ Code: "one" }] };
      const pullZone = { Id: 5, Name: "acme-hello", OriginType: 4, EdgeScriptId: 7 };
      await open(engine, site, { seed: { storageZones, edgeScripts: [seed], pullZones: [pullZone] } });
      const refused = await world.stack.up();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /exists in this account with id 7\. There are these ways:\s+- To adopt it/);
      const program = (options = "{}", more = "", name = "acme-hello"): string =>
        script(`${source}, ${environment}${more}`, { options, name }) + outputs;
      world.program(program(`{ import: "7" }`));
      // The import of the plugin declares what is live first, and the next run applies the rest.
      if (engine.resources === "native") world.program(script(`code: "one"`, { options: `{ import: "7" }` }) + outputs);
      succeeded(await world.stack.up());
      world.program(program());
      succeeded(await world.stack.up());
      assert.equal(live(), "one");
      assert.ok(!writes().some((one) => one.includes("code") || one.includes("publish")));
      await isClean();
      world.program(program("{}", "", "acme-bye"));
      succeeded(await world.stack.up());
      assert.deepEqual([writes(), scripts()[0]?.Name], [["POST /compute/script/N"], "acme-bye"]);
      // With another name, a script of another type is made first.
      world.emulator.pullZones.delete(5);
      world.program(script(source, { name: "acme-ahead", type: "middleware" }) + outputs);
      const before = scripts()[0]?.Id;
      succeeded(await world.stack.up());
      assert.deepEqual(
        scripts().map(({ Name, ScriptType, Id }) => [Name, ScriptType, Id === before]),
        [["acme-ahead", 2, false]],
      );
      assert.equal(writes().at(-1), "DELETE /compute/script/N");
      const other = script(source, { name: "acme-ahead", type: "middleware" }) + outputs;
      if (engine.resources === "native") useDynamicResources(world, other);
      else addPlugin(world, other);
      succeeded(await world.stack.up());
      assert.deepEqual(writes(), []);
      await isClean();
    });

    it("that is killed at any step is finished by the next up, once it is adopted", async function () {
      this.timeout(400_000);
      await open(engine, site);
      for (const [step, code] of [
        ["PUT", "one"],
        ["POST code", "two"],
        ["POST publish", "three"],
      ] as const) {
        write(code);
        const [method = "", of = "variables"] = step.split(" ");
        world.emulator.setFaults([{ method, path: `/compute/script/*/${of}`, fault: { kind: "hang" } }]);
        world.emulator.clearJournal();
        const running = world.stack.start("up", "--yes", "--skip-preview");
        const ended = once(running, "exit");
        while (!world.emulator.journal.some((one) => one.method === method && one.path.endsWith(of))) await sleep(20);
        killTree(Number(running.pid));
        await ended;
        world.emulator.setFaults([]);
        await world.stack.command("cancel", "--yes");
        await world.stack.script(
          `f="\${PULUMI_BACKEND_URL#file://}/.pulumi/stacks/e2e/e2e.json"; test -s "$f" || cp "$f.bak" "$f"`,
        );
        const next = await world.stack.up();
        if (next.exitCode !== 0) {
          assert.match(next.text, /adopt: true/);
          world.program(script(`${source}, ${environment}, adopt: true`) + web + outputs);
          succeeded(await world.stack.up());
        }
        assert.deepEqual([visit(), scripts().length], [code, 1]);
      }
      await isClean();
    });

    it("by --target goes alone; of 30 each is there once and live with the declared code, although every tenth request fails", async function () {
      this.timeout(400_000);
      const names = Array.from({ length: 30 }, (_, index) => `acme-${String(index)}`);
      const one = (name: string, code: string): string =>
        `new cdn.EdgeScript("${name}", { name: "${name}", type: "standalone", code: "${code} ${name}", variables: { A: "1" }, secrets: { B: "${canary}" }, adopt: true });\n`;
      const program = (code: string): string => names.map((name) => one(name, code)).join("");
      await open(engine, program("first"), {
        faults: [
          { probability: 0.05, fault: { kind: "reset", when: "after" } },
          { probability: 0.05, fault: { kind: "status", status: 500, applied: true } },
        ],
      });
      for (let run = 1; (await world.stack.up()).exitCode !== 0; run++) assert.ok(run < 5);
      const state = (): unknown[] =>
        scripts()
          .map((found) => [found.Name, live(found), found.EdgeScriptVariables?.length, found.Secrets?.[0]?.Secret])
          .sort();
      const expected = (code: (name: string) => string): unknown[] =>
        names.map((name) => [name, `${code(name)} ${name}`, 1, canary]).sort();
      assert.deepEqual(
        state(),
        expected(() => "first"),
      );
      world.emulator.setFaults([]);
      await isClean();
      world.program(program("second"));
      succeeded(await world.stack.command("up", "--yes", "--skip-preview", "--target", "**acme-7"));
      assert.deepEqual(
        state(),
        expected((name) => (name === "acme-7" ? "second" : "first")),
      );
    });
  });
});
