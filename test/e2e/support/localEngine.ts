import path from "node:path";
import { formatResult, LocalStack, type OperationResult } from "../../../tools/local-engine";
import type { EngineUnderTest, RunResult, StackUnderTest } from "./engineUnderTest";

/** Makes the SDK's processes start three times as fast. */
export const fastSdk = { NODE_OPTIONS: `--require ${JSON.stringify(path.join(__dirname, "lazySdk.cjs"))}` };

export const localEngine: EngineUnderTest = {
  name: "local",
  resources: "dynamic",
  isAtLeast: () => false,
  openStack: ({ env, ...options }) =>
    Promise.resolve(underTest(new LocalStack({ stackName: "e2e", ...options, env: { ...fastSdk, ...env } }))),
};

function underTest(stack: LocalStack): StackUnderTest {
  return {
    preview: async (options) => withoutFailedSteps(resultOf(await stack.preview(options))),
    up: async (options) => resultOf(await stack.up(options)),
    refresh: async (options) => resultOf(await stack.refresh(options)),
    destroy: async (options) => resultOf(await stack.destroy(options)),
    configure: (change) => Promise.resolve(stack.configure(change)),
    outputs: () => Promise.resolve(stack.outputs()),
    exportState: (options) => Promise.resolve(stack.exportState(options)),
    importState: (checkpoint) => Promise.resolve(stack.importState(checkpoint)),
    command: cliOnly,
    start: cliOnly,
    importResources: cliOnly,
    script: cliOnly,
    close: () => Promise.resolve(),
  };
}

function cliOnly(): never {
  throw new Error("This needs the Pulumi CLI: define the scenario with onTheCli");
}

function resultOf(result: OperationResult): RunResult {
  const { exitCode, summary, steps } = result;
  return {
    ...{ exitCode, summary, text: formatResult(result) },
    steps: steps.map(({ op, urn, type, changes, failed }) => ({
      ...{ op, urn, type, failed, name: urn.split("::").slice(3).join("::") },
      detailedDiff: op === "create" ? {} : Object.fromEntries(changes.map(({ path, kind }) => [path, kind])),
    })),
  };
}

// The CLI reports only that a preview has failed, not which step of it.
function withoutFailedSteps(result: RunResult): RunResult {
  return { ...result, steps: result.steps.map((step) => ({ ...step, failed: false })) };
}
