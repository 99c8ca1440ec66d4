import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

export const root = path.join(__dirname, "..", "..");

const run = promisify(execFile);

/** A tarball as `npm pack` makes it, and what it says of it. */
export interface Packed {
  readonly tarball: string;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

let packed: Promise<Packed> | undefined;
const folder = mkdtempSync(path.join(tmpdir(), "package-tests-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Packs the package once for all tests, in a copy of the checkout: whoever uses dist/ meanwhile is not disturbed. */
export function packPackage(): Promise<Packed> {
  return (packed ??= pack());
}

/** A new folder for a test's project, also where the test is tried again; it is gone when the tests have ended. */
export function projectFolder(name: string): string {
  return mkdtempSync(path.join(folder, `${name}-`));
}

/** Runs one of npm's kind of command, quietly; its output is in the error if it fails. */
export async function command(cwd: string, file: string, args: readonly string[], env = {}): Promise<string> {
  try {
    const { stdout } = await run(file, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 2 ** 20 });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(
      `${path.basename(file)} ${args.join(" ")} failed in ${cwd}:\n${`${stdout}\n${stderr}`.slice(0, 4000)}`,
    );
  }
}

/** A command that npm has put into this checkout, such as tsc. */
export function bin(name: string): string {
  return path.join(root, "node_modules", ".bin", name);
}

async function pack(): Promise<Packed> {
  const copy = projectFolder("checkout");
  const left = new Set(["node_modules", ".git", "coverage", "test", "docs", "examples", "dist"]);
  for (const entry of readdirSync(root)) {
    if (!left.has(entry)) cpSync(path.join(root, entry), path.join(copy, entry), { recursive: true });
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const [report] = JSON.parse(await command(copy, "npm", ["pack", "--json", "--silent"])) as {
    filename: string;
    unpackedSize: number;
    files: { path: string }[];
  }[];
  if (report === undefined) throw new Error("npm pack reported nothing");
  const { filename, unpackedSize, files } = report;
  return { tarball: path.join(copy, filename), unpackedSize, files: files.map((file) => file.path) };
}
