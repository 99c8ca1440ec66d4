import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import type { ResourceReport } from "../../drift/model";
import type { Emulator } from "../../emulator";
import { propertyOf } from "../../provider/declared/properties";
import type { Kind, KindName } from "../../provider/kinds";
import { kindNames, kinds } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import { least, leastSeed } from "../lifecycle/least";
import { bench } from "../lifecycle/support";
import { stateOfOne, type ResourceWishes } from "./support/state";

const hasObject = (name: KindName): boolean => (kinds[name] as Kind).hasNoObject !== true;

/** Parts of a whole that a life cycle deletes at once. */
const parts: readonly KindName[] = ["PullZoneHostname", "PullZoneEdgeRule", "DnsRecord"];

describe("A resource whose inputs are encrypted in the state, such as an id from an output with a password", () => {
  for (const name of kindNames.filter(hasObject)) {
    it(`shows no drift, and which inputs were not compared: ${name}`, async () => {
      await bench({ seed: leastSeed }, async ({ context, emulator }) => {
        const { lifeCycle, inputs } = await declared(name, context);
        const { id, state } = await lifeCycle.create(context, inputs);
        for (const property of Object.keys(inputs)) {
          const { status, differences, notCompared } = await reportOn(
            { kind: name, id, inputs, state },
            [property],
            emulator,
          );
          assert.deepEqual([status, differences], ["clean", []], property);
          // Code and secrets are compared by what stands for them.
          if (name !== "EdgeScript") assert.deepEqual(notCompared.map(propertyOf), [property]);
        }
      });
    });
  }

  for (const name of parts) {
    it(`is missing, not unread, once it is gone: ${name}`, async () => {
      await bench({ seed: leastSeed }, async ({ context, emulator }) => {
        const { lifeCycle, inputs } = await declared(name, context);
        const { id, state } = await lifeCycle.create(context, inputs);
        await lifeCycle.delete(context, id, state);
        const { status, reason } = await reportOn({ kind: name, id, inputs, state }, Object.keys(inputs), emulator);
        assert.deepEqual([status, reason], ["missing", undefined]);
      });
    });
  }
});

type Context = Parameters<ReturnType<typeof lifeCycleOf>["create"]>[0];

async function declared(name: KindName, context: Context) {
  const lifeCycle = lifeCycleOf(name);
  const { inputs } = lifeCycle.check({ extraRegions: [] }, {}, least[name]);
  const computed = await lifeCycle.computed?.({ memory: context.memory, tell: context.tell }, inputs);
  return { lifeCycle, inputs: computed?.inputs ?? inputs };
}

async function reportOn(
  entry: Omit<ResourceWishes, "secret" | "showSecrets">,
  secret: readonly string[],
  { url, accessKey }: Emulator,
): Promise<ResourceReport> {
  const report = await detectDrift({
    states: [{ state: stateOfOne({ ...entry, secret, showSecrets: false }) }],
    env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey },
    strict: true,
  });
  const [found] = report.stacks.flatMap(({ resources }) => resources);
  assert.ok(found);
  return found;
}
