import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cliEngine, hasCli } from "../e2e/support/cliEngine";
import type { EngineUnderTest, RunResult } from "../e2e/support/engineUnderTest";
import { localEngine } from "../e2e/support/localEngine";
import { openWorld, type World } from "../e2e/support/world";

/** Opens a world whose program can use the classes and the provider in `fixture/`. */
async function openThings(engine: EngineUnderTest, body: string): Promise<World> {
  const world = await openWorld(engine, program(body), {
    config: { "fixture:account": "me" },
    secretConfig: { "fixture:password": "hunter2" },
  });
  cpSync(path.join(__dirname, "fixture"), world.projectDir, { recursive: true });
  return world;
}

const program = (body: string): string => `const { Thing, Box } = require("./things.js");\n${body}`;

/** The provider's objects by name. */
function objectsOf({ projectDir }: World): Record<string, { file: string; object: Record<string, unknown> }> {
  const files = readdirSync(projectDir).filter((file) => file.endsWith(".object.json"));
  return Object.fromEntries(
    files.map((name) => {
      const file = path.join(projectDir, name);
      const object = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
      return [String(object["name"]), { file, object }];
    }),
  );
}

/** Changes an object outside of Pulumi. */
function change(world: World, name: string, properties: Record<string, unknown>): void {
  const { file = "", object } = objectsOf(world)[name] ?? {};
  writeFileSync(file, JSON.stringify({ ...object, ...properties }));
}

describe("The local engine", () => {
  let world: World;
  afterEach(() => world.close());

  it("records created resources and starts no more when another fails", async () => {
    world = await openThings(
      localEngine,
      `const slow = new Thing("slow", { slow: 500 });
       const bad = new Thing("bad", { failCreate: true });
       new Thing("after", { from: bad.token });`,
    );
    const up = await world.stack.up();
    assert.equal(up.exitCode, 1);
    assert.match(up.text, /Thing \(bad\): error: bad is refused/);
    assert.deepEqual(Object.keys(objectsOf(world)), ["slow"]);
    const { deployment } = await world.stack.exportState();
    assert.deepEqual(
      deployment.resources?.filter(({ type }) => type.endsWith("Thing")).map(({ urn }) => urn),
      ["urn:pulumi:e2e::e2e::pulumi-nodejs:dynamic/test:Thing::slow"],
    );
  });

  it("deletes nothing if the program fails, and keeps a resource whose deletion fails", async () => {
    world = await openThings(localEngine, `new Thing("a"); new Thing("b", { failDelete: true });`);
    assert.equal((await world.stack.up()).exitCode, 0);
    world.program(program(`new Thing("a"); pulumi.log.error("the program is broken");`));
    const failed = await world.stack.up();
    assert.deepEqual([failed.exitCode, Object.keys(objectsOf(world)).sort()], [1, ["a", "b"]]);
    assert.match(failed.text, /the program is broken/);
    world.program(program(`new Thing("a");`));
    assert.equal((await world.stack.up()).exitCode, 1);
    assert.match(JSON.stringify(await world.stack.exportState()), /Thing::b/);
  });

  it("refuses the option import", async () => {
    world = await openThings(localEngine, `new Thing("a", {}, { import: "a-1" });`);
    assert.match(
      (await world.stack.up()).text,
      /The local engine does not support the option import; the Pulumi CLI does/,
    );
  });
});

const withCli = hasCli() ? describe : describe.skip;

withCli("The local engine and the Pulumi CLI", () => {
  it("take the same steps, with the same counts and exit codes", async () => {
    const [local, cli] = [await story(localEngine), await story(cliEngine)];
    for (const [name, run] of local) assert.deepEqual(run, cli.get(name), name);
  }).timeout(600_000);

  const first = `
    const password = new pulumi.Config("fixture").requireSecret("password");
    const a = new Thing("a", { region: "eu", tags: ["x"], password, mint: true }, { additionalSecretOutputs: ["token"] });
    const b = new Thing("b", { from: a.token });
    const box = new Box("box", { size: 1, inside: a.id });
    new Thing("c", {}, { parent: box, protect: true });
    const other = new pulumi.ProviderResource("pulumi-nodejs", "other", { "fixture:account": pulumi.secret("second") });
    const d = new Thing("d", { exclusive: true, region: "eu" }, { provider: other, dependsOn: [b] });
    new Thing("kept", { size: 1 }, { ignoreChanges: ["size"] });
    new Thing("forced", { size: 1 }, { replaceOnChanges: ["size"] });
    return { id: a.id, token: a.token };`;
  const second = `
    const password = new pulumi.Config("fixture").requireSecret("password");
    const a = new Thing("a", { region: "us", tags: ["x", "y"], password });
    const b = new Thing("b", { from: a.token, note: { deep: [1] } });
    const d = new Thing("d", { exclusive: true, region: "us" });
    new Thing("kept", { size: 2 }, { ignoreChanges: ["size"] });
    new Thing("forced", { size: 2 }, { replaceOnChanges: ["size"] });
    const all = { dependsOn: [a, b, d] };
    `;

  async function story(engine: EngineUnderTest): Promise<Map<string, object>> {
    const world = await openThings(engine, first);
    const { stack } = world;
    const runs = new Map<string, object>();
    const note = (name: string, run: RunResult): void => void runs.set(name, comparable(run));
    try {
      note("first preview", await stack.preview());
      note("first up", await stack.up());
      note("preview without changes", await stack.preview({ expectNoChanges: true }));
      change(world, "a", { tags: [], region: "asia" });
      rmSync(objectsOf(world)["b"]?.file ?? "");
      note("refresh preview", await stack.refresh({ previewOnly: true, expectNoChanges: true }));
      note("preview with refresh", await stack.preview({ refresh: true }));
      note("refresh", await stack.refresh());
      const unprotected = `const box = new Box("box", { size: 1, inside: a.id }); new Thing("c", {}, { parent: box });`;
      world.program(program(second + unprotected));
      note("preview of the change", await stack.preview({ expectNoChanges: true }));
      note("change", await stack.up());
      world.program(program(`${second} new Thing("bad", { failCreate: true }, all);`));
      note("failed create", await stack.up());
      world.program(program(`${second} new Thing("half", { partial: true }, all);`));
      note("partial create", await stack.up());
      note("update after the partial create", await stack.up());
      note("destroy", await stack.destroy());
      assert.deepEqual(objectsOf(world), {});
    } finally {
      await world.close();
    }
    return runs;
  }
});

/** The parts of a run that both engines report alike; independent steps come in any order. */
function comparable({ exitCode, steps, summary }: RunResult): object {
  const told = steps.map(({ op, name, detailedDiff, failed }) => ({ op, name, detailedDiff, failed }));
  told.sort((left, right) => `${left.name} ${left.op}`.localeCompare(`${right.name} ${right.op}`));
  return { exitCode, summary, steps: told };
}
