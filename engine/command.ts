#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { banner, formatDiagnostic, formatResult, formatStep } from "./display";
import type { EngineEvent } from "./deployment/events";
import type { OperationResult } from "./operations/session";
import { openStack } from "./stack";
import type { Checkpoint } from "./state/checkpoint";

const usage = `${banner}
usage: command <preview|up|refresh|destroy|export|import> --cwd DIR --stack NAME --state DIR
  --config key=value     configuration, may be repeated
  --secret key=value     secret configuration, may be repeated
  --refresh              read every resource before a preview, update or destroy
  --preview-only         only tell what a refresh would find
  --run-program          run the program for a refresh, so that providers get today's configuration
  --expect-no-changes    exit with 7 if anything changes
  --parallel N           resources worked on at a time
  --show-secrets         export secrets in plain text
  --json                 print the result as JSON
import reads the state from the standard input. PULUMI_CONFIG_PASSPHRASE encrypts the state's secrets.`;

const options = {
  cwd: { type: "string", default: "." },
  stack: { type: "string" },
  state: { type: "string" },
  config: { type: "string", multiple: true },
  secret: { type: "string", multiple: true },
  refresh: { type: "boolean", default: false },
  "preview-only": { type: "boolean", default: false },
  "run-program": { type: "boolean", default: false },
  "expect-no-changes": { type: "boolean", default: false },
  parallel: { type: "string", default: "16" },
  "show-secrets": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [operation] = positionals;
  const { stack: stackName, state: stateDir, json } = values;
  if (operation === undefined || stackName === undefined || stateDir === undefined) throw new UsageError(usage);
  const stack = openStack({
    projectDir: values.cwd,
    stackName,
    stateDir,
    config: pairs(values.config ?? []),
    secretConfig: pairs(values.secret ?? []),
  });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const given = {
    parallel: Number(values.parallel),
    expectNoChanges: values["expect-no-changes"],
    signal: stop.signal,
    onEvent: json ? () => undefined : progress,
  };
  switch (operation) {
    case "preview":
    case "up":
    case "destroy":
      return show(stackName, await stack[operation]({ ...given, refresh: values.refresh }), json);
    case "refresh": {
      const how = { previewOnly: values["preview-only"], runProgram: values["run-program"] };
      return show(stackName, await stack.refresh({ ...given, ...how }), json);
    }
    case "export":
      print(JSON.stringify(await stack.exportState({ showSecrets: values["show-secrets"] }), undefined, 4));
      return 0;
    case "import":
      await stack.importState(JSON.parse(readFileSync(0, "utf8")) as Checkpoint);
      return 0;
    default:
      throw new UsageError(usage);
  }
}

class UsageError extends Error {}

function pairs(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const split = pair.indexOf("=");
      if (split < 1) throw new UsageError(`A configuration value must be given as key=value, but got: ${pair}`);
      return [pair.slice(0, split), pair.slice(split + 1)];
    }),
  );
}

function progress(event: EngineEvent): void {
  if (event.kind === "diagnostic") {
    if (event.diagnostic.severity !== "debug") print(formatDiagnostic(event.diagnostic));
  } else if (event.status !== "done" && event.step.op !== "same") {
    print(`${formatStep(event.step).split("\n")[0] ?? ""} ${event.status}`);
  }
}

function show(stack: string, result: OperationResult, json: boolean): number {
  print(json ? JSON.stringify(result) : `${banner}: ${stack}\n${formatResult(result)}`);
  return result.exitCode;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
