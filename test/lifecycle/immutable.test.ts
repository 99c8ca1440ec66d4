import assert from "node:assert/strict";
import type { KindName } from "../../provider/kinds";
import { kindNames, kinds } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import { least, leastSeed } from "./least";
import { bench } from "./support";

/** Names of a kind's immutable settings. */
const immutableOf = (name: KindName): readonly string[] =>
  kinds[name].settings.filter((field) => field.immutable === true).map((field) => field.name);

describe("The state of a new object", () => {
  for (const name of kindNames.filter((one) => one !== "StorageFolder" && immutableOf(one).length > 0)) {
    it(`has each immutable setting, so that a change of it replaces the ${kinds[name].noun}`, async () => {
      await bench({ seed: leastSeed }, async ({ context }) => {
        const lifeCycle = lifeCycleOf(name);
        const { inputs, failures } = lifeCycle.check({ extraRegions: [] }, {}, least[name]);
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
