import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a Node script to its end. */
export async function runNode(args: readonly string[], env: Record<string, string>, cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args], {
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return stdout;
}
