import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
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
  if (process.platform === "win32") removeSignature(executable);
  const isMac = process.platform === "darwin";
  // The injected script invalidates the signature, and macOS starts no executable without one.
  if (isMac) execFileSync("codesign", ["--remove-signature", executable]);
  const injection = [executable, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse];
  if (isMac) injection.push("--macho-segment-name", "NODE_SEA");
  execFileSync(process.execPath, [require.resolve("postject/dist/cli.js"), ...injection], { stdio: "inherit" });
  if (isMac) execFileSync("codesign", ["--sign", "-", executable]);
  return executable;
}

/**
 * Removes the signature of a Windows executable, which is at its end. Otherwise the header would refer to a signature where the injected script is,
 * and Windows would take the file for one that was tampered with.
 */
function removeSignature(executable: string): void {
  const bytes = readFileSync(executable);
  const optionalHeader = bytes.readUInt32LE(0x3c) + 24;
  // The directory entry of signatures in a 64-bit executable: an offset in the file and a size.
  const entry = optionalHeader + 144;
  const offset = bytes.readUInt32LE(entry);
  if (offset === 0) return;
  bytes.fill(0, entry, entry + 8);
  writeFileSync(executable, bytes.subarray(0, offset));
}

/** Starts the executable as the engine does, and waits for the port that it listens on. @throws {Error} if it ends instead */
async function start(executable: string): Promise<void> {
  const child = spawn(executable, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const port: unknown = await Promise.race([
    once(createInterface(child.stdout), "line").then(([line]: unknown[]) => line),
    ended.then(([code, signal]: unknown[]) => `the end: ${String(signal ?? code)}`),
  ]);
  child.kill();
  await ended;
  if (!/^\d+$/.test(String(port))) throw new Error(`the executable must print a port, but got: ${String(port)}`);
}

async function main(): Promise<void> {
  const [system, architecture] = [systems[process.platform], architectures[process.arch]];
  if (system === undefined || architecture === undefined) {
    throw new Error(`Pulumi has no plugins for this platform: ${process.platform} ${process.arch}`);
  }
  const target = path.join(root, "sdk", "plugin");
  const archive = `pulumi-resource-cdn-v${packageVersion}-${system}-${architecture}.tar.gz`;
  const folder = mkdtempSync(path.join(tmpdir(), "executable-"));
  try {
    const executable = makeExecutable(folder);
    await start(executable);
    mkdirSync(target, { recursive: true });
    // The names have no folder, because GNU tar on Windows would read the part before the colon of `D:\…` as a host.
    execFileSync("tar", ["-czf", archive, path.basename(executable)], { cwd: folder });
    copyFileSync(path.join(folder, archive), path.join(target, archive));
  } finally {
    // Windows keeps a file for a moment after its process has ended.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  process.stdout.write(`${path.relative(root, path.join(target, archive))}\n`);
}

void main();
