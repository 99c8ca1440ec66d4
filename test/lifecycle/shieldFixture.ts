import assert from "node:assert/strict";
import type { EmulatorOptions, PullZoneShield } from "../../emulator";
import { Reads } from "../../provider/api/reads";
import { IncompleteError } from "../../provider/declared/failures";
import type { Properties } from "../../provider/declared/properties";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { CheckResult, LifeCycle, LifeCycleContext, ReadResult } from "../../provider/lifecycle/lifeCycle";
import type { Bench } from "./support";
import { bench } from "./support";

/** A pull zone, whose user owns what belongs to it. */
export const pullZones = [{ Id: 7, Name: "web", UserId: "alice" }];
export const storageZones = [{ Id: 1, Name: "assets", Region: "DE", UserId: "alice" }];

/** A resource in a test: what a run does with it. */
export interface Shielded extends Bench {
  readonly texts: string[];
  readonly lifeCycle: LifeCycle;
  readonly check: (news: Properties, olds?: Properties) => CheckResult;
  readonly made: (news: Properties) => Promise<{ id: string; state: Properties }>;
  readonly updated: (id: string, state: Properties, news: Properties) => Promise<Properties>;
  readonly read: (id: string, state: Properties) => Promise<ReadResult | undefined>;
  readonly deleted: (id: string, state: Properties) => Promise<void>;
  /** The shield in the emulator. */
  readonly shield: () => PullZoneShield;
  /** The requests that change something since the last call, with the names of the settings that they send. */
  readonly writes: () => string[];
}

/** Runs a test of a kind of Shield against its own emulator. */
export async function shielded(
  kind: KindName,
  options: EmulatorOptions,
  test: (of: Shielded) => Promise<void>,
  timeoutSeconds?: number,
): Promise<void> {
  const seed = { pullZones, storageZones, ...options.seed };
  const run = async (of: Bench): Promise<void> => {
    const { emulator } = of;
    const texts: string[] = [];
    const context: LifeCycleContext = { ...of.context, tell: (text) => texts.push(text) };
    const lifeCycle = lifeCycleOf(kind);
    const check = (news: Properties, olds: Properties = {}): CheckResult =>
      lifeCycle.check({ extraRegions: [], memory: context.memory }, olds, news);
    const inputs = (news: Properties, olds?: Properties): Properties => {
      const { inputs: checked, failures } = check(news, olds);
      assert.deepEqual(failures, []);
      return checked;
    };
    let seen = 0;
    await test({
      ...of,
      context,
      texts,
      lifeCycle,
      check,
      made: (news) => lifeCycle.create(context, inputs(news)),
      updated: (id, state, news) => lifeCycle.update(context, id, state, inputs(news, state)),
      read: (id, state) => lifeCycle.read({ reader: new Reads(context.client.objects, { lists: true }) }, id, state),
      deleted: (id, state) => lifeCycle.delete(context, id, state),
      shield: () => {
        const [shield] = emulator.pullZoneShields.list();
        assert.ok(shield);
        return shield;
      },
      writes: () => {
        const all = emulator.journal.filter(({ method }) => method !== "GET");
        const now = all.slice(seen).map(({ method, path }) => `${method} ${path}`);
        seen = all.length;
        return now;
      },
    });
  };
  await bench({ ...options, seed }, run, timeoutSeconds);
}

/** The error of an action that fails after it changed something. */
export async function incomplete(act: Promise<unknown>): Promise<IncompleteError> {
  const error = await act.then(
    () => assert.fail("It did not fail"),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof IncompleteError, String(error));
  return error;
}
