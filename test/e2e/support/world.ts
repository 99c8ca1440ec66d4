import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator } from "../../../emulator";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import type { EngineUnderTest, StackUnderTest } from "./engineUnderTest";

const root = path.join(__dirname, "..", "..", "..");

/** A service, a program and a stack, all real; what they leave is removed with `close`. */
export interface World {
  readonly emulator: Emulator;
  readonly stack: StackUnderTest;
  readonly projectDir: string;
  /** Replaces the program: the body of a function that has `pulumi` and `cdn`; what it returns are the outputs. */
  program(body: string): void;
  close(): Promise<void>;
}

export interface WorldOptions extends EmulatorOptions {
  /** What the stack is configured with instead of the emulator's URL and (secret) key. */
  readonly config?: Record<string, string>;
  readonly secretConfig?: Record<string, string>;
  readonly env?: Record<string, string>;
  /** Lines added to Pulumi.yaml. */
  readonly project?: string;
}

/** Makes a world whose program is the given one. */
export async function openWorld(engine: EngineUnderTest, body: string, options: WorldOptions = {}): Promise<World> {
  const { config, secretConfig, env, project = "", ...emulatorOptions } = options;
  const emulator = await startEmulator(emulatorOptions);
  const projectDir = mkdtempSync(path.join(tmpdir(), "e2e-project-"));
  linkPackages(projectDir);
  writeFileSync(path.join(projectDir, "Pulumi.yaml"), projectFile + project);
  writeFileSync(path.join(projectDir, "package.json"), JSON.stringify({ name: "e2e", main: "index.js" }));
  writeProgram(projectDir, body);
  const stack = await engine.openStack({
    projectDir,
    config: config ?? { "cdn:baseUrl": emulator.url },
    secretConfig: secretConfig ?? { "cdn:accessKey": emulator.accessKey },
    ...(env === undefined ? {} : { env }),
  });
  return {
    emulator,
    stack,
    projectDir,
    program: (changed) => writeProgram(projectDir, changed),
    close: async () => {
      await stack.close();
      await emulator.close();
      rmSync(projectDir, { recursive: true, force: true });
    },
  };
}

const projectFile = `name: e2e
runtime:
  name: nodejs
  options:
    typescript: false
`;

function writeProgram(projectDir: string, body: string): void {
  writeFileSync(
    path.join(projectDir, "index.js"),
    `const pulumi = require("@pulumi/pulumi");
const cdn = require("pulumi-cdn-zones");
module.exports = async () => {
${body}
};
`,
  );
}

/** The program's folder as an installation would leave it, with the package itself under its own name. */
function linkPackages(projectDir: string): void {
  const modules = path.join(projectDir, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  symlinkSync(root, path.join(modules, "pulumi-cdn-zones"));
  mkdirSync(path.join(modules, ".bin"));
  symlinkSync(path.join(root, "dist", "cli", "main.js"), path.join(modules, ".bin", "pulumi-cdn-zones"));
  symlinkSync(path.join(root, "node_modules", "@pulumi", "pulumi"), path.join(modules, "@pulumi", "pulumi"));
}
