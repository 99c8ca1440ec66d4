import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageVersion } from "../provider/version";

/**
 * Builds an executable of the plugin for this platform, which needs no Node.js on the user's machine: it is a copy of this Node.js with the bundle
 * inside. Writes the archive that Pulumi downloads, `sdk/plugin/pulumi-resource-cdn-vVERSION-OS-ARCH.tar.gz`.
 */

const root = path.join(__dirname, "..");
const bundle = path.join(root, "plugin", "package", "pulumi-resource-cdn");
/** The marker in the Node.js binary that says whether a script was injected. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Go's names of systems and architectures, which Pulumi uses for archives. */
const systems: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", arm64: "arm64" };

function makeExecutable(folder: string): string {
  const executable = path.join(
    folder,
    process.platform === "win32" ? "pulumi-resource-cdn.exe" : "pulumi-resource-cdn",
  );
  const [blob, config] = [path.join(folder, "blob"), path.join(folder, "sea.json")];
  const settings = { main: bundle, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "inherit" });
  copyFileSync(process.execPath, executable);
  const isMac = process.platform === "darwin";
  // The injected script invalidates the signature, and macOS starts no executable without one.
  if (isMac) execFileSync("codesign", ["--remove-signature", executable]);
  const injection = [executable, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse];
  if (isMac) injection.push("--macho-segment-name", "NODE_SEA");
  execFileSync(process.execPath, [require.resolve("postject/dist/cli.js"), ...injection], { stdio: "inherit" });
  if (isMac) execFileSync("codesign", ["--sign", "-", executable]);
  return executable;
}

function main(): void {
  const [system, architecture] = [systems[process.platform], architectures[process.arch]];
  if (system === undefined || architecture === undefined) {
    throw new Error(`Pulumi has no plugins for this platform: ${process.platform} ${process.arch}`);
  }
  const target = path.join(root, "sdk", "plugin");
  const archive = `pulumi-resource-cdn-v${packageVersion}-${system}-${architecture}.tar.gz`;
  const folder = mkdtempSync(path.join(tmpdir(), "executable-"));
  try {
    const executable = makeExecutable(folder);
    mkdirSync(target, { recursive: true });
    // The names have no folder, because GNU tar on Windows would read the part before the colon of `D:\…` as a host.
    execFileSync("tar", ["-czf", archive, path.basename(executable)], { cwd: folder });
    copyFileSync(path.join(folder, archive), path.join(target, archive));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${path.relative(root, path.join(target, archive))}\n`);
}

main();
