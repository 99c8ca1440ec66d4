import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EmulatorOptions } from "../emulator";
import { providerText } from "../provider/serve/dynamic/providerText";
import { decode } from "../provider/wire/codec";
import { storageZoneTable } from "../provider/wire/storageZone";
import { Served } from "../test/serve/dynamic/served";
import type { Zone } from "./account";
import { pullZonesOf, recordsOf, recordsSeedOf, seedOf, stateOf, zonesOf } from "./account";
import { compare, median, runNode, runs, timed, type Measured, type Row } from "./measure";
import { startService } from "./service";

const root = path.join(__dirname, "..");
const command = path.join(root, "dist", "cli", "main.js");
const script = (name: string): string => path.join(root, "bench", "scripts", name);

export const rows: readonly Row[] = [
  ...(
    [
      [10, 10],
      [100, 3],
      [1000, 3],
    ] as const
  ).map(([zones, target]) => ({
    what: `requests for a refresh of ${zones.toLocaleString("en")} zones`,
    floor: "1",
    target,
    measure: async () => {
      const { requests, ms } = await refresh(zones, 0);
      return { value: requests, details: `${ms.toFixed(0)} ms` };
    },
  })),
  {
    what: "requests for a refresh of 1,000 pull zones",
    floor: "1",
    target: 3,
    measure: async () => {
      const { requests, ms } = await refresh(1000, 0, await pullZonesOf(1000));
      return { value: requests, details: `${ms.toFixed(0)} ms` };
    },
  },
  {
    what: "requests for a refresh of 1,000 DNS records",
    floor: "1",
    target: 3,
    measure: async () => {
      const { requests, ms } = await refresh(1000, 0, await recordsOf(1000), recordsSeedOf(1000));
      return { value: requests, details: `${ms.toFixed(0)} ms` };
    },
  },
  {
    what: "requests for deleting 250 DNS records",
    floor: "250",
    target: 260,
    measure: async () => {
      const { requests, ms } = await deletion(await recordsOf(250), recordsSeedOf(250));
      return { value: requests, details: `${ms.toFixed(0)} ms at 50 ms latency` };
    },
  },
  {
    what: "refresh of 1,000 zones at 50 ms latency",
    floor: "the same at 0 ms",
    target: 1.15,
    measure: () =>
      compare(
        async () => (await refresh(1000, 0)).ms,
        async () => (await refresh(1000, 50)).ms,
      ),
  },
  {
    what: "requests for creating 1,000 zones",
    floor: "2,000: each is added, and read",
    target: 2010,
    measure: creation,
  },
  {
    what: "drift command, 1,000 zones at 50 ms",
    floor: "bare Node script: read state, one list call, compare ids",
    target: 1.5,
    measure: drift,
  },
  {
    what: "memory of the drift command, 200 stacks with 20,000 zones",
    floor: "the same with 20 stacks and 2,000 zones",
    target: 2,
    measure: driftOfMany,
  },
  {
    what: "import of the package, resources only",
    floor: "bare `@pulumi/pulumi` import",
    target: 1.05,
    measure: startUp,
  },
  {
    what: "provider process to first answer",
    floor: "the same process with an empty provider",
    target: 1.15,
    measure: () =>
      compare(
        () => timed(() => firstAnswer("exports.handler=()=>({check:async(olds,news)=>({inputs:news,failures:[]})})")),
        () => timed(() => firstAnswer(providerText("StorageZone"))),
      ),
  },
  {
    what: "command to its first byte (help)",
    floor: "bare Node",
    target: 1.5,
    measure: () =>
      compare(
        () => timed(() => runNode(["-e", "1"])),
        () => timed(() => runNode([command, "--help"])),
      ),
  },
  {
    what: "decode 1,000 zones with nested pull zones",
    floor: "`JSON.parse` of the same bytes",
    target: 2,
    measure: decoding,
  },
  {
    what: "iterate 100,000 log entries",
    floor: "fetching and parsing them in pages of 5,000",
    target: 1.3,
    measure: logs,
  },
  {
    what: "`__provider` bytes in state per resource",
    floor: "–",
    target: 200,
    // A state has it twice, in the inputs and in the outputs.
    measure: () => {
      const once = Buffer.byteLength(JSON.stringify({ __provider: providerText("StorageZone") }));
      return Promise.resolve({ value: 2 * once, details: "" });
    },
  },
  {
    what: "state bytes per zone",
    floor: "the same without `__provider` and `__declared`",
    target: 1.25,
    measure: async () => {
      const [zone] = await zonesOf(1);
      const whole = JSON.stringify(zone);
      const bare = JSON.stringify(zone, (key, value: unknown) => (/^__/.test(key) ? undefined : value));
      return { value: whole.length / bare.length, details: `${String(whole.length)} bytes` };
    },
  },
];

async function refresh(count: number, latencyMs: number, zones?: readonly Zone[], seed = seedOf(count)): Promise<Cost> {
  return ofEach(zones ?? (await zonesOf(count)), { seed, latencyMs }, async (served, zone) => {
    const id = await served.read(zone.id, zone.outputs);
    if (id !== zone.id) throw new Error(`${zone.urn} was not read`);
  });
}

function deletion(zones: readonly Zone[], seed: EmulatorOptions["seed"]): Promise<Cost> {
  return ofEach(zones, { ...(seed && { seed }), latencyMs: 50 }, (served, { id, outputs }) =>
    served.delete(id, outputs),
  );
}

