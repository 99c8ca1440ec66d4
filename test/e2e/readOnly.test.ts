import assert from "node:assert/strict";
import { forEachKindOnTheCli } from "./support/engines";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const zone = (cacheErrors: boolean): string =>
  `new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.acme.example", cacheErrorResponses: ${String(cacheErrors)} });`;

describe("Read-only settings", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;
    afterEach(() => world.close());

    /** The requests since the last call that are not reads. */
    const changes = (): string[] => {
      const sent = world.emulator.journal.filter(({ method }) => method !== "GET");
      const requests = sent.map(({ method, path }) => `${method} ${path}`);
      world.emulator.clearJournal();
      return requests;
    };
    const refused = (text: string, what: RegExp): void => {
      // The CLI breaks lines.
      assert.match(text.replace(/\s+/g, " "), what);
      assert.deepEqual(changes(), []);
    };

    it("allow previews and refreshes, and refuse a creation, an update and a deletion", async () => {
      world = await openWorld(engine, zone(false), byVariables);
      await world.stack.configure({ env: { CDN_READ_ONLY: "true" } });
      succeeded(await world.stack.preview());
      const created = await world.stack.up();
      assert.notEqual(created.exitCode, 0);
      refused(
        created.text,
        /Add pull zone \(POST \/pullzone\) was not sent: it would change pull zone acme-web, but CDN_READ_ONLY is true/,
      );

      await world.stack.configure({ env: { CDN_READ_ONLY: "" } });
      succeeded(await world.stack.up());
      const id = world.emulator.pullZones.named("acme-web")?.Id;
      changes();
      // The configuration of the stack holds although the variable says otherwise.
      await world.stack.configure({ env: { CDN_READ_ONLY: "false" }, config: { "cdn:readOnly": "true" } });
      succeeded(await world.stack.up({ expectNoChanges: true }));
      succeeded(await world.stack.refresh({ expectNoChanges: true }));
      world.program(zone(true));
      const updated = await world.stack.up();
      assert.notEqual(updated.exitCode, 0);
      refused(
        updated.text,
        new RegExp(
          `\\(POST /pullzone/${String(id)}\\) was not sent: .* pull zone ${String(id)}, but cdn:readOnly is true`,
        ),
      );
      const destroyed = await world.stack.destroy();
      assert.notEqual(destroyed.exitCode, 0);
      refused(destroyed.text, new RegExp(`Delete pull zone \\(DELETE /pullzone/${String(id)}\\) was not sent`));

      await world.stack.configure({ config: { "cdn:readOnly": "false" } });
      succeeded(await world.stack.up());
      succeeded(await world.stack.destroy());
      assert.deepEqual(world.emulator.pullZones.list(), []);
    });

    it("of an explicit provider refuse its changes, and destroy has them after an up", async () => {
      const program = (args: string): string => `
        const eu = new cdn.Provider("eu", { baseUrl: process.env.CDN_BASE_URL, accessKey: pulumi.secret("emulator-access-key")${args} });
        new cdn.StorageZone("assets", { name: "acme-assets", region: "DE" }, { provider: eu });`;
      world = await openWorld(engine, program(""), byVariables);
      succeeded(await world.stack.up());
      changes();
      world.program(program(", readOnly: true"));
      succeeded(await world.stack.up());
      const destroyed = await world.stack.destroy();
      assert.notEqual(destroyed.exitCode, 0);
      refused(
        destroyed.text,
        /\(DELETE \/storagezone\/\d+\S*\) was not sent: .* but readOnly of the provider "eu" is true/,
      );

      // The variable without a name holds for every provider.
      world.program(program(", readOnly: false"));
      succeeded(await world.stack.up());
      await world.stack.configure({ env: { CDN_READ_ONLY: "true" } });
      const again = await world.stack.destroy();
      assert.notEqual(again.exitCode, 0);
      refused(again.text, /but CDN_READ_ONLY is true/);
      await world.stack.configure({ env: { CDN_READ_ONLY: "" } });
      succeeded(await world.stack.destroy());
    });
  });
});
