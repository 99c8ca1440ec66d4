import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EmulatorOptions } from "../emulator";
import { startEmulator } from "../emulator";
import type { Checkpoint, LocalStack } from "../engine";
import { openStack } from "../engine";

export const root = path.join(__dirname, "..");
const passphrase = "bench";
const modified = "2024-05-01T10:00:00Z";
const passwords = { Password: "p".repeat(36), ReadOnlyPassword: "r".repeat(36) };

/** An account of so many storage zones, each with a pull zone, as the emulator's seed has it. */
export function seedOf(zones: number): NonNullable<EmulatorOptions["seed"]> {
  const ids = Array.from({ length: zones }, (_, index) => index + 1);
  return {
    storageZones: ids.map((Id) => ({
      Id,
      Name: `zone-${String(Id)}`,
      Region: "DE",
      DateModified: modified,
      ...passwords,
    })),
    pullZones: ids.map((id) => ({
      Id: 1_000_000 + id,
      Name: `pull-${String(id)}`,
      StorageZoneId: id,
      OriginUrl: `https://zone-${String(id)}.example.com`,
    })),
  };
}

/** A project as a user has one, with the package and the SDK in its node_modules. */
export class Project {
  readonly folder = mkdtempSync(path.join(tmpdir(), "cdn-bench-"));

  constructor(program = "") {
    const modules = path.join(this.folder, "node_modules");
    mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
    symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
    symlinkSync(path.join(root, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
    this.write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
    this.write("package.json", JSON.stringify({ name: "bench", main: "index.js" }));
    this.write("index.js", `const cdn = require("pulumi-cdn-zones");\n${program}\n`);
  }

  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  stack(env: Record<string, string>): LocalStack {
    return openStack({
      projectDir: this.folder,
      stackName: "bench",
      stateDir: path.join(this.folder, "state"),
      config: { "cdn:baseUrl": env["CDN_BASE_URL"] ?? "", "cdn:accessKey": env["CDN_ACCESS_KEY"] ?? "" },
      env,
      passphrase,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The state that an update leaves after it created one zone with the fewest inputs. */
export async function stateOfOneZone(): Promise<Checkpoint> {
  const service = await startEmulator({ serverDefaults: { DateModified: modified, ...passwords } });
  const project = new Project(`new cdn.StorageZone("zone-1", { name: "zone-1", region: "DE" });`);
  try {
    const stack = project.stack({ CDN_BASE_URL: service.url, CDN_ACCESS_KEY: service.accessKey });
    const { exitCode, diagnostics } = await stack.up();
    if (exitCode !== 0) throw new Error(`the zone was not created: ${JSON.stringify(diagnostics)}`);
    return await stack.exportState();
  } finally {
    project.remove();
    await service.close();
  }
}

/** The same for many zones, each as {@link seedOf} has it. */
export function stateOf(zones: number, one: Checkpoint): Checkpoint {
  const resources = (one.deployment as { resources: { type: string }[] }).resources;
  const others = resources.filter(({ type }) => !type.endsWith("StorageZone"));
  const [zone] = resources.filter(({ type }) => type.endsWith("StorageZone"));
  const text = JSON.stringify(zone).replace(/"dateModified":"[^"]*"/, `"dateModified":"${modified}"`);
  const all = Array.from({ length: zones }, (_, index) => {
    const id = String(index + 1);
    return JSON.parse(
      text
        .replaceAll("zone-1", `zone-${id}`)
        .replaceAll('"id":"1"', `"id":"${id}"`)
        .replaceAll('"storageZoneId":1', `"storageZoneId":${id}`)
        .replaceAll('"pullZones":[]', `"pullZones":[{"id":${String(1_000_000 + index + 1)},"name":"pull-${id}"}]`),
    ) as unknown;
  });
  return { ...one, deployment: { ...one.deployment, resources: [...others, ...all] } } as Checkpoint;
}