interface Cost {
  readonly requests: number;
  readonly ms: number;
}

/** Does something with each resource as an engine does, 20 at a time, through the provider process of Pulumi's SDK. */
async function ofEach(
  zones: readonly Zone[],
  options: EmulatorOptions,
  act: (served: Served, zone: Zone) => Promise<void>,
): Promise<Cost> {
  const service = await startService(options);
  const served = await Served.start({}, service.env);
  const waiting = [...zones];
  const actor = async (): Promise<void> => {
    for (let zone = waiting.pop(); zone !== undefined; zone = waiting.pop()) await act(served, zone);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: 20 }, actor)));
  const requests = await service.count();
  await served.end();
  await service.stop();
  return { requests, ms };
}

/** Creates zones as an engine does, 16 at a time. */
async function creation(): Promise<Measured> {
  const service = await startService({});
  const served = await Served.start({}, service.env);
  let next = 0;
  const creator = async (): Promise<void> => {
    while (next < 1000) await served.create(await served.check({ name: `zone-${String(next++)}`, region: "DE" }));
  };
  const ms = await timed(() => Promise.all(Array.from({ length: 16 }, creator)));
  const requests = await service.count();
  await served.end();
  await service.stop();
  return { value: requests, details: `${ms.toFixed(0)} ms` };
}

async function drift(): Promise<Measured> {
  const service = await startService({ seed: seedOf(1000), latencyMs: 50 });
  const folder = mkdtempSync(path.join(tmpdir(), "cdn-bench-"));
  const state = path.join(folder, "state.json");
  writeFileSync(state, stateOf(await zonesOf(1000)));
  const measured = await compare(
    () => timed(() => runNode([script("readListCompare.cjs"), state], service.env)),
    () => timed(() => runNode([command, "drift", "--state", state], service.env)),
  );
  rmSync(folder, { recursive: true });
  await service.stop();
  return measured;
}

/** Stacks of 100 zones each, in one account. */
async function driftOfMany(): Promise<Measured> {
  const service = await startService({ seed: seedOf(20_000), latencyMs: 50 });
  const folder = mkdtempSync(path.join(tmpdir(), "cdn-bench-"));
  const zones = await zonesOf(20_000);
  const measuring = `process.once("exit", () => console.log(process.resourceUsage().maxRSS)); require(${JSON.stringify(command)})`;
  const maxMegabytes = async (stacks: number): Promise<number> => {
    const states = mkdtempSync(path.join(folder, "states-"));
    for (let stack = 0; stack < stacks; stack++) {
      writeFileSync(path.join(states, `${String(stack)}.json`), stateOf(zones.slice(stack * 100, (stack + 1) * 100)));
    }
    const glob = path.join(states, "*.json");
    const output = await runNode(["-e", measuring, "main.js", "drift", "--state", glob], service.env);
    return Number(output.trim().split("\n").at(-1)) / 1024;
  };
  const few = await maxMegabytes(20);
  const before = await service.count();
  const many = await maxMegabytes(200);
  const requests = (await service.count()) - before;
  rmSync(folder, { recursive: true });
  await service.stop();
  return { value: many / few, details: `${few.toFixed(0)} MB, ${many.toFixed(0)} MB, ${String(requests)} requests` };
}

/** Both in one process: the package is loaded after the SDK, and the ratio is of both to the SDK alone. */
async function startUp(): Promise<Measured> {
  const script =
    "const began=performance.now();require('@pulumi/pulumi');const bare=performance.now()-began;" +
    `require(${JSON.stringify(root)}).StorageZone;console.log(bare+' '+(performance.now()-began))`;
  const times: number[][] = [];
  for (let run = 0; run < runs; run++) times.push((await runNode(["-e", script])).split(" ").map(Number));
  return { value: median(times.map(([bare = NaN, whole = NaN]) => whole / bare)), details: "" };
}

async function firstAnswer(__provider: string): Promise<void> {
  const config = { "cdn:baseUrl": "http://127.0.0.1:1", "cdn:accessKey": "key-of-the-bench" };
  // With all of the SDK, as users have it.
  const served = await Served.start(config, { NODE_OPTIONS: "" });
  await served.check({ name: "zone", region: "DE", __provider });
  await served.end();
}

async function decoding(): Promise<Measured> {
  const service = await startService({ seed: seedOf(1000) });
  const headers = { AccessKey: service.env.CDN_ACCESS_KEY };
  const text = await (await fetch(`${service.env.CDN_BASE_URL}/storagezone?page=0`, { headers })).text();
  await service.stop();
  const parsed = (): unknown[] => JSON.parse(text) as unknown[];
  return compare(
    () => timed(parsed),
    () => timed(() => parsed().map((zone) => decode(storageZoneTable, zone))),
  );
}

async function logs(): Promise<Measured> {
  // About one entry in twenty is an origin-shield request, which a query omits by default.
  const service = await startService({ logEntries: 106_000, logRateLimit: "none" });
  let requests = 0;
  const run = async (name: string): Promise<number> => {
    const ran = JSON.parse(await runNode([script(name)], service.env)) as Record<"count" | "ms" | "requests", number>;
    if (ran.count < 100_000) throw new Error(`${name} saw ${String(ran.count)} entries`);
    ({ requests } = ran);
    return ran.ms;
  };
  const measured = await compare(
    () => run("fetchLogs.cjs"),
    () => run("iterateLogs.cjs"),
  );
  await service.stop();
  return { ...measured, details: `${measured.details}, ${String(requests)} requests` };
}
