import assert from "node:assert/strict";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { Reads } from "../../provider/api/reads";
import type { CreateResult, LifeCycleContext } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { RunMemory } from "../../provider/run/memory";
import { Purges } from "../../provider/run/purges";
import { Turns } from "../../provider/run/turns";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { canaryKey, settings } from "../api/support";

/** An emulator and a life cycle that uses it. */
export interface Bench {
  readonly emulator: Emulator;
  readonly context: LifeCycleContext;
  /** Checks the inputs as an engine would, and creates the zone. */
  readonly create: (news: Properties) => Promise<CreateResult>;
  /** The requests so far, such as "POST /storagezone". */
  readonly sent: () => string[];
}

/** Runs a test against its own emulator, with few retries and a time limit for a request, of half a second by default. */
export async function bench(
  { edgeDelaySeconds, ...options }: EmulatorOptions & { readonly edgeDelaySeconds?: number },
  test: (bench: Bench) => Promise<void>,
  timeoutSeconds = 0.5,
): Promise<void> {
  const emulator = await startEmulator({ accessKey: canaryKey, ...options });
  const client = new CdnClient(settings(emulator.url, { timeoutSeconds, maxRetries: 3 }));
  const context = contextOf(client, edgeDelaySeconds);
  try {
    await test({
      emulator,
      context,
      create: (news) => storageZoneLifeCycle.create(context, checked(news)),
      sent: () => emulator.journal.map(({ method, path }) => `${method} ${path}`),
    });
  } finally {
    await emulator.close();
  }
}

/** The memory of a run with one provider process. */
export const newMemory = (): RunMemory =>
  new RunMemory({
    announce: () => undefined,
    announced: () => ({ noted: [], removed: [] }),
    refuseIfAlone: () => undefined,
  });

/** What a life cycle works with. */
export function contextOf(client: CdnClient, edgeDelaySeconds = 0): LifeCycleContext {
  return {
    client,
    reader: new Reads(client.objects, { lists: true }),
    memory: newMemory(),
    tell: () => undefined,
    turns: new Turns(),
    guardedZones: new Set(),
    purges: new Purges({
      purge: (id, tag) => client.purgePullZone(id, tag),
      purgeUrl: (url) => client.purgeUrl(url),
      edgeDelaySeconds: () => edgeDelaySeconds,
    }),
    dns: () => undefined,
    importCommand: (id) => `npx pulumi-cdn-zones import ${id}`,
  };
}

/** The inputs after `check`. */
export function checked(news: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = storageZoneLifeCycle.check({ extraRegions: [] }, olds, news);
  assert.deepEqual(failures, []);
  return inputs;
}

/** Whether a value contains undefined: Pulumi's server would then fail after the zone was created. */
export function holdsUndefined(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUndefined);
}
