import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachKindOnTheCli, withNativeResources } from "./support/engines";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { openWorld, type World } from "./support/world";

let world: World | undefined;

const open = async (
  engine: EngineUnderTest,
  body: string,
  options: Parameters<typeof openWorld>[2] = {},
): Promise<World> => {
  world = await openWorld(engine, body, options);
  mkdirSync(path.join(world.projectDir, "public"));
  writeFileSync(path.join(world.projectDir, "public", "index.html"), "home");
  return world;
};

/** The errors in the summary of a run. */
const errorsIn = (text: string): string[] =>
  [...text.slice(text.indexOf("\nDiagnostics:")).matchAll(/^ +error: (.*)$/gm)].map(([, error = ""]) => error);

/** What the engine itself adds: it closes the connection to the plugin before it ends the construction of a component. */
const ofEngine =
  /^(update failed|cdn:index:Website resource 'site' has a problem: grpc: the client connection is closing|Error: failed to register new resource site \[cdn:index:Website\]: 2 UNKNOWN: resource monitor shut down)$/;

describe("A website with a part that fails", () => {
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  forEachKindOnTheCli((engine) => {
    it("prints the error of that part, and no other of the provider", async () => {
      const { stack, emulator } = await open(
        engine,
        `new cdn.Website("site", { name: "acme-site", source: "./public", notFoundPage: "", headers: { "X-A": "1" } });`,
      );
      const body = { ErrorKey: "pullzone.refused", Message: "Not today" };
      emulator.setFaults([{ method: "POST", path: "/pullzone", fault: { kind: "status", status: 400, body } }]);
      const { exitCode, text } = await stack.up();
      assert.notEqual(exitCode, 0);
      const own = errorsIn(text).filter((error) => !ofEngine.test(error));
      assert.deepEqual(own, ["Add pull zone (POST /pullzone) failed with 400: Not today (pullzone.refused)"], text);
    });
  });

  forEachKindOnTheCli((engine) => {
    it("says what to declare on the Website, in TypeScript or for every language", async () => {
      const site = `new cdn.Website("site", { name: "acme-site", source: "./public", notFoundPage: "" });`;
      const { stack } = await open(engine, site, { seed: { storageZones: [{ Id: 1, Name: "acme-site" }] } });
      const { exitCode, text } = await stack.up();
      assert.notEqual(exitCode, 0);
      assert.match(text, /adopt: true on the Website\), or import it: /);
      const option =
        engine.resources === "native"
          ? /use the resource option aliases with the name OLD-NAME \(after/
          : /use the option aliases: \[\{ name: "OLD-NAME" \}\] \(after/;
      assert.match(text, option);
    });
  });

  withNativeResources((engine) => {
    it("fails no other website of the program", async () => {
      const { stack } = await open(
        engine,
        `const more = { source: "./public", notFoundPage: "" };
        new cdn.Website("good", { name: "acme-good", ...more, hostnames: ["www.acme.example"] });
        new cdn.Website("bad", { name: "acme-bad", ...more, hostnames: ["www.other.example"], dnsZoneId: 77 });`,
      );
      const { exitCode, text } = await stack.preview();
      assert.notEqual(exitCode, 0);
      assert.match(text, /Website resource 'bad' has a problem: .*dnsZoneId: .*404/, text);
      assert.doesNotMatch(text, /resource 'good' has a problem: (?!grpc: the client connection is closing)/);
    });
  });
});
