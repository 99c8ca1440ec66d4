import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../emulator";
import { ConflictError } from "../../provider/api/errors";
import type { Properties } from "../../provider/declared/properties";
import { edgeScriptLifeCycle as lifeCycle } from "../../provider/lifecycle/edgeScript";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import type { Bench } from "./support";
import { bench, newMemory } from "./support";

const hello = { name: "hello", type: "standalone", code: "one" };

interface Scripted extends Bench {
  readonly inputs: (news: Properties, olds?: Properties) => Promise<Properties>;
  readonly made: (news: Properties) => Promise<CreateResult>;
}

async function scripted(options: EmulatorOptions, test: (of: Scripted) => Promise<void>): Promise<void> {
  await bench(options, async (of) => {
    const { context } = of;
    const inputs = async (news: Properties, olds: Properties = {}): Promise<Properties> => {
      const checked = lifeCycle.check({ extraRegions: [] }, olds, news);
      const computed = await lifeCycle.computed?.({ memory: context.memory, tell: context.tell, olds }, checked.inputs);
      assert.deepEqual([...checked.failures, ...(computed?.failures ?? [])], []);
      return computed?.inputs ?? {};
    };
    await test({ ...of, inputs, made: async (news) => lifeCycle.create(context, await inputs(news)) });
  });
}

describe("The creation of an edge script", () => {
  it("takes no script for its own whose name differs in case", () =>
    scripted({ seed: { edgeScripts: [{ Id: 7, Name: "Hello", ScriptType: 1 }] } }, async ({ made, emulator }) => {
      const { id } = await made({ ...hello, adopt: true });
      assert.notEqual(id, "7");
      await made({ ...hello, name: "HELLO" });
      assert.deepEqual(
        emulator.edgeScripts.list().map(({ Name }) => Name),
        ["Hello", "hello", "HELLO"],
      );
    }));
});
