import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openStack, type LocalStack, type StackOptions, type OperationResult, type Step } from "../../../engine";
import { formatResult } from "../../../engine/display";
import {
  passphrase,
  type EngineUnderTest,
  type RunResult,
  type RunStep,
  type StackUnderTest,
  type StackUnderTestOptions,
} from "./engineUnderTest";
import { runScript } from "./script";

const root = path.join(__dirname, "..", "..", "..");
const standIn = path.join(__dirname, "pulumiStandIn.ts");

export const localEngine: EngineUnderTest = {
  name: "local",
  openStack: async (options) => openLocal(options, await mkdtemp(path.join(tmpdir(), "local-engine-"))),
};

function openLocal(given: StackUnderTestOptions, stateDir: string): StackUnderTest {
  let { config, secretConfig, env } = given;
  const options = (): StackOptions => ({
    projectDir: given.projectDir,
    stackName: given.stackName ?? "e2e",
    stateDir,
    config: config ?? {},
    secretConfig: secretConfig ?? {},
    env: env ?? {},
    passphrase,
  });
  const stack = (): LocalStack => openStack(options());
  return {
    preview: async (options) => asPreview(resultOf(await stack().preview(options))),
    up: async (options) => resultOf(await stack().up(options)),
    refresh: async (options) => resultOf(await stack().refresh(options)),
    destroy: async (options) => resultOf(await stack().destroy(options)),
    configure: (change) => {
      config = { ...config, ...change.config };
      secretConfig = { ...secretConfig, ...change.secretConfig };
      env = { ...env, ...change.env };
      return Promise.resolve();
    },
    outputs: () => stack().outputs(),
    exportState: (options) => stack().exportState(options),
    importState: (checkpoint) => stack().importState(checkpoint),
    command: () => Promise.reject(new Error("the local engine has no other commands")),
    start: () => {
      throw new Error("the local engine has no other commands");
    },
    importResources: () => Promise.reject(new Error("the local engine has no import")),
    script: async (text, { env: added = {} } = {}) => {
      const folder = await mkdtemp(path.join(tmpdir(), "local-engine-bin-"));
      const words = [process.execPath, "-r", require.resolve("ts-node/register/transpile-only"), standIn];
      await writeFile(path.join(folder, "pulumi"), `#!/bin/sh\nexec "${words.join('" "')}" "$@"\n`, { mode: 0o755 });
      try {
        return await runScript(text, given.projectDir, {
          ...process.env,
          ...env,
          PATH: [folder, process.env["PATH"]].join(path.delimiter),
          STACK_STAND_IN: JSON.stringify(options()),
          TS_NODE_PROJECT: path.join(root, "tsconfig.json"),
          ...added,
        });
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    close: () => rm(stateDir, { recursive: true, force: true }),
  };
}

function resultOf(result: OperationResult): RunResult {
  const { exitCode, summary } = result;
  return { exitCode, summary, steps: result.steps.map(stepOf), text: formatResult(result) };
}

// The CLI does not say of a preview's step that it would fail, only that the preview has failed.
function asPreview(result: RunResult): RunResult {
  return { ...result, steps: result.steps.map((step) => ({ ...step, failed: false })) };
}

function stepOf({ op, urn, type, detailedDiff = {}, failed }: Step): RunStep {
  return { op, urn, type, name: urn.split("::").slice(3).join("::"), detailedDiff, failed: failed === true };
}
