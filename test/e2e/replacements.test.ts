import assert from "node:assert/strict";
import { forEachEngineAndKind, itOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const site = ({
  files = "acme-files",
  web = "acme-web",
  hostname = "www.acme.example",
  at = "web.pullZoneId",
  more = "",
}): string => `
  new cdn.StorageZone("files", { name: "${files}", region: "DE" });
  const web = new cdn.PullZone("web", { name: "${web}", originUrl: "https://origin.example" });
  new cdn.PullZoneHostname("www", { pullZoneId: ${at}, hostname: "${hostname}" });
  new cdn.PullZoneEdgeRule("rule", { pullZoneId: web.pullZoneId, actionType: 0, triggers: [{ type: 0, patternMatches: ["*/a"] }] });${more}`;

describe("A replacement", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    afterEach(() => world.close());

    itOnTheCli(
      "is refused before anything is deleted, if another object has the new name; a free hostname comes before the old one goes",
      async () => {
        const others = `
        const taken = new cdn.PullZone("taken", { name: "taken-web", originUrl: "https://origin.example" });
        new cdn.PullZoneHostname("theirs", { pullZoneId: taken.pullZoneId, hostname: "taken.acme.example" });
        new cdn.StorageZone("takenFiles", { name: "taken-files", region: "DE" });`;
        world = await openWorld(engine, site({ more: others }));
        const { emulator, stack } = world;
        succeeded(await stack.up());
        const live = (): unknown => [emulator.storageZones.list(), emulator.pullZones.list()];
        const before = live();
        for (const [changed, message] of [
          [{ files: "taken-files" }, /Nothing was replaced: a storage zone named "taken-files" exists in this account/],
          [{ web: "taken-web" }, /Nothing was replaced: a pull zone named "taken-web" exists in this account/],
          [{ at: "4711" }, /The hostname was not added: there is no pull zone 4711 in this account/],
          [{ hostname: "taken.acme.example" }, /Nothing was replaced: pull zone taken-web .* has taken\.acme\.example/],
        ] as const) {
          world.program(site({ ...changed, more: others }));
          const run = "files" in changed ? await stack.preview() : await stack.up();
          assert.notEqual(run.exitCode, 0);
          assert.match(run.text, message);
          assert.deepEqual(live(), before);
        }
        // A name that another resource gives up in the same run is no reason to refuse it.
        const freed = others.replace("taken.acme.example", "other.acme.example");
        emulator.clearJournal();
        world.program(`${freed.replace("const taken", "const theirs").replace("taken.pullZoneId", "theirs.pullZoneId")}
        ${site({ hostname: "new.acme.example" })}`);
        succeeded(await stack.up());
        const writes = emulator.journal
          .map(({ operation }) => operation)
          .filter((name) => /Hostname$/.test(String(name)));
        assert.deepEqual(writes.filter((name) => name === "addHostname").length, 2);
        assert.deepEqual(writes.lastIndexOf("addHostname") < writes.indexOf("removeHostname"), true, writes.join());
        succeeded(await stack.up({ refresh: true, expectNoChanges: true }));
      },
    );
  });
});
