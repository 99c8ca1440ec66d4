import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmulator, type Emulator } from "pulumi-cdn-zones/emulator";
import { formatResult, LocalStack } from "../tools/local-engine";

const root = path.join(__dirname, "..");

/** What the quickstart does with a stack, on either engine. */
interface Engine {
  readonly name: string;
  /** Reads the live service and brings it to what the program declares. */
  up(): Promise<void>;
  /** Shows what differs between the state and the live service; exits with 7 if anything does. */
  drift(): Promise<number>;
  destroy(): Promise<void>;
}

interface StackSettings {
  readonly projectDir: string;
  readonly config: Record<string, string>;
  readonly env: Record<string, string>;
}

/** Runs the storage-zone example from its first `up` to `destroy`, with a change made outside of Pulumi on the way. */
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
    const isOwnFile = (file: string): boolean => path.basename(file) !== "node_modules";
    cpSync(path.join(root, "examples", "storage-zone"), projectDir, { recursive: true, filter: isOwnFile });
    symlinkSync(path.join(root, "node_modules"), path.join(projectDir, "node_modules"));
    const settings = {
      projectDir,
      config: { pullZoneId: "77" },
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
    };
    const engine = values.engine === "cli" ? await cliEngine(settings, folder) : localEngine(settings);
    print(`Engine: ${engine.name}\nService: an emulator at ${emulator.url}, seeded with pull zone 77\n`);
    await walk(engine, emulator);
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(engine: Engine, { storageZones }: Emulator): Promise<void> {
  title(1, "Declare a storage zone and read a pull zone (examples/storage-zone)");
  await engine.up();
  const zone = storageZones.named("acme-assets");
  if (zone === undefined) throw new Error("the storage zone was not created");

  title(2, "Outside of Pulumi, somebody makes the zone answer 200 for missing files");
  storageZones.change(Number(zone.Id), { Rewrite404To200: true, StorageUsed: 4096, FilesStored: 1 });
  print("    (its counters changed as well, which is not drift)");

  title(3, "Show the drift with old and new value; a pipeline goes by the exit code");
  const code = await engine.drift();
  print(`    exit code ${String(code)}`);
  if (code !== 7) throw new Error("the change was not reported as drift");

  title(4, "Repair it");
  await engine.up();
  if (storageZones.named("acme-assets")?.Rewrite404To200 !== false) throw new Error("the drift was not repaired");
  // destroy refuses a zone that holds files.
  storageZones.change(Number(zone.Id), { StorageUsed: 0, FilesStored: 0 });

  title(5, "Clean up");
  await engine.destroy();
  if (storageZones.list().length > 0) throw new Error("a storage zone was left behind");
  print("\nDone: nothing is left. Next: README.md, then your own account with `pulumi up`.");
}

/** The engine of this repository. */
function localEngine({ projectDir, config, env }: StackSettings): Engine {
  const stack = new LocalStack({ projectDir, stackName: "quickstart", config, env });
  const show = async (operation: ReturnType<typeof stack.up>, ...expected: number[]): Promise<number> => {
    const result = await operation;
    print(formatResult(result));
    if (!expected.includes(result.exitCode)) throw new Error("the step above failed");
    return result.exitCode;
  };
  return {
    name: "local engine (stand-in for the Pulumi CLI)",
    up: async () => void (await show(stack.up({ refresh: true }), 0)),
    drift: () => show(stack.preview({ refresh: true, expectNoChanges: true }), 0, 7),
    destroy: async () => void (await show(stack.destroy(), 0)),
  };
}

/** The Pulumi CLI, with a backend and a home of its own. */
async function cliEngine({ projectDir, config, env }: StackSettings, folder: string): Promise<Engine> {
  const pulumi = (...args: string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const child = spawn("pulumi", [...args, "--non-interactive"], {
        cwd: projectDir,
        env: {
          ...process.env,
          ...env,
          PULUMI_BACKEND_URL: `file://${folder}`,
          PULUMI_HOME: path.join(folder, "home"),
          PULUMI_CONFIG_PASSPHRASE: "quickstart",
          PULUMI_SKIP_UPDATE_CHECK: "true",
        },
        stdio: ["ignore", "inherit", "inherit"],
      });
      child.once("error", (error: NodeJS.ErrnoException) =>
        reject(error.code === "ENOENT" ? new Error("there is no `pulumi` on the PATH; omit --engine cli") : error),
      );
      child.once("close", (code) => resolve(code ?? 1));
    });
  const must = async (...args: string[]): Promise<void> => {
    if ((await pulumi(...args)) !== 0) throw new Error(`pulumi ${args.join(" ")} failed`);
  };
  await must("stack", "init", "quickstart");
  for (const [key, value] of Object.entries(config)) await must("config", "set", key, value);
  return {
    name: "the Pulumi CLI",
    up: () => must("up", "--refresh", "--yes", "--skip-preview"),
    drift: () => pulumi("preview", "--refresh", "--diff", "--expect-no-changes"),
    destroy: () => must("destroy", "--yes", "--skip-preview"),
  };
}

function title(step: number, text: string): void {
  print(`\n${String(step)}. ${text}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`quickstart: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
