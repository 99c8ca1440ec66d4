import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmulator } from "../emulator";
import type { QuickstartEngine } from "./engines";
import { cliEngine, localEngine, print } from "./engines";

const root = path.join(__dirname, "..", "..");
const example = path.join(root, "examples", "storage-zone");

/** Runs the example from its first `up` to its destruction, with a change behind Pulumi's back on the way. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { engine: { type: "string", default: "local" } } });
  if (values.engine !== "local" && values.engine !== "cli") {
    throw new Error(`--engine must be local or cli, but got: ${JSON.stringify(values.engine)}`);
  }
  const folder = mkdtempSync(path.join(tmpdir(), "cdn-quickstart-"));
  const emulator = await startEmulator({
    seed: { pullZones: [{ Id: 77, Name: "website", OriginUrl: "https://www.example.com", BlockedCountries: ["XX"] }] },
  });
  try {
    const projectDir = path.join(folder, "project");
    cpSync(example, projectDir, { recursive: true, filter: (file) => path.basename(file) !== "node_modules" });
    symlinkSync(path.join(root, "node_modules"), path.join(projectDir, "node_modules"));
    const engine = (values.engine === "cli" ? cliEngine : localEngine)({
      projectDir,
      stateDir: folder,
      config: { pullZoneId: "77" },
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
    });
    print(`Engine: ${engine.name}\nService: an emulator at ${emulator.url}, seeded with the pull zone 77\n`);
    await steps(engine, emulator);
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function steps(engine: QuickstartEngine, emulator: Awaited<ReturnType<typeof startEmulator>>): Promise<void> {
  title(1, "Declare a storage zone and read a pull zone (examples/storage-zone)");
  await engine.up();
  const zone = emulator.storageZones.named("acme-assets");
  if (zone === undefined) throw new Error("the storage zone is not in the service");

  title(2, "Behind Pulumi's back, somebody lets the zone answer 200 for missing files");
  emulator.storageZones.change(Number(zone.Id), { Rewrite404To200: true, StorageUsed: 4096, FilesStored: 1 });
  print("    (its counters moved as well, which is no drift)");

  title(3, "The drift, with old and new value; the exit code tells a pipeline");
  const code = await engine.drift();
  print(`    exit code ${String(code)}`);
  if (code !== 7) throw new Error("the change was not seen as drift");

  title(4, "Repair it");
  await engine.up();
  if (emulator.storageZones.named("acme-assets")?.Rewrite404To200 !== false)
    throw new Error("the drift was not repaired");
  emulator.storageZones.change(Number(zone.Id), { StorageUsed: 0, FilesStored: 0 });

  title(5, "Clean up");
  await engine.destroy();
  if (emulator.storageZones.list().length > 0) throw new Error("a storage zone was left behind");
  print("\nDone: nothing is left. Next: README.md, then your own account with `pulumi up`.");
}

function title(step: number, text: string): void {
  print(`\n${String(step)}. ${text}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`quickstart: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
