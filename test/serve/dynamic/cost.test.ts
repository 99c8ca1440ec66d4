import assert from "node:assert/strict";
import { pullZonesOf, seedOf, stateOf } from "../../../bench/account";
import { detectDrift } from "../../../drift";
import { startEmulator, type EmulatorOptions } from "../../../emulator";
import { providerText } from "../../../provider/serve/dynamic/providerText";
import { resourceType } from "../../../provider/kinds/resourceTypes";
import { pointedHostnames, site, type Declared } from "../../faults/support/declared";
import { eachOf, LifeCycles, unwrapped } from "../../faults/support/lifeCycles";
import { Served } from "./served";

type Resource = Awaited<ReturnType<typeof pullZonesOf>>[number];

/** Ten pull zones with three hostnames and three edge rules each. */
const sites = Array.from({ length: 10 }, (_, index): Declared => {
  const whole = site(index);
  const inputs = { hostname: `c.site-${String(index)}.example` };
  const third: Declared = { kind: "PullZoneHostname", name: `${whole.name}/c`, inputs };
  return { ...whole, parts: [third, ...(whole.parts ?? [])] };
});

const cases: [what: string, options: EmulatorOptions, many: boolean, most: number][] = [
  ["10 pull zones with their parts takes at most 12 requests", {}, false, 12],
  ["200 pull zones takes at most 3", { seed: seedOf(200) }, true, 3],
  [
    "10 pull zones with their parts takes one request each without a list",
    { unserved: ["listPullZones"] },
    false,
    10 + 2,
  ],
];

describe("A refresh, or a drift report, of", () => {
  for (const [what, options, many, most] of cases) {
    it(what, async () => {
      const emulator = await startEmulator({ ...options, pointedHostnames: pointedHostnames(10) });
      const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
      const served = await Served.start({}, env);
      const resources = many ? await pullZonesOf(200) : await created(new LifeCycles(emulator));
      try {
        emulator.clearJournal();
        await eachOf(resources, 16, async ({ id, outputs }) => assert.equal(await served.read(id, outputs), id));
        const requests = emulator.journal.length;
        emulator.clearJournal();
        const { summary } = await detectDrift({ states: [{ state: stateOf(resources) }], env });
        assert.deepEqual([summary.resources, summary.unread], [resources.length, 0]);
        for (const count of [requests, emulator.journal.length]) assert.ok(count <= most, `${String(count)} requests`);
        const singles = emulator.journal.filter(({ operation }) => operation === "getPullZone").length;
        if (options.unserved !== undefined) assert.equal(singles, 10);
      } finally {
        await served.end();
        await emulator.close();
      }
    });
  }
});

/** The state of the sites, with secrets in plain text. */
async function created(lifeCycles: LifeCycles): Promise<Resource[]> {
  await lifeCycles.up(sites, 10);
  return [...lifeCycles.state].map(([name, { kind, id, inputs, outputs }]) => ({
    urn: `urn:pulumi:bench::bench::${resourceType(kind)}::${name}`,
    type: resourceType(kind),
    custom: true,
    id,
    inputs,
    outputs: { __provider: providerText(kind), ...unwrapped(outputs) },
  }));
}
