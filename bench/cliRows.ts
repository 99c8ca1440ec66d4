import { cliEngine } from "../test/e2e/support/cliEngine";
import type { RunResult } from "../test/e2e/support/engineUnderTest";
import { openWorld, type World } from "../test/e2e/support/world";
import { compare, timed, type Measured, type Row } from "./measure";

const zones = (count: number): string => `
  for (let i = 0; i < ${String(count)}; i++) new cdn.StorageZone("zone-" + i, { name: "zone-" + i, region: "DE" });`;

const pullZones = (count: number): string => `
  for (let i = 0; i < ${String(count)}; i++) new cdn.PullZone("zone-" + i, { name: "zone-" + i, originUrl: "https://acme.example" });`;

/** The least that Pulumi does for the same inputs: resources without outputs, whose provider calls nobody. */
const bareResources = (count: number): string => `
  const __provider = 'exports.handler=()=>({check:async(o,n)=>({inputs:n,failures:[]}),create:async(i)=>({id:i.name,outs:i}),delete:async()=>{}})';
  class Bare extends pulumi.CustomResource {
    constructor(name, args) { super("pulumi-nodejs:dynamic/cdn:Bare", name, { ...args, __provider }); }
  }
  for (let i = 0; i < ${String(count)}; i++) new Bare("zone-" + i, { name: "zone-" + i, region: "DE" });`;

/** Rows that need the Pulumi CLI: what a user waits for. */
export const cliRows: readonly Row[] = [
  ...(
    [
      [250, "zones", zones, 1.1],
      [1000, "zones", zones, 1.1],
      [250, "pull zones", pullZones, 1.15],
    ] as const
  ).map(([count, nouns, declare, target]) => ({
    what: `preview of ${count.toLocaleString("en")} declared ${nouns}`,
    floor: "the same program with bare resources without outputs",
    target,
    measure: () =>
      inBothWorlds(count, declare, (bare, ours) =>
        compare(
          () => timed(async () => succeeded(await bare.stack.preview())),
          () => timed(async () => succeeded(await ours.stack.preview())),
          3,
        ),
      ),
  })),
  {
    what: "up of 250 zones at 0 ms",
    floor: "the same program with bare resources without outputs",
    target: 1.25,
    measure: () =>
      inBothWorlds(250, zones, (bare, ours) =>
        compare(
          () => upAndDown(bare),
          () => upAndDown(ours),
          3,
        ),
      ),
  },
  {
    what: "refresh of 1,000 zones at 50 ms latency, with the CLI",
    floor: "the same at 0 ms",
    target: 1.15,
    measure: refreshing,
  },
  ...(
    [
      ["zone", zones, 1.4],
      ["pull zone", pullZones, 5],
    ] as const
  ).map(([noun, declare, target]) => ({
    what: `state bytes of a ${noun}, as the CLI keeps it`,
    floor: "a bare resource with the same name",
    target,
    measure: () =>
      inBothWorlds(20, declare, async (bare, ours) => {
        const [least, whole] = [await bytesOfState(bare), await bytesOfState(ours)];
        return { value: whole / least, details: `${least.toFixed(0)} bytes, ${whole.toFixed(0)} bytes` };
      }),
  })),
];

async function inBothWorlds(
  count: number,
  declare: (count: number) => string,
  measure: (bare: World, ours: World) => Promise<Measured>,
): Promise<Measured> {
  const bare = await openWorld(cliEngine, bareResources(count));
  const ours = await openWorld(cliEngine, declare(count));
  try {
    return await measure(bare, ours);
  } finally {
    await bare.close();
    await ours.close();
  }
}

/** Milliseconds of the update. */
async function upAndDown({ stack }: World): Promise<number> {
  const ms = await timed(async () => succeeded(await stack.up()));
  succeeded(await stack.destroy());
  return ms;
}

async function refreshing(): Promise<Measured> {
  // Otherwise the creation would take minutes.
  const env = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
  const world = await openWorld(cliEngine, zones(1000), { env });
  const { emulator, stack } = world;
  const refresh = (ms: number) => async (): Promise<number> => {
    emulator.setFaults([{ fault: { kind: "latency", ms } }]);
    emulator.clearJournal();
    return timed(async () => succeeded(await stack.refresh()));
  };
  try {
    succeeded(await stack.up());
    const { value, details } = await compare(refresh(0), refresh(50), 5);
    return { value, details: `${details}, ${String(emulator.journal.length)} requests` };
  } finally {
    await world.close();
  }
}

async function bytesOfState({ stack }: World): Promise<number> {
  succeeded(await stack.up());
  const { deployment } = (await stack.exportState()) as { deployment: { resources: { type: string }[] } };
  const zones = deployment.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:"));
  succeeded(await stack.destroy());
  return JSON.stringify(zones).length / zones.length;
}

function succeeded({ exitCode, text }: RunResult): void {
  if (exitCode !== 0) throw new Error(text);
}
