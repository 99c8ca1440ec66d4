"use strict";
// Runs a stack on the local engine, configured through standard input, and prints all that there is to print of each run.
const { readFileSync } = require("node:fs");
const { openStack } = require("../../dist/engine");
const { formatDiagnostic, formatResult } = require("../../dist/engine/display");

async function main() {
  const { operations, ...given } = JSON.parse(readFileSync(0, "utf8"));
  const stack = openStack({ ...given, stackName: "secrets", passphrase: "a passphrase for tests" });
  for (const operation of operations) {
    const result = await stack[operation]({
      onEvent: (event) => {
        // What the SDK logs for debugging holds whole answers, secrets too. The engine's command prints none of it either.
        if (event.kind === "diagnostic" && event.diagnostic.severity !== "debug")
          process.stderr.write(`${formatDiagnostic(event.diagnostic)}\n`);
      },
    });
    process.stdout.write(`${formatResult(result)}\n${operation} exited with ${String(result.exitCode)}\n`);
  }
  process.stdout.write(`${JSON.stringify(await stack.exportState())}\n`);
}

void main();
