import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { forEachKindOnTheCli } from "./support/engines";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const root = path.join(__dirname, "..", "..");
const cli = `node ${JSON.stringify(path.join(root, "dist", "cli", "main.js"))}`;
const seed = {
  storageZones: [{ Id: 1, Name: "acme-assets", Region: "DE", UserId: "user-of-acme" }],
  dnsZones: [{ Id: 9, Domain: "acme.example" }],
  dnsRecords: [
    { Id: 90, DnsZoneId: 9, Type: 0, Name: "www", Value: "203.0.113.7" },
    {
      Id: 91,
      DnsZoneId: 9,
      Type: 11,
      Name: "app",
      ScriptId: 5,
      EnviromentalVariables: [{ Name: "TOKEN", Value: "CANARY-token" }],
    },
  ],
  pullZones: [
    {
      Id: 7,
      Name: "acme-web",
      OriginUrl: "https://origin.example",
      UserId: "user-of-acme",
      EdgeRules: [
        {
          Guid: "a",
          OrderIndex: 0,
          ActionType: 6,
          ActionParameter1: "X-Key",
          ActionParameter2: "CANARY-header",
          Triggers: [{ Type: 0, PatternMatches: ["*"] }],
        },
        {
          Guid: "b",
          OrderIndex: 1,
          ActionType: 2,
          ActionParameter1: "https://user:CANARY-origin@origin.example",
          Triggers: [{ Type: 0, PatternMatches: ["*/a"] }],
        },
        {
          Guid: "c",
          OrderIndex: 2,
          ActionType: 99,
          ActionParameter3: "CANARY-unknown",
          Triggers: [{ Type: 0, PatternMatches: ["*"] }],
        },
        {
          Guid: "d",
          OrderIndex: 3,
          ActionType: 1,
          ActionParameter1: "https://other.example/key",
          Triggers: [{ Type: 0, PatternMatches: ["*/b"] }],
        },
      ],
    },
  ],
};

describe("An imported account", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;
    let other: Emulator | undefined;

    afterEach(async () => {
      await other?.close();
      await world.close();
    });

    it("keeps its secrets out of every output and file, and is not forgotten with the key of another account", async function () {
      const isNative = engine.resources === "native";
      world = await openWorld(engine, "", { ...byVariables, seed });
      if (!engine.isAtLeast(254)) return this.skip();
      const { stack, emulator } = world;
      const shows = (text: string): void => assert.doesNotMatch(text, /CANARY/);
      const wrote = await stack.script(`${cli} import --all --out imported.js${isNative ? " --plugin" : ""}`);
      const written = ["imported.js", "import.json"].map((file) =>
        readFileSync(path.join(world.projectDir, file), "utf8"),
      );
      shows(wrote.text + written.join());
      assert.match(written[0] ?? "", /actionParameter1: "https:\/\/other\.example\/key"/);
      assert.equal(written[0]?.match(/^ +\w+: config\.\w+Secret/gm)?.length, 4, written[0]);
      const importing = /^\d\. (pulumi import .*)$/m.exec(wrote.text)?.[1] ?? "";
      const imported = await stack.script(`${importing} --skip-preview`);
      assert.equal(imported.exitCode, 0, imported.text);

      // The program is not written yet.
      const drift = await stack.script(`pulumi stack export | ${cli} drift --state -`);
      shows(drift.text);
      if (!isNative) assert.match(drift.text, /environmentalVariables/);
      shows(imported.text + (await stack.refresh({ previewOnly: true, diff: true })).text);
      shows(succeeded(await stack.refresh({ diff: true })).text);
      const owners = async (): Promise<unknown[]> => {
        const { deployment } = await stack.exportState();
        shows(JSON.stringify(deployment));
        return (deployment.resources ?? [])
          .filter(({ type }) => type.includes("Dns"))
          .map(({ outputs }) => (outputs as { __owner?: unknown }).__owner);
      };
      assert.deepEqual(await owners(), Array(3).fill("user-of-acme"));

      // A state without owners, as earlier versions wrote it, gets them from a refresh without a difference.
      const { deployment, ...checkpoint } = await stack.exportState({ showSecrets: true });
      const resources = (deployment.resources ?? []).map((resource) => {
        const outputs = { ...(resource.outputs as Record<string, unknown> | undefined) };
        delete outputs["__owner"];
        return { ...resource, outputs };
      });
      await stack.importState({ ...checkpoint, deployment: { ...deployment, resources } });
      succeeded(await stack.refresh({ expectNoChanges: true }));
      assert.deepEqual(await owners(), Array(3).fill("user-of-acme"));

      other = await startEmulator({ seed: { storageZones: [{ Id: 2, Name: "others", UserId: "user-of-others" }] } });
      await stack.configure({ env: { CDN_BASE_URL: other.url, CDN_ACCESS_KEY: other.accessKey } });
      const elsewhere = await stack.refresh();
      assert.match(elsewhere.text, /belongs to user user-of-acme/);
      await stack.configure({ env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey } });
      assert.deepEqual((await owners()).length, 3);
    });
  });
});
