import assert from "node:assert/strict";
import path from "node:path";
import type { DriftReport, NextStep } from "../../drift";
import { forEachKindOnTheCli } from "./support/engines";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const main = JSON.stringify(path.join(__dirname, "..", "..", "dist", "cli", "main.js"));

const media = `const media = new cdn.StorageZone("media", { name: "acme-media", region: "DE", rewrite404To200: true });`;
const web = `const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: media.storageZoneId, enableLogging: true });`;
const www = `new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example" });`;
const rule = `new cdn.PullZoneEdgeRule("sniff", {
  pullZoneId: web.pullZoneId, actionType: 5, actionParameter1: "X-Sniff", actionParameter2: "no",
  triggers: [{ type: 0, patternMatches: ["*"] }],
});`;
const pages = `new cdn.StorageFolder("pages", { storageZoneId: media.storageZoneId, source: "./public" });`;
const dns = `const zone = new cdn.DnsZone("zone", { domain: "acme.example" });`;
const record = `new cdn.DnsRecord("record", { dnsZoneId: zone.dnsZoneId, name: "www", type: "A", value: "203.0.113.7" });`;
const seen = `cdn.PullZone.get("seen", "77");`;
const whole = [media, web, www, rule, pages, dns, record, seen].join("\n");

interface Situation {
  readonly change: (world: World) => void;
  /** How many commands the report prints for it. */
  readonly commands: number;
  /** Makes the program fit what a command that keeps the live state asks for. */
  readonly kept?: string;
}

const pullZoneOf = ({ emulator }: World): number => Number(emulator.pullZones.named("acme-web")?.Id);
const storageZoneOf = ({ emulator }: World): number => Number(emulator.storageZones.named("acme-media")?.Id);
const dnsZoneOf = ({ emulator }: World): number => Number(emulator.dnsZones.named("acme.example")?.Id);
const without = (...parts: string[]): string =>
  [media, web, www, rule, pages, dns, record, seen].filter((part) => !parts.includes(part)).join("\n");

const situations: Readonly<Record<string, Situation>> = {
  "a changed setting": {
    change: (world) => world.emulator.pullZones.change(pullZoneOf(world), { EnableLogging: false }),
    commands: 2,
    kept: whole.replace("enableLogging: true", "enableLogging: false"),
  },
  "several changed settings": {
    change: (world) => {
      world.emulator.pullZones.change(pullZoneOf(world), { EnableLogging: false });
      world.emulator.storageZones.change(storageZoneOf(world), { Rewrite404To200: false });
    },
    // One for all, and two for each.
    commands: 5,
    kept: whole.replace("enableLogging: true", "enableLogging: false").replace("200: true", "200: false"),
  },
  "a zone that is only read, changed": {
    change: ({ emulator }) => emulator.pullZones.change(77, { BlockedCountries: ["XX"] }),
    commands: 1,
  },
  "a missing part": {
    change: (world) => world.emulator.pullZones.change(pullZoneOf(world), { EdgeRules: [] }),
    commands: 2,
    kept: without(rule),
  },
  "a missing pull zone with its parts": {
    change: (world) => world.emulator.pullZones.delete(pullZoneOf(world)),
    commands: 7,
    kept: without(web, www, rule),
  },
  "a missing DNS zone with its record": {
    change: (world) => world.emulator.dnsZones.delete(dnsZoneOf(world)),
    commands: 5,
    kept: without(dns, record),
  },
  "a rule, a hostname and a record that somebody added": {
    change: (world) => {
      const zone = world.emulator.pullZones.get(pullZoneOf(world));
      const Guid = "ffffffff-0000-4000-8000-000000000001";
      const added = { Guid, ActionType: 1, ActionParameter1: "https://elsewhere.example/", Description: "it's a sale" };
      world.emulator.pullZones.change(pullZoneOf(world), {
        EdgeRules: [...(zone?.EdgeRules ?? []), { ...added, Triggers: [{ Type: 0, PatternMatches: ["*"] }] }],
        Hostnames: [...(zone?.Hostnames ?? []), { Id: 99, Value: "sale.acme.example" }],
      });
      world.emulator.dnsRecords.add({ Id: 902, DnsZoneId: dnsZoneOf(world), Type: 3, Name: "txt", Value: "v" });
    },
    commands: 3,
  },
  "a zone in no state": {
    change: ({ emulator }) => void emulator.pullZones.add({ Id: 500, Name: "extra", OriginUrl: "https://a.example" }),
    commands: 1,
  },
  "a file beside those of a folder": {
    change: (world) => world.emulator.files.write(storageZoneOf(world), "foreign.html", "of others"),
    commands: 1,
  },
};

