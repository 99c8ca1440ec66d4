import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator";
import type { EngineUnderTest, StackUnderTest, StackUnderTestOptions } from "../e2e/support/engineUnderTest";

const root = path.join(__dirname, "..", "..");

/** An example as a user would have it: a project of its own, on a stack of its own, against an emulator. */
export interface RunningExample {
  readonly emulator: Emulator;
  readonly stack: StackUnderTest;
  /** Where the copy of the example lies. */
  readonly projectDir: string;
  close(): Promise<void>;
}

/** Copies an example to a folder of its own, so that two runs do not share what an engine leaves beside a program. */
export async function openExample(
  engine: EngineUnderTest,
  example: string,
  options: EmulatorOptions = {},
  stackOptions: Omit<StackUnderTestOptions, "projectDir"> = {},
): Promise<RunningExample> {
  const projectDir = mkdtempSync(path.join(tmpdir(), `example-${example}-`));
  const from = path.join(root, "examples", example);
  cpSync(from, projectDir, { recursive: true, filter: (file) => path.basename(file) !== "node_modules" });
  symlinkSync(path.join(root, "node_modules"), path.join(projectDir, "node_modules"));
  const emulator = await startEmulator(options);
  const stack = await engine.openStack({
    projectDir,
    ...stackOptions,
    env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey, ...stackOptions.env },
  });
  const close = async (): Promise<void> => {
    await stack.close();
    await emulator.close();
    rmSync(projectDir, { recursive: true, force: true });
  };
  return { emulator, stack, projectDir, close };
}
