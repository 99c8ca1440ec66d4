import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { inProcess } from "../cli/inProcess";
import { forEachEngine } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const seed = {
  storageZones: [{ Id: 1, Name: "assets", Region: "DE" }],
  edgeScripts: [
    {
      ...{ Id: 7, Name: "acme-hello", ScriptType: 1, CurrentReleaseId: 3, Code: "live code" },
      EdgeScriptVariables: [{ Id: 1, Name: "GREETING", DefaultValue: "hello" }],
      Releases: [{ Id: 3, Uuid: "abcdefgh", Code: "live code", Status: 1 }],
      Secrets: [{ Id: 2, Name: "TOKEN", Secret: "unknown" }],
    },
  ],
};

describe("An existing edge script", () => {
  forEachEngine((engine) => {
    let world: World | undefined;

    afterEach(() => world?.close());

    it("is imported with its code in a file; the first update writes its secrets, and neither saves nor publishes", async function () {
      if (!engine.isAtLeast(254)) return this.skip();
      world = await openWorld(
        engine,
        `new cdn.EdgeScript("acme-hello", { name: "acme-hello", type: "standalone", source: "./scripts/acme-hello.js",
          variables: { GREETING: "hello" }, secrets: { TOKEN: pulumi.secret("s3cret") } }, { protect: true });`,
        { seed },
      );
      const { projectDir, emulator, stack } = world;
      const imported = await inProcess(emulator, ["-C", projectDir, "import", "edge-script:7", "--out", "imported.ts"]);
      assert.equal(imported.code, 0, imported.stderr);
      const file = readFileSync(path.join(projectDir, "import.json"), "utf8");
      succeeded(await stack.importResources(JSON.parse(file) as object));
      emulator.clearJournal();
      succeeded(await stack.up());
      const writes = emulator.journal.flatMap(({ method, path: of }) => (method === "GET" ? [] : [`${method} ${of}`]));
      assert.deepEqual(writes, ["PUT /compute/script/7/secrets"]);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
    });
  });
});
