import assert from "node:assert/strict";
import type { EdgeScript, EmulatorOptions } from "../../emulator";
import { Reads } from "../../provider/api/reads";
import { edgeScriptLifeCycle as lifeCycle } from "../../provider/lifecycle/edgeScript";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import type { LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import type { Bench } from "./support";
import { bench } from "./support";

export const storageZones = [{ Id: 1, Name: "assets", Region: "DE" }];
export const hello = { name: "hello", type: "standalone", code: "one" };
export const canary = "CANARY-token-1";

/** A script's world in a test: what the service has, and what a run does. */
export interface Scripted extends Bench {
  readonly texts: string[];
  readonly inputs: (news: Properties, olds?: Properties) => Promise<Properties>;
  readonly made: (news: Properties) => Promise<{ id: string; state: Properties; inputs: Properties }>;
  readonly updated: (id: string, state: Properties, news: Properties) => Promise<Properties>;
  /** The state and message of an update that fails once something was changed. */
  readonly failed: (act: Promise<unknown>) => Promise<IncompleteError>;
  readonly read: (id: string, state: Properties, inputs?: Properties) => ReturnType<typeof lifeCycle.read>;
  readonly script: (id?: string) => EdgeScript;
  readonly live: (id?: string) => string | null | undefined;
  /** The requests that change something since the last call. */
  readonly writes: () => string[];
}

export async function scripted(options: EmulatorOptions, test: (of: Scripted) => Promise<void>): Promise<void> {
  await bench({ ...options, seed: { storageZones, ...options.seed } }, async (of) => {
    const { emulator } = of;
    const texts: string[] = [];
    const context: LifeCycleContext = { ...of.context, tell: (text) => texts.push(text) };
    const inputs = async (news: Properties, olds: Properties = {}): Promise<Properties> => {
      const checked = lifeCycle.check({ extraRegions: [] }, olds, news);
      const computed = await lifeCycle.computed?.({ memory: context.memory, tell: context.tell, olds }, checked.inputs);
      assert.deepEqual([...checked.failures, ...(computed?.failures ?? [])], []);
      return computed?.inputs ?? {};
    };
    const script = (id?: string): EdgeScript => {
      const all = emulator.edgeScripts.list();
      const found = id === undefined ? all[0] : all.find(({ Id }) => String(Id) === id);
      assert.ok(found);
      return found;
    };
    let seen = 0;
    await test({
      ...of,
      context,
      texts,
      inputs,
      made: async (news) => {
        const checked = await inputs(news);
        return { ...(await lifeCycle.create(context, checked)), inputs: checked };
      },
      updated: async (id, state, news) => lifeCycle.update(context, id, state, await inputs(news)),
      failed: async (act) => {
        const error = await act.then(
          () => assert.fail("It did not fail"),
          (failure: unknown) => failure,
        );
        assert.ok(error instanceof IncompleteError, String(error));
        return error;
      },
      read: (id, state, last) =>
        lifeCycle.read({ reader: new Reads(context.client.objects, { lists: true }) }, id, state, last),
      script,
      live: (id) => script(id).Releases?.find(({ Status }) => Status === 1)?.Code,
      writes: () => {
        const all = emulator.journal.filter(({ method }) => method !== "GET");
        const now = all.slice(seen).map(({ method, path }) => `${method} ${path.replace(/\d+/g, "N")}`);
        seen = all.length;
        return now;
      },
    });
  });
}
