import { writeFileSync } from "node:fs";
import path from "node:path";
import { packageVersion } from "../../provider/version";
import { cliEngine } from "../e2e/support/cliEngine";
import { asKept, beginning, foldersOf, openProgram, serviceOf } from "./kept";

/**
 * Writes the states of this version, once, when it is released: `ts-node test/compatibility/keep.ts`.
 * It needs the Pulumi CLI, and a program in each folder. The files are never written again: a later version that previews a
 * difference is at fault.
 */
async function main(): Promise<void> {
  for (const name of foldersOf(packageVersion)) await keep(name);
}

async function keep(name: string): Promise<void> {
  const folder = path.join(__dirname, name);
  const world = await openProgram(cliEngine, name, beginning);
  try {
    const up = await world.stack.up();
    if (up.exitCode !== 0) throw new Error(up.text);
    writeJson(path.join(folder, "state.json"), asKept(await world.stack.exportState(), world.emulator));
    writeJson(path.join(folder, "service.json"), serviceOf(world.emulator));
  } finally {
    await world.close();
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
