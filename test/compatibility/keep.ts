import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageVersion } from "../../provider/version";
import { cliEngine, hasCli } from "../e2e/support/cliEngine";
import { localEngine } from "../e2e/support/localEngine";
import { beginning, openProgram } from "./kept";

/**
 * Writes the states of this version, once, when it is released: `npx ts-node --transpile-only test/compatibility/keep.ts`.
 * They are never written again; what a later version can't preview without a difference is a fault of that version.
 */
async function main(): Promise<void> {
  const folder = path.join(__dirname, packageVersion);
  mkdirSync(folder, { recursive: true });
  for (const engine of [localEngine, ...(hasCli() ? [cliEngine] : [])]) {
    const running = await openProgram(engine, beginning);
    const { emulator, stack } = running;
    try {
      const up = await stack.up();
      if (up.exitCode !== 0) throw new Error(up.text);
      writeJson(path.join(folder, `${engine.name}.json`), withoutPlaces(await stack.exportState()));
      const storageZones = emulator.storageZones.list().map((zone) => ({ ...zone, PullZones: undefined }));
      writeJson(path.join(folder, `${engine.name}.service.json`), {
        storageZones,
        pullZones: emulator.pullZones.list(),
      });
    } finally {
      await running.close();
    }
  }
}

/** A state without where in its maker's folders the program stands. */
function withoutPlaces(state: unknown): unknown {
  const left = new Set(["sourcePosition", "stackTrace"]);
  const keep = (key: string, value: unknown): unknown => (left.has(key) ? undefined : value);
  return JSON.parse(JSON.stringify(state, keep)) as unknown;
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
