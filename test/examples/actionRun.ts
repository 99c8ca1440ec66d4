import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { runScript } from "../e2e/support/script";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ActionRun {
  readonly code: number;
  readonly text: string;
  readonly summary: string;
  /** By name. */
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Runs the scripts of an action as a runner of GitHub Actions does; steps that use other actions are left out.
 *
 * @param folder the checkout, which also has what stands in for npm, in `bin`
 */
export async function runAction(
  file: string,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const action = parse(await readFile(file, "utf8")) as Action;
  const set: Record<string, string> = {};
  const valueOf = (expression: string): string => {
    const [context, ...path] = expression.split(".");
    const name = path.at(-1) ?? "";
    if (context === "inputs") return inputs[name] ?? action.inputs[name]?.default ?? assert.fail(name);
    return context === "github" ? dirname(file) : (set[name] ?? "");
  };
  const valuesIn = (text: string): string =>
    text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => valueOf(expression));
  const files = { output: join(folder, "output"), summary: join(folder, "summary") };
  await writeFile(files.summary, "");
  let code = 0;
  let text = "";
  for (const { run, env: given = {} } of action.runs.steps) {
    if (run === undefined) continue;
    await writeFile(files.output, "");
    const step = await runScript(`set -o pipefail\n${run}`, folder, {
      PATH: `${folder}/bin:${String(process.env["PATH"])}`,
      HOME: folder,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      ...env,
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, valuesIn(value)])),
    });
    text += step.text;
    code = step.exitCode;
    for (const line of (await readFile(files.output, "utf8")).split("\n")) {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) set[name] = value;
    }
    if (code !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, valuesIn(value)] as const);
  return { code, text, summary: await readFile(files.summary, "utf8"), outputs: Object.fromEntries(outputs) };
}
