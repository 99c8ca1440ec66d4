import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import type { ResourceReport } from "../../drift/model";
import type { Emulator } from "../../emulator";
import type { Properties } from "../../provider/declared/properties";
import { propertyOf } from "../../provider/declared/properties";
import type { Kind, KindName } from "../../provider/kinds";
import { kindNames, kinds } from "../../provider/kinds";
import { resourceType } from "../../provider/kinds/resourceTypes";
import { lifeCycleOf } from "../../provider/lifecycle";
import { asSecret } from "../../provider/wire/pulumiMark";
import { least, leastSeed } from "../lifecycle/least";
import { bench } from "../lifecycle/support";
import { inCheckpoint } from "./support/state";

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
            { name, id, inputs, state },
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
        const { status, reason } = await reportOn({ name, id, inputs, state }, Object.keys(inputs), emulator);
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

interface Entry {
  readonly name: KindName;
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
}

async function reportOn(
  { name, id, inputs, state }: Entry,
  secret: readonly string[],
  { url, accessKey }: Emulator,
): Promise<ResourceReport> {
  const encrypted = (properties: Properties): unknown => {
    const entries = Object.entries(properties).map(([key, value]) => [
      key,
      secret.includes(key) ? asSecret(value) : value,
    ]);
    return inCheckpoint(Object.fromEntries(entries), false);
  };
  const urnOf = (type: string): string => `urn:pulumi:dev::acme::${type}::default`;
  const [type, providerType] = [resourceType(name), "pulumi:providers:pulumi-nodejs"];
  const provider = { urn: urnOf(providerType), id: "1", type: providerType, custom: true, inputs: {} };
  const resource = {
    ...{ urn: urnOf(type), id, type, custom: true, provider: `${provider.urn}::1` },
    ...{ inputs: encrypted(inputs), outputs: encrypted(state) },
  };
  const report = await detectDrift({
    states: [{ state: JSON.stringify({ version: 3, deployment: { resources: [provider, resource] } }) }],
    env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey },
    strict: true,
  });
  const [found] = report.stacks.flatMap(({ resources }) => resources);
  assert.ok(found);
  return found;
}
