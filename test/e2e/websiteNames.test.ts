import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachEngineAndKind } from "./support/engines";
import { openWorld, type World } from "./support/world";

describe("Two websites whose parts would have the same name", function () {
  this.timeout(300_000);
  let world: World;
  afterEach(() => world.close());

  forEachEngineAndKind((engine) => {
    it("are refused in the preview, with both hostnames", async () => {
      const site = (name: string, hostname: string): string =>
        `new cdn.Website("${name}", { name: "acme-${name}", source: "./public", hostnames: ["${hostname}"] });`;
      world = await openWorld(engine, site("a", "b-c.example") + site("a-b", "c.example"));
      mkdirSync(path.join(world.projectDir, "public"));
      writeFileSync(path.join(world.projectDir, "public", "index.html"), "home");
      const { exitCode, text } = await world.stack.preview();
      assert.notEqual(exitCode, 0, text);
      assert.match(
        text,
        /Website (a|a-b): its hostname (b-)?c\.example and the hostname (b-)?c\.example of Website (a|a-b) give two resources the same name, a-b-c\.example\. Give the Website that is new in the program another name/,
      );
      assert.doesNotMatch(text, /Duplicate resource|names\.[jt]s/);
      world.program(site("a", "b-c.example") + site("ab", "c.example"));
      assert.equal((await world.stack.preview()).exitCode, 0);
    });
  });
});
