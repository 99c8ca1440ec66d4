import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cliEngine } from "../test/e2e/support/cliEngine";
import type { RunResult } from "../test/e2e/support/engineUnderTest";
import { openWorld, type World } from "../test/e2e/support/world";
import { recordsSeedOf } from "./account";
import { compare, timed, type Measured, type Row } from "./measure";

const zones = (count: number): string => `
  for (let i = 0; i < ${String(count)}; i++) new cdn.StorageZone("zone-" + i, { name: "zone-" + i, region: "DE" });`;

const pullZones = (count: number): string => `
  for (let i = 0; i < ${String(count)}; i++) new cdn.PullZone("zone-" + i, { name: "zone-" + i, originUrl: "https://acme.example" });`;

const records = (count: number): string => `
  for (let i = 0; i < ${String(count)}; i++) new cdn.DnsRecord("zone-" + i, { dnsZoneId: 1, name: "zone-" + i, type: "A", value: "203.0.113.7" });`;

/** A folder with a program of native resources. */
const yaml = (count: number): { readonly copyOf: string } => {
  const copyOf = mkdtempSync(path.join(tmpdir(), "cdn-bench-"));
  const names = Array.from({ length: count }, (_, index) => `zone-${String(index)}`);
  const zone = (name: string): string =>
    `  ${name}:\n    type: cdn:StorageZone\n    properties: { name: ${name}, region: DE }\n`;
  const resources = names.map(zone).join("");
  writeFileSync(path.join(copyOf, "Pulumi.yaml"), `name: bench\nruntime: yaml\nresources:\n${resources}`);
  return { copyOf };
};

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
      ["preview", 250, "declared zones", zones, 1.1],
      ["preview", 1000, "declared zones", zones, 1.1],
      ["preview", 250, "declared pull zones", pullZones, 1.15],
      ["preview", 250, "declared DNS records", records, 1.15],
      ["preview", 250, "zones in YAML, with the plugin", yaml, 1],
      ["up", 250, "zones at 0 ms", zones, 1.25],
      ["up", 250, "zones in YAML, with the plugin", yaml, 1.25],
      ["destroy", 250, "zones at 0 ms", zones, 1.25],
    ] as const
  ).map(([operation, count, nouns, declare, target]) => ({
    what: `${operation} of ${count.toLocaleString("en")} ${nouns}`,
    floor: "a JavaScript program with bare resources without outputs",
    target,
    measure: () =>
      inBothWorlds(count, declare, (bare, ours) =>
        compare(
          () => timeOf(operation, bare),
          () => timeOf(operation, ours),
          3,
        ),
      ),
  })),
  {
    what: "refresh of 1,000 zones at 50 ms latency, with the CLI",
    floor: "the same at 0 ms",
    target: 1.15,
    measure: refreshing,
  },
  ...(["dynamic", "native"] as const).map((resources) => ({
    what: `requests for destroying 250 DNS records at 50 ms latency, ${resources}, with the CLI`,
    floor: "250",
    target: 260,
    measure: () => destroying(resources),
  })),
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
  declare: (count: number) => string | { readonly copyOf: string },
  measure: (bare: World, ours: World) => Promise<Measured>,
): Promise<Measured> {
  const program = declare(count);
  const bare = await openWorld(cliEngine, bareResources(count));
  const ours = await openWorld(
    typeof program === "string" ? cliEngine : { ...cliEngine, resources: "native" },
    program,
  );
  try {
    return await measure(bare, ours);
  } finally {
    await bare.close();
    await ours.close();
  }
}

/** Milliseconds of a run. An update is undone, and a deletion needs an update before. */
async function timeOf(operation: "preview" | "up" | "destroy", { stack }: World): Promise<number> {
  if (operation === "preview") return timed(async () => succeeded(await stack.preview()));
  const up = await timed(async () => succeeded(await stack.up()));
  const destroy = await timed(async () => succeeded(await stack.destroy()));
  return operation === "up" ? up : destroy;
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

async function destroying(resources: "dynamic" | "native"): Promise<Measured> {
  const world = await openWorld({ ...cliEngine, resources }, records(250), { seed: recordsSeedOf(0) });
  const { emulator, stack } = world;
  try {
    succeeded(await stack.up());
    emulator.setFaults([{ fault: { kind: "latency", ms: 50 } }]);
    emulator.clearJournal();
    const ms = await timed(async () => succeeded(await stack.destroy()));
    if (emulator.dnsRecords.list().length > 0) throw new Error("records are left");
    return { value: emulator.journal.length, details: `${ms.toFixed(0)} ms` };
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
