import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { EdgeScript } from "../../emulator";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { forEachEngineAndKind } from "./support/engines";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const script = (args: string, options = "{}", name = "acme-hello"): string =>
  `const hello = new cdn.EdgeScript("hello", { name: "${name}", type: "standalone", ${args} }, ${options});\n`;
const outputs =
  "return { id: hello.edgeScriptId, code: hello.codeSha256, live: hello.liveSha256, release: hello.release, host: hello.defaultHostname, key: hello.deploymentKey };";
const storageZones = [{ Id: 1, Name: "assets", Region: "DE" }];

describe("A declared edge script", () => {
  let world: World;

  afterEach(() => world.close());

  const open = async (engine: EngineUnderTest, program: string, options: WorldOptions = {}): Promise<void> => {
    world = await openWorld(engine, program, { seed: { storageZones }, ...options });
    succeeded(await world.stack.up());
  };
  const scripts = (): EdgeScript[] => world.emulator.edgeScripts.list();
  const live = (one = scripts()[0]) => one?.Releases?.find(({ Status }) => Status === 1)?.Code;
  const writes = (): string[] =>
    world.emulator.journal.flatMap(({ method, path: of }) => (method === "GET" ? [] : [`${method} ${of}`]));

  forEachEngineAndKind((engine) => {
    it("is created with its variables and secrets before its code, published once, and clean afterwards", async () => {
      const program =
        script(`code: "one", variables: { GREETING: "hello" }, secrets: { TOKEN: "s3cr3t-token" }`) + outputs;
      await open(engine, program);
      const [{ Id = 0, EdgeScriptVariables } = {}] = scripts();
      assert.deepEqual(
        writes().map((one) => one.replace(String(Id), "ID")),
        [
          "POST /compute/script",
          "PUT /compute/script/ID/variables",
          "PUT /compute/script/ID/secrets",
          "POST /compute/script/ID/code",
          "POST /compute/script/ID/publish",
        ],
      );
      assert.deepEqual(
        EdgeScriptVariables?.map(({ Name, DefaultValue }) => [Name, DefaultValue]),
        [["GREETING", "hello"]],
      );
      assert.equal(live(), "one");
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      succeeded(await world.stack.refresh({ expectNoChanges: true }));
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      writeFileSync(path.join(world.projectDir, "hello.js"), "two");
      world.program(script(`source: "./hello.js", variables: { GREETING: "hi" }`) + outputs);
      succeeded(await world.stack.up());
      assert.equal(live(), "two");
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual(scripts(), []);
    });
  });
});
