import assert from "node:assert/strict";
import type { KindName } from "../../provider/kinds";
import { kindNames, kinds } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { bench } from "./support";

/** Names of a kind's immutable settings. */
const immutableOf = (name: KindName): readonly string[] =>
  kinds[name].settings.filter((field) => field.immutable === true).map((field) => field.name);

/** What a program declares at least, for each kind with immutable settings. */
const least: Readonly<Partial<Record<KindName, Properties>>> = {
  StorageZone: { name: "assets", region: "DE" },
  PullZone: { name: "web", originUrl: "https://origin.acme.example" },
  DnsZone: { domain: "acme.example" },
  EdgeScript: { name: "hello", type: "standalone", code: "export default 1;" },
  PullZoneShield: { pullZoneId: 8 },
  PullZoneHostname: { pullZoneId: 8, hostname: "www.acme.example" },
  PullZoneEdgeRule: { pullZoneId: 8, actionType: 4, triggers: [{ type: 0, patternMatches: ["*"] }] },
  DnsRecord: { dnsZoneId: 9, type: "A", value: "203.0.113.7" },
  ShieldRateLimit: {
    shieldZoneId: 70,
    name: "Login",
    conditions: [{ variable: "REQUEST_URI", operator: 0, value: "/login" }],
    requests: 20,
    timeframe: 10,
    blockTime: 60,
  },
};

describe("The state of a new object", () => {
  const seed = {
    pullZones: [
      { Id: 6, Name: "shielded" },
      { Id: 8, Name: "parts" },
    ],
    dnsZones: [{ Id: 9, Domain: "parts.example" }],
    pullZoneShields: [{ Id: 70, pullZoneId: 6 }],
  };

  for (const name of kindNames.filter((one) => one !== "StorageFolder" && immutableOf(one).length > 0)) {
    it(`has each immutable setting, so that a change of it replaces the ${kinds[name].noun}`, async () => {
      await bench({ seed }, async ({ context }) => {
        const lifeCycle = lifeCycleOf(name);
        const { inputs, failures } = lifeCycle.check({ extraRegions: [] }, {}, least[name] ?? {});
        assert.deepEqual(failures, []);
        const computed = await lifeCycle.computed?.({ memory: context.memory, tell: context.tell }, inputs);
        const { state } = await lifeCycle.create(context, computed?.inputs ?? inputs);
        assert.deepEqual(
          immutableOf(name).filter((key) => state[key] === undefined),
          [],
        );
      });
    });
  }
});
