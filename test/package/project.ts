import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openStack } from "../../engine";
import { startEmulator } from "../../emulator";
import { command, packPackage, projectFolder, root } from "./packed";

/** What a user writes: a zone, a data source that reads it, and types of every other entry of the package. */
export const program = `import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";
import type { CdnError } from "pulumi-cdn-zones/client";
import type { DriftReport } from "pulumi-cdn-zones/drift";

export type Entries = [CdnError, DriftReport];

const zone = new cdn.StorageZone("assets", {
  name: pulumi.interpolate\`\${"acme"}-assets\`,
  region: "DE",
  zoneTier: cdn.ZoneTier.Standard,
});
const found = cdn.getStorageZoneOutput({ id: zone.storageZoneId });

export const storageZoneId: pulumi.Output<number> = zone.storageZoneId;
export const name = found.name;
export const password = zone.password;
`;

/** Beside it, a test of the user's. */
export const userTest = `import { startEmulator, type Emulator } from "pulumi-cdn-zones/emulator";

export const started: Promise<Emulator> = startEmulator({ seed: { storageZones: [{ Name: "acme-assets" }] } });
`;

/** The same in plain JavaScript. */
export const javaScript = `const cdn = require("pulumi-cdn-zones");

const zone = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", zoneTier: cdn.ZoneTier.Standard });
const found = cdn.getStorageZoneOutput({ id: zone.storageZoneId });

module.exports = { storageZoneId: zone.storageZoneId, name: found.name, password: zone.password };
`;

/** The settings of a program's compiler as Pulumi's own template has them, or newer ones. */
export function tsconfig(options: object, include = ["*.ts"]): string {
  const common = { strict: true, target: "es2022", types: [], skipLibCheck: false, noEmit: true };
  return JSON.stringify({ compilerOptions: { ...common, ...options }, include, "ts-node": { transpileOnly: true } });
}

/** Writes the files of a project. */
export function write(folder: string, files: Readonly<Record<string, string | object>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(
      path.join(folder, file),
      typeof content === "string" ? content : JSON.stringify(content, undefined, 2),
    );
  }
}

/**
 * A project with the tarball's content in its node_modules, and the rest there by links: what an installation would give,
 * without its time.
 *
 * @param typescript the folder of the TypeScript that it gets
 */
export async function installedProject(
  name: string,
  files: Readonly<Record<string, string | object>>,
  typescript = path.join(root, "node_modules", "typescript"),
): Promise<string> {
  const folder = projectFolder(name);
  write(folder, files);
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, "pulumi-cdn-zones");
  mkdirSync(own, { recursive: true });
  mkdirSync(path.join(modules, "@pulumi"));
  await command(own, "tar", ["-xzf", (await packPackage()).tarball, "--strip-components=1"]);
  for (const linked of ["@pulumi/pulumi", "axios", "yaml", "zod", "ts-node"]) {
    symlinkSync(path.join(root, "node_modules", linked), path.join(modules, linked));
  }
  symlinkSync(typescript, path.join(modules, "typescript"));
  return folder;
}

/** Runs `up` on the local engine against an emulator of its own, sees that nothing would change after it, and destroys. */
export async function upAndDown(projectDir: string): Promise<void> {
  const emulator = await startEmulator();
  try {
    const stack = openStack({
      projectDir,
      stackName: "package",
      stateDir: projectFolder(`state-${path.basename(projectDir)}-${String(process.hrtime.bigint())}`),
      passphrase: "a passphrase for tests",
      env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
    });
    succeeded(await stack.up());
    const { storageZoneId, name, password } = await stack.outputs();
    assert.equal(emulator.storageZones.named("acme-assets")?.Id, storageZoneId?.value);
    assert.equal(name?.value, "acme-assets");
    assert.equal(password?.secret, true);
    succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
    succeeded(await stack.destroy());
    assert.deepEqual(emulator.storageZones.list(), []);
  } finally {
    await emulator.close();
  }
}

function succeeded({ exitCode, diagnostics }: { exitCode: number; diagnostics: readonly { message: string }[] }): void {
  assert.equal(exitCode, 0, diagnostics.map(({ message }) => message).join("\n"));
}
