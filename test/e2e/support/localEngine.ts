import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openStack, type LocalStack, type OperationResult, type Step } from "../../../engine";
import { formatResult } from "../../../engine/display";
import {
  passphrase,
  type EngineUnderTest,
  type RunResult,
  type RunStep,
  type StackUnderTest,
  type StackUnderTestOptions,
} from "./engineUnderTest";

export const localEngine: EngineUnderTest = {
  name: "local",
  openStack: async (options) => openLocal(options, await mkdtemp(path.join(tmpdir(), "local-engine-"))),
};

function openLocal(given: StackUnderTestOptions, stateDir: string): StackUnderTest {
  let { config, secretConfig, env } = given;
  const stack = (): LocalStack =>
    openStack({
      projectDir: given.projectDir,
      stackName: given.stackName ?? "e2e",
      stateDir,
      config: config ?? {},
      secretConfig: secretConfig ?? {},
      env: env ?? {},
      passphrase,
    });
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
    importResources: () => Promise.reject(new Error("the local engine has no import")),
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
