import assert from "node:assert/strict";
import { inProcess } from "../cli/inProcess";
import { forEachEngine } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const declared = (more = ""): string =>
  `new cdn.StorageZone("assets", { name: "acme-assets", region: "NY", replicationRegions: ["DE"]${more} });`;

const seed = { storageZones: [{ Id: 42, Name: "acme-assets", Region: "NY", ReplicationRegions: ["DE"] }] };

describe("An existing storage zone", () => {
  forEachEngine((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is adopted with adopt: true, updated to its declared settings, and managed from then on", async () => {
      world = await openWorld(engine, declared(`, adopt: true, rewrite404To200: true`), { seed });
      const { text } = succeeded(await world.stack.up());
      assert.match(
        text,
        /Adopted storage zone "acme-assets" \(id: 42, files: 0, linked pull zones: 0\)\. Updated: rewrite404To200/,
      );
      assert.equal(world.emulator.storageZones.get(42)?.Rewrite404To200, true);
      assert.equal(
        world.emulator.journal.some(({ method, path: url }) => method === "POST" && url === "/storagezone"),
        false,
      );
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
    });

    it("is imported by the file that the import command writes, and the next preview is clean", async function () {
      if (!engine.isAtLeast(254)) return this.skip();
      world = await openWorld(engine, declared(), { seed });
      const { stdout, stderr } = await inProcess(world.emulator, ["import", "acme-assets"]);
      assert.match(stderr, /new cdn\.StorageZone\(\n {2}"acme-assets",\n/);
      const file = JSON.parse(
        stdout.replace(`"name": "acme-assets",\n      "id"`, `"name": "assets",\n      "id"`),
      ) as object;
      succeeded(await world.stack.importResources(file));
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      succeeded(await world.stack.refresh({ previewOnly: true, expectNoChanges: true }));
    });

    it("is imported with its pull zones as a whole account, which changes nothing once the secrets are configured", async function () {
      if (!engine.isAtLeast(254)) return this.skip();
      const Triggers = [{ Type: 0, PatternMatches: ["*"] }];
      const action = { ActionType: 6, ActionParameter1: "X-Token", ActionParameter2: "CANARY-rule" };
      const rule = { Guid: "g", ...action, Triggers };
      const Hostnames = [{ Id: 1, Value: "www.acme.example", ForceSSL: true, HasCertificate: true }];
      const web = {
        Id: 7,
        Name: "acme-assets",
        OriginType: 2,
        StorageZoneId: 42,
        EdgeRules: [rule],
        BurstSize: 5,
        Hostnames,
      };
      const signed = {
        Id: 8,
        Name: "signed",
        OriginUrl: "https://acme.example",
        CloudSigningKey: "CANARY-key",
        Hostnames: [{ Id: 2, Value: "other.acme.example" }],
      };
      world = await openWorld(engine, "", { seed: { ...seed, pullZones: [web, signed] } });
      const { stdout, stderr } = await inProcess(world.emulator, ["import", "--all"]);
      assert.doesNotMatch(stdout + stderr, /CANARY/);
      succeeded(await world.stack.importResources(JSON.parse(stdout) as object));
      const [, declarations = ""] = stderr.split("declare:\n");
      world.program(declarations);
      const acmeAssetsRule1PullZoneEdgeRuleActionParameter2 = "CANARY-rule";
      const ruleKey = /'e2e:acmeAssetsRule1PullZoneEdgeRuleActionParameter2'/;
      assert.match((await world.stack.preview()).text, ruleKey);
      await world.stack.configure({ secretConfig: { acmeAssetsRule1PullZoneEdgeRuleActionParameter2 } });
      // What a pull zone does not declare stays, while a rule is a whole.
      const { steps } = succeeded(await world.stack.preview());
      assert.deepEqual(
        steps.flatMap(({ name, op, detailedDiff }) => (op === "same" ? [] : [[name, op, detailedDiff]])),
        [["acme-assets-rule-1", "update", { actionParameter2: "add" }]],
      );
      world.emulator.clearJournal();
      succeeded(await world.stack.up());
      await world.stack.configure({ secretConfig: { signedPullZoneCloudSigningKey: "CANARY-key" } });
      succeeded(await world.stack.up());
      assert.deepEqual(
        world.emulator.journal.filter(({ method }) => method !== "GET"),
        [],
      );
      const clean = succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      assert.doesNotMatch(clean.text + JSON.stringify(await world.stack.exportState()), /CANARY/);
    });

    it("is adopted by the option import if no immutable property differs, and can be replaced later", async () => {
      const imported = (id: string, region: string): string =>
        declared().replace(` });`, ` }, { import: "${id}" });`).replace("NY", region);
      world = await openWorld(engine, imported("42", "SG"), { seed });
      assert.match(
        (await world.stack.up()).text,
        /Storage zone 42 was not imported: region is "NY" instead of the declared "SG"/,
      );
      world.program(imported("42", "NY"));
      succeeded(await world.stack.up());
      assert.equal(world.emulator.storageZones.list().length, 1);
      world.program(imported("42", "SG"));
      succeeded(await world.stack.up());
      const regions = world.emulator.storageZones.list().map(({ Region }) => Region);
      assert.deepEqual(regions, ["SG"]);
    });

    it("is not imported with an invalid id: the preview says what works", async () => {
      const program = declared().replace(` });`, ` }, { import: "acme-assets" });`);
      world = await openWorld(engine, program, { seed });
      assert.match((await world.stack.preview()).text, /The id of a storage zone must be .*got: "acme-assets"/);
    });

    it("is read with get, without volatile fields; get of a missing zone fails", async () => {
      world = await openWorld(
        engine,
        `const zone = cdn.StorageZone.get("assets", 42);
         return { region: zone.region, used: zone.storageUsed, password: zone.password };`,
        { seed },
      );
      succeeded(await world.stack.up());
      const outputs = await world.stack.outputs();
      assert.deepEqual(outputs["region"], { value: "NY", secret: false });
      assert.equal(outputs["password"]?.secret, true);
      assert.equal(outputs["used"]?.value ?? null, null);
      world.emulator.storageZones.delete(42);
      const gone = await world.stack.preview();
      assert.notEqual(gone.exitCode, 0);
      assert.match(gone.text, /There is no storage zone 42 in this account/);
    });

    // Without the CLI, test/lifecycle/create.test.ts holds the error.
    if (engine.name === "local") return;

    it("is not created again: the error names its id and both ways to adopt it", async () => {
      world = await openWorld(engine, declared(), { seed });
      const up = await world.stack.up();
      assert.notEqual(up.exitCode, 0);
      assert.match(up.text, /a storage zone named "acme-assets" exists in this account with id 42/);
      assert.match(
        up.text,
        /adopt: true \(if it is a part of a Website: .*\), or import it: npx pulumi-cdn-zones import 42/,
      );
      assert.equal(world.emulator.storageZones.list().length, 1);
    });
  });
});
