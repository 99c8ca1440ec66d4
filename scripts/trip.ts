import { once } from "node:events";
import { Session } from "node:inspector/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import type { Emulator } from "../emulator";
import { startEmulator } from "../emulator";
import type { KindName } from "../provider/kinds";
import type { Properties } from "../provider/declared/properties";

// Counts the files and functions of the provider that run when it creates or reads an object, and prints a table. It runs the built package, because
// esbuild, which compiles scripts, adds an accessor for each export. package.json gives it enough memory that no function is collected before it is
// counted. The emulator runs in a separate thread, so that code that it shares with the provider is not counted.

const provider = path.join(__dirname, "..", "dist", "provider");
const { dynamicProvider, DynamicRun } = require(
  path.join(provider, "serve", "dynamic", "dynamicProvider.js"),
) as typeof import("../provider/serve/dynamic/dynamicProvider");

interface Trip {
  readonly what: string;
  readonly files: number;
  readonly functions: number;
}

/** Counts the files and functions that run during a step. */
async function trip(what: string, act: () => Promise<unknown>): Promise<Trip> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const ran = result
    .filter(({ url }) => url.startsWith(pathToFileURL(`${provider}/`).href))
    // A function that begins at 0 is the module.
    .map(({ functions }) => functions.filter(({ ranges: [all] }) => all && all.startOffset > 0 && all.count > 0).length)
    .filter((count) => count > 0);
  return { what, files: ran.length, functions: ran.reduce((sum, count) => sum + count, 0) };
}

async function main(): Promise<void> {
  const worker = new Worker(__filename, { execArgv: ["--require", "ts-node/register"] });
  const [{ url, accessKey }] = (await once(worker, "message")) as [Pick<Emulator, "url" | "accessKey">];
  Object.assign(process.env, { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey });
  const run = new DynamicRun();
  /** Checks what a program declares. @returns the step that creates it */
  const checked = async (
    kind: KindName,
    given: Properties,
  ): Promise<() => Promise<{ id: string; outs: Properties }>> => {
    const served = dynamicProvider(kind, run);
    const { inputs = {} } = (await served.check?.({}, given)) ?? {};
    return async () => {
      const { id, outs = {} } = await served.create(inputs);
      return { id, outs };
    };
  };
  const create = async (kind: KindName, given: Properties): ReturnType<Awaited<ReturnType<typeof checked>>> =>
    (await checked(kind, given))();
  // The first creation is not counted, because it does work that later ones do not repeat.
  const zone = await create("DnsZone", { domain: "acme.example" });
  const dnsZoneId = zone.outs["dnsZoneId"];
  const record = (name: string): Properties => ({ dnsZoneId, name, type: "A", value: "192.0.2.1" });
  await create("StorageZone", { name: "acme-first", region: "DE" });
  const { id, outs } = await create("DnsRecord", record("first"));
  const { read } = dynamicProvider("DnsRecord", run);
  const trips = [
    await trip("creation of a `StorageZone`", await checked("StorageZone", { name: "acme-second", region: "DE" })),
    await trip("creation of a `DnsRecord`", await checked("DnsRecord", record("second"))),
    await trip("read of a `DnsRecord`", () => Promise.resolve(read?.(id, outs))),
  ];
  const rows = trips.map(({ what, files, functions }) => `| ${what} | ${String(files)} | ${String(functions)} |`);
  process.stdout.write(["| What | Files | Functions |", "| --- | --- | --- |", ...rows, ""].join("\n"));
  await worker.terminate();
}

async function serve(): Promise<void> {
  const { url, accessKey } = await startEmulator();
  parentPort?.postMessage({ url, accessKey });
}

void (isMainThread ? main() : serve());
