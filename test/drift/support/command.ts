import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { inProcess, type Ended, type Surroundings } from "../../cli/inProcess";

/** Runs `drift` in this process, with its input given and its output caught. */
export function drift(argv: readonly string[], settings: Surroundings = {}): Promise<Ended> {
  return inProcess({}, ["drift", ...argv], { env: {}, ...settings });
}

const main = resolve(__dirname, "../../../dist/cli/main.js");

/** Runs `pulumi-cdn-zones drift` as a process of its own, with nothing in its environment but what is given. */
export function driftProcess(argv: readonly string[], settings: Surroundings = {}): Promise<Ended> {
  const { env = {}, stdin = "", cwd = "/" } = settings;
  const child = spawn(process.execPath, [main, "drift", ...argv], { cwd, env });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code: code ?? -1, ...output }));
  });
}
