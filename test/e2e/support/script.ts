import { execFile, type ExecFileException } from "node:child_process";
import type { ScriptResult } from "./engineUnderTest";

/** Runs a script as continuous integration does: with bash, which exits when a command fails. */
export function runScript(text: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      if (error !== null && typeof error.code !== "number") reject(new Error(`cannot run bash: ${error.message}`));
      else resolve({ exitCode: Number(error?.code ?? 0), text: stdout + stderr });
    };
    execFile("bash", ["-e", "-c", text], { cwd, env, maxBuffer: 64 * 2 ** 20 }, done);
  });
}
