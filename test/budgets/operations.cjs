// Does things to n objects and to 4n objects, in a thread of its own, and posts how often the lines of the package ran for each.
"use strict";
const { Session } = require("node:inspector/promises");
const { mkdtemp, mkdir, rm, writeFile } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const path = require("node:path");
const { PassThrough, Readable } = require("node:stream");
const { parentPort } = require("node:worker_threads");

const dist = path.join(__dirname, "..", "..", "dist");
const { run } = require(path.join(dist, "cli", "run"));
const { detectDrift } = require(path.join(dist, "drift"));
const { startEmulator } = require(path.join(dist, "emulator"));
const { DynamicRun, dynamicProvider } = require(path.join(dist, "provider/serve/dynamic/dynamicProvider"));
const { resourceType } = require(path.join(dist, "provider/kinds/resourceTypes"));

const session = new Session();
session.connect();

/**
 * Returns how often each block of the package ran during an action. Whatever it calls in Node.js or in dependencies is not counted.
 *
 * @param folders of the package that count; the emulator checks records by looking at all of them
 */
async function operationsOf(act, folders = /\/dist\/(cli|drift|provider)\//) {
  await session.post("Profiler.takePreciseCoverage");
  await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const counted = result.filter(({ url }) => folders.test(url));
  const blocks = counted.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

/** Does something with each item, eight at a time as an engine does. */
async function eachOf(items, act) {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await act(item, index);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Counts steps of the life of n DNS records. */
async function ofRecords(n) {
  const emulator = await startEmulator({ seed: { dnsZones: [{ Id: 8, Domain: "acme.example" }] } });
  const config = { "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey };
  const get = (key) => config[key];
  const newRun = () => {
    const provider = dynamicProvider("DnsRecord", new DynamicRun());
    void provider.configure({ config: { get, require: get } });
    return provider;
  };
  const names = Array.from({ length: n }, (_, index) => `host-${String(index)}`);
  const type = resourceType("DnsRecord");
  const provider = `urn:pulumi:dev::p::pulumi:providers:pulumi-nodejs::default::id`;
  const resources = [];
  const create = await operationsOf(async () => {
    const created = newRun();
    await eachOf(names, async (name) => {
      const { inputs } = await created.check({}, { dnsZoneId: 8, type: "A", value: "203.0.113.7", name });
      const { id, outs } = await created.create(inputs);
      resources.push({
        urn: `urn:pulumi:dev::p::${type}::${name}`,
        custom: true,
        type,
        id,
        inputs,
        outputs: outs,
        provider,
      });
    });
  });
  const refresh = await operationsOf(async () => {
    const read = newRun();
    await eachOf(resources, ({ id, outputs }) => read.read(id, outputs));
  });
  const env = { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey };
  const state = { version: 3, deployment: { manifest: {}, resources } };
  const drift = await operationsOf(async () => {
    // Only the zone is in no state.
    const { summary, unmanaged } = await detectDrift({ states: [{ state }], env, unmanaged: true });
    if (summary.clean !== n || unmanaged.zones.length !== 1) throw new Error(JSON.stringify(summary));
  });
  await emulator.close();
  return { create, refresh, drift };
}

/** Runs a command. */
async function command({ url, accessKey }, argv, cwd) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 1 << 30 }), { isTTY: false });
  const env = { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_EDGE_DELAY_SECONDS: "0" };
  const io = { stdin: Readable.from([""]), stdout: stream(), stderr: stream(), env, cwd: () => cwd };
  if ((await run(argv, io)) !== 0) throw new Error(`${argv.join(" ")}: ${String(io.stderr.read())}`);
}

/** Runs an action with an empty folder. */
async function inFolder(act) {
  const folder = await mkdtemp(path.join(tmpdir(), "operations-"));
  await act(folder).finally(() => rm(folder, { recursive: true }));
}

/** Counts commands in an account of n storage zones, each with a pull zone. */
async function ofAccount(n) {
  const ids = Array.from({ length: n }, (_, index) => index + 1);
  const storageZones = ids.map((Id) => ({ Id, Name: `zone-${String(Id)}` }));
  const pullZones = ids.map((id) => ({
    Id: 1_000_000 + id,
    Name: `pull-${String(id)}`,
    OriginType: 2,
    StorageZoneId: id,
  }));
  const emulator = await startEmulator({ seed: { storageZones, pullZones } });
  const counts = {};
  await inFolder(async (folder) => {
    counts.zones = await operationsOf(() => command(emulator, ["zones"], folder));
    counts.import = await operationsOf(() => command(emulator, ["import", "--all"], folder));
  });
  await emulator.close();
  return counts;
}

const withEmulator = /\/dist\//;

/** Counts commands for n files, ten in a folder. */
async function ofFiles(n) {
  const emulator = await startEmulator({ seed: { storageZones: [{ Id: 7, Name: "files" }] } });
  const counts = {};
  await inFolder(async (folder) => {
    for (let index = 0; index < n; index++) {
      const parent = path.join(folder, `folder-${String(Math.floor(index / 10))}`);
      await mkdir(parent, { recursive: true });
      await writeFile(path.join(parent, `file-${String(index)}.txt`), String(index));
    }
    counts.deploy = await operationsOf(() => command(emulator, ["deploy", ".", "files"], folder), withEmulator);
    counts["deploy again"] = await operationsOf(
      () => command(emulator, ["deploy", ".", "files"], folder),
      withEmulator,
    );
  });
  await emulator.close();
  return counts;
}

parentPort.once("message", async ({ subject, n }) => {
  const measure = { records: ofRecords, account: ofAccount, files: ofFiles }[subject];
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  parentPort.postMessage([await measure(n), await measure(4 * n)]);
});
