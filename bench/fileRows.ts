import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openWorld } from "../test/e2e/support/world";
import { localEngine } from "../test/e2e/support/localEngine";
import type { Measured, Row } from "./measure";
import { compare, processorMs, runNode, timed } from "./measure";
import { startService, type Service } from "./service";

const root = path.join(__dirname, "..");
const command = path.join(root, "dist", "cli", "main.js");
const script = (name: string): string => path.join(root, "bench", "scripts", name);

/** Rows of the files of storage zones. */
export const fileRows: readonly Row[] = [
  {
    what: "deploy, first upload of 1,000 files of 10 kB at 50 ms",
    floor: "bare Node script: the PUTs, 16 at a time",
    target: 1.3,
    measure: () => upload(timedRun),
  },
  {
    what: "deploy --release, 1,000 files of 10 kB at 50 ms",
    floor: "bare Node script: the PUTs, 16 at a time",
    target: 1.3,
    measure: () => upload(timedRun, [], ["--release"]),
  },
  {
    what: "processor time of deploy, first upload of 1,000 files of 10 kB",
    floor: "bare Node script: the PUTs with axios, 16 at a time",
    target: 1.2,
    measure: () => upload(processorMs, ["axios"]),
  },
  {
    what: "deploy, nothing changed in 1,000 files in 100 folders at 50 ms",
    floor: "bare Node script: the listings, 4 at a time",
    target: 1.5,
    measure: () =>
      withFiles(async (folder, { env }) => {
        const again = (): Promise<number> => timedRun(command, deployArgs(folder, "site"), env);
        await again();
        return compare(() => timedRun(script("listFolders.cjs"), ["site"], env), again, 5);
      }),
  },
  {
    what: "memory of deploy, for 700 MB of files, in MB",
    floor: "–",
    target: 300,
    measure: memory,
  },
  {
    what: "state bytes per file of a storage folder",
    floor: "–",
    target: 130,
    measure: stateBytes,
  },
];

/** Runs a script or command, and returns what it costs. */
type Run = (file: string, args: readonly string[], env: Service["env"]) => Promise<number>;

const timedRun: Run = (file, args, env) => timed(() => runNode([file, ...args], env));

/** A first upload, and the PUTs alone. */
function upload(run: Run, ofScript: readonly string[] = [], ofDeploy: readonly string[] = []): Promise<Measured> {
  return withFiles((folder, { env }) => {
    let at = 0;
    const next = (): string => `run-${String(at++)}`;
    return compare(
      () => run(script("putFiles.cjs"), [folder, next(), ...ofScript], env),
      () => run(command, [...deployArgs(folder, next()), ...ofDeploy], env),
      5,
    );
  });
}

function deployArgs(folder: string, prefix: string): string[] {
  return ["deploy", folder, "1", "--prefix", prefix];
}

/** A folder with 1,000 files in 100 folders, and a service with an empty storage zone. */
async function withFiles(measure: (folder: string, service: Service) => Promise<Measured>): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), "cdn-bench-"));
  writeFiles(folder, 100, 10, 10_000);
  const service = await startService({ seed: { storageZones: [{ Id: 1, Name: "bench" }] }, latencyMs: 50 });
  try {
    return await measure(folder, service);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

function writeFiles(folder: string, folders: number, files: number, bytes: number): void {
  for (let at = 0; at < folders; at++) {
    const inner = path.join(folder, `folder-${String(at)}`);
    mkdirSync(inner);
    for (let file = 0; file < files; file++) {
      writeFileSync(path.join(inner, `${String(file)}.css`), `${String(at)} ${String(file)}`.padEnd(bytes));
    }
  }
}

async function memory(): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), "cdn-bench-"));
  for (let file = 0; file < 7; file++) {
    const name = path.join(folder, `${String(file)}.bin`);
    writeFileSync(name, String(file));
    truncateSync(name, 100_000_000);
  }
  const sink = spawn(process.execPath, [script("sink.cjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const [host] = (await once(sink.stdout, "data")) as [Buffer];
  const measuring = `process.once("exit", () => console.log(process.resourceUsage().maxRSS)); require(${JSON.stringify(command)})`;
  const env = { CDN_STORAGE_PASSWORD: "bench", CDN_BASE_URL: "http://127.0.0.1" };
  const argv = ["deploy", folder, "bench", "--host", String(host).trim()];
  const output = await runNode(["-e", measuring, "main.js", ...argv], env);
  sink.stdin.end();
  const [bytes] = (await once(sink.stdout, "data")) as [Buffer];
  rmSync(folder, { recursive: true });
  if (Number(bytes) !== 700_000_000) throw new Error(`${String(bytes)} bytes arrived`);
  return { value: Number(output.trim().split("\n").at(-1)) / 1024, details: "" };
}

/** What 100 files more add to a state. */
async function stateBytes(): Promise<Measured> {
  const bytesOf = async (files: number): Promise<number> => {
    const program = `
      const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });
      new cdn.StorageFolder("pages", { storageZoneId: site.storageZoneId, source: "./public" });`;
    const world = await openWorld(localEngine, program);
    try {
      mkdirSync(path.join(world.projectDir, "public"));
      writeFiles(path.join(world.projectDir, "public"), 1, files, 10);
      const { exitCode, text } = await world.stack.up();
      if (exitCode !== 0) throw new Error(text);
      return JSON.stringify(await world.stack.exportState()).length;
    } finally {
      await world.close();
    }
  };
  const [few, many] = [await bytesOf(10), await bytesOf(110)];
  return { value: (many - few) / 100, details: "names of 15 characters" };
}
