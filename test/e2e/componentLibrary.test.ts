import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachEngine } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const root = path.join(__dirname, "..", "..");

const library = `
  const pulumi = require("@pulumi/pulumi");
  const cdn = require("pulumi-cdn-zones");
  exports.Zones = class extends pulumi.ComponentResource {
    constructor(name, opts) {
      super("acme:cdn:Zones", name, {}, opts);
      new cdn.StorageZone(name, { name: "acme-" + name, region: "DE" }, { parent: this });
    }
  };
`;

describe("A component library", () => {
  forEachEngine((engine) => {
    let world: World;
    afterEach(() => world.close());

    it("works if the program depends on this package, too; else the preview says so in one sentence", async () => {
      world = await openWorld(engine, "");
      writeFileSync(path.join(world.projectDir, "index.js"), `new (require("acme-zones").Zones)("assets");`);
      const nodeModules = path.join(world.projectDir, "node_modules");
      const ofLibrary = path.join(world.projectDir, "store", "node_modules");
      rmSync(nodeModules);
      for (const folder of [nodeModules, ofLibrary]) {
        mkdirSync(path.join(folder, "@pulumi"), { recursive: true });
        symlinkSync(path.join(root, "node_modules/@pulumi/pulumi"), path.join(folder, "@pulumi/pulumi"));
      }
      mkdirSync(path.join(ofLibrary, "acme-zones"));
      writeFileSync(path.join(ofLibrary, "acme-zones", "index.js"), library);
      symlinkSync(path.join(ofLibrary, "acme-zones"), path.join(nodeModules, "acme-zones"));
      symlinkSync(root, path.join(ofLibrary, "pulumi-cdn-zones"));

      const refused = await world.stack.preview();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /error: Add pulumi-cdn-zones to the dependencies in the program's package\.json: /);
      assert.doesNotMatch(refused.text, /Cannot find module|^\s+at /m);

      symlinkSync(root, path.join(nodeModules, "pulumi-cdn-zones"));
      succeeded(await world.stack.up());
      assert.equal(world.emulator.storageZones.list().length, 1);
    });
  });
});
