import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator } from "../../../emulator";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import type { EngineUnderTest, RunResult, StackUnderTest } from "./engineUnderTest";

const root = path.join(__dirname, "..", "..", "..");

/** An emulator, a program and a stack; `close` removes their files. */
export interface World {
  readonly emulator: Emulator;
  readonly stack: StackUnderTest;
  readonly projectDir: string;
  /** Replaces the program: the body of a function that has `pulumi` and `cdn`; what it returns are the outputs. */
  program(body: string): void;
  close(): Promise<void>;
}

export interface WorldOptions extends EmulatorOptions {
  /** @default "e2e" */
  readonly stackName?: string;
  /** Configuration in place of the emulator's URL and (secret) key. */
  readonly config?: Record<string, string>;
  readonly secretConfig?: Record<string, string>;
  readonly env?: Record<string, string> | ((emulator: Emulator) => Record<string, string>);
  /** Lines added to Pulumi.yaml. */
  readonly project?: string;
}

/** Configures a stack by environment variables only. */
export const byVariables = {
  config: {},
  secretConfig: {},
  env: ({ url, accessKey }: Emulator) => ({ CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey }),
} satisfies WorldOptions;

/** Opens a world with a program's body, or with a copy of a project's folder. */
export async function openWorld(
  engine: EngineUnderTest,
  program: string | { readonly copyOf: string },
  options: WorldOptions = {},
): Promise<World> {
  const { stackName, config, secretConfig, env, project = "", ...emulatorOptions } = options;
  const emulator = await startEmulator(emulatorOptions);
  const projectDir = mkdtempSync(path.join(tmpdir(), "e2e-project-"));
  if (typeof program === "string") {
    writeFileSync(path.join(projectDir, "Pulumi.yaml"), projectFile + project);
    writeFileSync(path.join(projectDir, "package.json"), JSON.stringify({ name: "e2e", main: "index.js" }));
    writeProgram(engine, projectDir, program);
  } else {
    const isOwnFile = (file: string): boolean => path.basename(file) !== "node_modules";
    cpSync(program.copyOf, projectDir, { recursive: true, filter: isOwnFile });
  }
  if (engine.resources === "native") writePlugin(projectDir);
  // It contains the package itself under its name, since examples are workspaces.
  // A junction, because on Windows only administrators can create symbolic links. Other systems ignore the type.
  symlinkSync(path.join(root, "node_modules"), path.join(projectDir, "node_modules"), "junction");
  const variables = typeof env === "function" ? env(emulator) : env;
  const stack = await engine.openStack({
    projectDir,
    ...(stackName === undefined ? {} : { stackName }),
    config: config ?? { "cdn:baseUrl": emulator.url },
    secretConfig: secretConfig ?? { "cdn:accessKey": emulator.accessKey },
    env: { CDN_EDGE_DELAY_SECONDS: "0.05", ...variables },
  });
  return {
    emulator,
    stack,
    projectDir,
    program: (changed) => writeProgram(engine, projectDir, changed),
    close: async () => {
      await stack.close();
      await emulator.close();
      rmSync(projectDir, { recursive: true, force: true });
    },
  };
}

/** Changes a project to native resources. */
export function addPlugin({ projectDir }: World, program: string): void {
  writePlugin(projectDir);
  writeProgram({ resources: "native" }, projectDir, program);
}

/** Changes a project of native resources to dynamic ones; the plugin stays. */
export function useDynamicResources({ projectDir }: World, program: string): void {
  writeProgram({ resources: "dynamic" }, projectDir, program);
}

/** Asserts that a run exited with 0, and returns it. */
export function succeeded(result: RunResult): RunResult {
  assert.equal(result.exitCode, 0, result.text);
  return result;
}

const projectFile = `name: e2e
runtime:
  name: nodejs
  options:
    typescript: false
`;

const pluginLines = `plugins:
  providers:
    - name: cdn
      path: plugin
`;

function writePlugin(projectDir: string): void {
  appendFileSync(path.join(projectDir, "Pulumi.yaml"), pluginLines);
  mkdirSync(path.join(projectDir, "plugin"));
  writePluginScript(path.join(projectDir, "plugin"));
}

/** Writes the plugin's file, which runs the plugin as built, not bundled. */
export function writePluginScript(folder: string): void {
  const main = path.join(root, "dist", "provider", "serve", "native", "main.js");
  const script = `#!/usr/bin/env node\nrequire(${JSON.stringify(main)});\n`;
  writeFileSync(path.join(folder, "pulumi-resource-cdn"), script, { mode: 0o755 });
}

function writeProgram({ resources }: Pick<EngineUnderTest, "resources">, projectDir: string, body: string): void {
  const sdk = resources === "native" ? path.join(__dirname, "nativeSdk.cjs") : "pulumi-cdn-zones";
  writeFileSync(
    path.join(projectDir, "index.js"),
    `const pulumi = require("@pulumi/pulumi");
const cdn = require(${JSON.stringify(sdk)});
module.exports = async () => {
${body}
};
`,
  );
}
