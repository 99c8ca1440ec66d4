import assert from "node:assert/strict";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const record = (more = ""): string => `
  const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
  const www = new cdn.DnsRecord("www", {
    dnsZoneId: zone.dnsZoneId, name: "www", type: "CNAME", value: "origin.acme.example", accelerated: true, ${more}
  });`;
const takenOver = (name = "web", options = "{}"): string => `
  const web = new cdn.PullZone("${name}", { existingId: www.acceleratedPullZoneId, addHostHeader: true }, ${options});
  new cdn.PullZoneEdgeRule("rule", { pullZoneId: web.pullZoneId, actionType: 4, triggerMatchingType: 0, enabled: true,
    triggers: [{ type: 0, patternMatches: ["*/admin/*"], patternMatchingType: 0 }] });`;

describe("The pull zone of an accelerated DNS record", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is taken over in the run that makes it, and is never deleted by the program", async () => {
      const none = 'new cdn.PullZone("web", { existingId: pulumi.output(undefined) });';
      world = await openWorld(engine, none, { seed: {} });
      const { stack, emulator } = world;
      const zones = (): unknown[] =>
        emulator.pullZones
          .list()
          .map(({ Name, AddHostHeader, EdgeRules }) => [Name === "own", AddHostHeader, EdgeRules?.length]);
      const refused = await stack.preview();
      assert.notEqual(refused.exitCode, 0);
      assert.match(
        refused.text.replace(/\s+/g, " "),
        engine.resources === "native"
          ? /is required, but got: nothing\. Declare it, or existingId to take over/
          : /existingId of PullZone "web" must be the id of an existing pull zone, but got: undefined/,
      );

      world.program(record() + takenOver());
      const made = succeeded(await stack.up());
      assert.match(made.text, /Adopted pull zone "\S+" .*\. Updated: addHostHeader\. This program never deletes it/);
      assert.deepEqual(zones(), [[false, true, 1]]);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));

      // While the preview of a change of the record does not know the id, nothing else changes.
      world.program(record("ttl: 60") + takenOver("site", '{ aliases: [{ name: "web" }] }'));
      const { steps } = succeeded(await stack.preview());
      assert.deepEqual(
        steps.flatMap(({ op, urn }) => (/:(PullZone|PullZoneEdgeRule)::/.test(urn) ? [op] : [])),
        ["same", "same"],
      );
      succeeded(await stack.up());

      const own = 'new cdn.PullZone("site", { name: "own", originUrl: "https://o.example" });';
      world.program(record("ttl: 60") + own);
      assert.match(
        succeeded(await stack.up()).text,
        /Kept pull zone "\S+" \(id: \d+\) with its last settings: .* It is removed with DNS record \d+\/\d+/,
      );
      assert.deepEqual(zones(), [
        [false, true, 0],
        [true, false, 0],
      ]);

      world.program(record("ttl: 60") + takenOver("site"));
      succeeded(await stack.up());
      const only = ["--yes", "--skip-preview", "--target-dependents", "--target", "**:PullZone::site"];
      assert.match(succeeded(await stack.command("destroy", ...only)).text, /Kept pull zone/);
      assert.deepEqual(zones(), [[false, true, 0]]);
      succeeded(await stack.up());
      assert.match(succeeded(await stack.destroy()).text, /Kept pull zone/);
      // The service deletes it with the record.
      assert.deepEqual(zones(), []);
    });
  });
});
