import assert from "node:assert/strict";
import type { StackUnderTest } from "./support/engineUnderTest";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const seed = { dnsZones: [{ Id: 8, Domain: "acme.example" }], pullZones: [{ Id: 77, Name: "acme-web" }] };

/** Every stack declares equal records and an equal edge rule, and one record of its own. */
const program = `
  for (const value of ["v=spf1 -all", "verification=1", "verification=2"])
    new cdn.DnsRecord(value, { dnsZoneId: 8, type: "TXT", value });
  new cdn.DnsRecord("own", { dnsZoneId: 8, name: pulumi.getStack(), type: "A", value: "203.0.113.7" });
  new cdn.PullZoneEdgeRule("download", {
    pullZoneId: 77,
    actionType: 7,
    triggers: [{ type: 0, patternMatches: ["*/download/*"] }],
  });`;

describe("Two stacks that share a domain and a pull zone", () => {
  let world: World | undefined;
  let second: StackUnderTest | undefined;
  afterEach(async () => {
    await second?.close();
    await world?.close();
    world = second = undefined;
  });

  forEachKindOnTheCli((engine) => {
    it("keep their own records and rules when they are deployed at the same time, and when one is destroyed", async () => {
      world = await openWorld(engine, program, { seed, latencyMs: 100 });
      const { emulator, stack, projectDir } = world;
      second = await engine.openStack({
        projectDir,
        stackName: "second",
        config: { "cdn:baseUrl": emulator.url },
        secretConfig: { "cdn:accessKey": emulator.accessKey },
      });
      const live = (): string[] => [
        ...emulator.dnsRecords.list().map(({ Id }) => `8/${String(Id)}`),
        ...(emulator.pullZones.list()[0]?.EdgeRules ?? []).map(({ Guid }) => `77/${String(Guid)}`),
      ];
      const ownedBy = async (owner: StackUnderTest): Promise<string[]> => {
        const { deployment } = await owner.exportState();
        const own = (deployment.resources ?? []).filter(({ type }) => /DnsRecord|PullZoneEdgeRule/.test(type));
        return own.map(({ id }) => String(id));
      };
      for (const result of await Promise.all([stack.up(), second.up()])) succeeded(result);
      const [first, other] = [await ownedBy(stack), await ownedBy(second)];
      assert.deepEqual([first.length, other.length, live().length], [5, 5, 10]);
      assert.deepEqual([...first, ...other].sort(), live().sort());
      assert.ok(emulator.journal.every(({ method }) => method !== "DELETE"));

      succeeded(await stack.destroy());
      assert.deepEqual(live().sort(), other.sort());
      succeeded(await second.preview({ refresh: true, expectNoChanges: true }));
    });
  });
});