/** Takes what is live. @returns a function that puts it back, under the same ids */
function snapshot({ emulator }: World): () => void {
  const restores = (["storageZones", "pullZones", "dnsZones", "dnsRecords"] as const).map((name) => {
    const store = emulator[name];
    const saved = store.list();
    return () => {
      for (const { Id } of store.list()) if (!saved.some((one) => one.Id === Id)) store.delete(Id);
      for (const one of saved) {
        // A deleted storage zone is kept for a while.
        if (store.get(one.Id) === undefined) store.add(one);
        else store.change(one.Id, { ...one, ...(name === "storageZones" ? { Deleted: false } : {}) });
      }
    };
  });
  return () => {
    for (const restore of restores) restore();
  };
}

describe("The commands of a drift report, pasted as they are", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    const report = async (): Promise<DriftReport> => {
      // What a state holds of the backend is its whole name, which works from nowhere but the project's folder.
      const state = '"${PULUMI_BACKEND_URL#file://}/.pulumi/stacks"';
      const file = path.join(world.projectDir, "drift.json");
      const { text } = await world.stack.script(
        `node ${main} drift --state ${state} --unmanaged --format json > ${JSON.stringify(file)} || [ $? = 2 ]\ncat ${JSON.stringify(file)}`,
      );
      return JSON.parse(text) as DriftReport;
    };
    const commandsOf = ({ stacks, unmanaged }: DriftReport): (NextStep & { readonly command: string })[] =>
      [
        ...stacks.flatMap(({ next = [], resources }) => [...next, ...resources.flatMap((one) => one.next)]),
        ...(unmanaged?.zones ?? []).flatMap((one) => one.next),
      ].flatMap(({ command, ...step }) => (command === undefined ? [] : [{ ...step, command }]));

    for (const [name, { change, commands, kept }] of Object.entries(situations)) {
      it(`work: ${name}`, async () => {
        const serverDefaults = { DateModified: new Date(Date.now() - 3_600_000).toISOString() };
        const pullZones = [{ Id: 77, Name: "seen", OriginUrl: "https://a.example" }];
        world = await openWorld(engine, whole, { ...byVariables, seed: { pullZones }, serverDefaults });
        await world.stack.script("mkdir public && echo hello > public/index.html");
        succeeded(await world.stack.up());
        assert.deepEqual(commandsOf(await report()), []);
        const [state, restore] = [await world.stack.exportState({ showSecrets: true }), snapshot(world)];
        change(world);
        const found = commandsOf(await report());
        assert.equal(found.length, commands, JSON.stringify(found, undefined, 2));
        for (const [index, { purpose, command }] of [
          ...new Map(found.map((one) => [one.command, one])).values(),
        ].entries()) {
          if (index > 0) {
            await world.stack.importState(state);
            restore();
            change(world);
          }
          world.program(kept !== undefined && /to keep|to accept the deletion/.test(purpose) ? kept : whole);
          await world.stack.script("rm -f public/foreign.html");
          if (purpose.includes("public")) await world.stack.script("echo 'of others' > public/foreign.html");
          if (command.includes("pulumi import") && !engine.isAtLeast(254)) continue;
          const skip = { PULUMI_SKIP_CONFIRMATIONS: "true" };
          const ran = await world.stack.script(`rm -f import.json\n${command}`, { env: skip });
          assert.equal(ran.exitCode, 0, `${purpose}: ${command}\n${ran.text}`);
          const left = commandsOf(await report()).map((one) => one.command);
          assert.ok(!left.includes(command), `${purpose}: ${command}\n${ran.text}`);
          if (found.length === 2 || /with its|restore all/.test(purpose))
            assert.deepEqual(left, [], `${command}\n${ran.text}`);
        }
      });
    }
  });
});
