import assert from "node:assert/strict";
import { forEachEngineAndKind } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

/** Functions whose arguments come from a zone that the program declares, or that depend on it; each prints what it returns. */
const program = (name: string): string => `
  const options = { deleteBeforeReplace: false };
  const zone = new cdn.StorageZone("assets", { name: ${JSON.stringify(name)}, region: "DE" }, options);
  const found = cdn.getStorageZoneOutput({ name: zone.name });
  const search = cdn.getStorageZonesOutput({ search: zone.name });
  const all = cdn.getStorageZonesOutput({}, { dependsOn: zone });
  found.apply(({ name }) => console.log("found " + name));
  search.apply(({ names }) => console.log("search " + names));
  all.apply(({ names }) => console.log("all " + names));
  new cdn.StorageZone("copy", { name: pulumi.interpolate\`copy-of-\${found.name}\`, region: "DE" }, options);
`;

describe("The Output form of a function", () => {
  forEachEngineAndKind((engine) => {
    let world: World;
    afterEach(() => world.close());

    it("waits for the resources of its arguments, is unknown while they are pending, and passes them on as dependencies", async () => {
      world = await openWorld(engine, program("acme-assets"));
      const printed = (text: string): string[] => [...new Set(text.match(/(found|search|all) [\w,-]+/g))].sort();
      assert.deepEqual(printed(succeeded(await world.stack.preview()).text), []);

      const up = succeeded(await world.stack.up());
      assert.deepEqual(printed(up.text), ["all acme-assets", "found acme-assets", "search acme-assets"]);
      const { deployment } = await world.stack.exportState();
      const [zone, copy] = ["assets", "copy"].map((name) =>
        deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`)),
      );
      assert.deepEqual(copy?.["dependencies"], [zone?.urn]);

      world.program(program("acme-renamed"));
      assert.deepEqual(printed(succeeded(await world.stack.preview()).text), []);
    });
  });
});
