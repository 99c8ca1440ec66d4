import { openStack, type StackOptions } from "../../../engine";
import { formatResult } from "../../../engine/display";

// A `pulumi` for scripts that run beside a stack of the local engine: the few commands that the examples' scripts use.

const [command = "", ...rest] = process.argv.slice(2);
const words = [command, ...rest].filter((word) => !word.startsWith("-"));
const has = (flag: string): boolean => rest.includes(flag);

async function main(): Promise<number> {
  const stack = openStack(JSON.parse(process.env["STACK_STAND_IN"] ?? "") as StackOptions);
  switch (words.slice(0, 2).join(" ")) {
    case "stack export":
      print(JSON.stringify(await stack.exportState(), undefined, 4));
      return 0;
    case "stack output": {
      const output = (await stack.outputs())[words[2] ?? ""];
      if (output === undefined) return unknown(`there is no output ${String(words[2])}`);
      print(typeof output.value === "string" ? output.value : JSON.stringify(output.value));
      return 0;
    }
  }
  if (command !== "preview") return unknown(`the local engine has no ${words.join(" ")}`);
  const result = await stack.preview({ refresh: has("--refresh"), expectNoChanges: has("--expect-no-changes") });
  print(formatResult(result));
  return result.exitCode;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function unknown(what: string): number {
  process.stderr.write(`error: ${what}\n`);
  return 255;
}

void main().then((exitCode) => (process.exitCode = exitCode));
