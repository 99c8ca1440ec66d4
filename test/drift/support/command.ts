import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { resolve } from "node:path";
import { runDrift } from "../../../cli/drift";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunSettings {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  readonly cwd?: string;
  /** Whether both outputs are a terminal. */
  readonly terminal?: boolean;
}

/** Runs `drift` in this process, with its input given and its output caught. */
export async function drift(argv: readonly string[], settings: RunSettings = {}): Promise<Ran> {
  const { env = {}, stdin = "", cwd = "/", terminal = false } = settings;
  const output = { stdout: "", stderr: "" };
  const caught = (name: "stdout" | "stderr") => {
    const write = (chunk: Buffer, _: string, done: () => void): void => {
      output[name] += chunk.toString();
      done();
    };
    return Object.assign(new Writable({ write }), { isTTY: terminal });
  };
  const io = { stdin: Readable.from([stdin]), stdout: caught("stdout"), stderr: caught("stderr"), env, cwd: () => cwd };
  return { code: await runDrift(argv, io), ...output };
}

const main = resolve(__dirname, "../../../cli/main.ts");

/** Runs `pulumi-cdn-zones drift` as a process of its own, with nothing in its environment but what is given. */
export function driftProcess(argv: readonly string[], settings: RunSettings = {}): Promise<Ran> {
  const { env = {}, stdin = "", cwd = "/" } = settings;
  const register = require.resolve("ts-node/register/transpile-only");
  const TS_NODE_PROJECT = resolve(__dirname, "../../../tsconfig.json");
  const child = spawn(process.execPath, ["-r", register, main, "drift", ...argv], {
    cwd,
    env: { ...env, TS_NODE_PROJECT },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code: code ?? -1, ...output }));
  });
}
