import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { account } from "../fixtures/account";
import { forEachKindOnTheCli } from "./support/engines";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const root = path.join(__dirname, "..", "..");
const command = `node ${JSON.stringify(path.join(root, "dist", "cli", "main.js"))} import --all`;

describe("A whole account", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is taken over by one command: the first preview is clean, and nothing protected is deleted", async function () {
      const plugin = engine.resources === "native" ? " --plugin" : "";
      world = await openWorld(engine, "", { ...byVariables, seed: account });
      if (!engine.isAtLeast(254)) return this.skip();
      const read = (file: string): string => readFileSync(path.join(world.projectDir, file), "utf8");
      const useSdk = (file: string): void => {
        const sdk = path.join(root, "test", "e2e", "support", "nativeSdk.cjs");
        writeFileSync(path.join(world.projectDir, file), read(file).replace("pulumi-cdn-sdk", sdk));
      };
      const sent = (): string[] =>
        world.emulator.journal.flatMap(({ method, path: at }) => (method === "GET" ? [] : [at]));

      const wrote = await world.stack.script(`${command} --out imported.js${plugin}`);
      assert.equal(wrote.exitCode, 0, wrote.text);
      assert.match(
        wrote.text,
        /^Wrote imported.js with 28 resources, and import.json\.\n1\. Set the configuration:\n {2}pulumi config set cdn:extraRegions BR,SE\n2\. /m,
      );
      const importing = /^\d\. (pulumi import .*)$/m.exec(wrote.text)?.[1] ?? "";
      useSdk("imported.js");
      await world.stack.configure({ config: { "cdn:extraRegions": "BR,SE" } });
      const imported = await world.stack.script(`${importing} --skip-preview`);
      assert.equal(imported.exitCode, 0, imported.text);
      world.program('require("./imported");');
      const { steps } = succeeded(await world.stack.preview({ expectNoChanges: true, refresh: true }));
      assert.deepEqual(
        steps.filter(({ op }) => op !== "same" && op !== "refresh"),
        [],
      );
      assert.notEqual((await world.stack.destroy()).exitCode, 0);
      assert.deepEqual(sent(), []);

      // What is added outside from then on is printed by itself.
      const rules = world.emulator.pullZones.get(2001)?.EdgeRules ?? [];
      const added = { Guid: "new", OrderIndex: 3, Description: "By hand" };
      world.emulator.pullZones.change(2001, { EdgeRules: [...rules, { ...rules[0], ...added }] });
      const refused = await world.stack.script(`${command} --out more.js${plugin}`);
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /import\.json exists, so nothing was written/);
      rmSync(path.join(world.projectDir, "import.json"));
      const more = await world.stack.script(`${command} --out more.js${plugin}`);
      assert.match(more.text, /^Left out: 28 objects that are already in the state$/m);
      assert.match(more.text, /^Wrote more\.js with 1 resource, and import\.json\.\n1\. pulumi import /m);
      assert.match(
        read("more.js"),
        /new cdn\.PullZoneEdgeRule\(\n {2}"acme-assets-by-hand",\n {2}\{\n {4}pullZoneId: 2001, \/\/ acme-assets\n/,
      );

      succeeded(await world.stack.up());
      assert.deepEqual(sent(), []);
      const destroyed = await world.stack.destroy();
      // Their zones would come after them.
      for (const kind of ["PullZoneHostname", "PullZoneEdgeRule"]) {
        assert.match(destroyed.text, new RegExp(`:${kind}::\\S+" cannot be deleted\\s+because it is protected`));
      }
      assert.deepEqual([world.emulator.storageZones.list().length, world.emulator.pullZones.list().length], [4, 6]);
    });
  });
});
