import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Ends a child: politely, and after a moment by force. Resolves once it has exited. */
export async function endProcess(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const force = setTimeout(() => child.kill("SIGKILL"), graceMs);
  child.kill("SIGTERM");
  await exited;
  clearTimeout(force);
}

// The provider process would outlive an engine that was killed, since it waits for nothing but requests. So it is
// started through this line, which ends it when the engine's end of the channel closes.
const bootstrap =
  'process.on("disconnect",()=>process.exit(1));process.channel.unref();' +
  'process.argv.splice(1,0,"pulumi-resource-pulumi-nodejs");require(process.argv.splice(2,1)[0]);';

/** A Ctrl-C in the terminal is for the engine to pass on: a process in its group would die in the middle of a step. */
export const ownGroup = { detached: process.platform !== "win32", windowsHide: true };

export interface Lines {
  stdout: (line: string) => void;
  stderr: (line: string) => void;
}

/** Starts a Node script that dies with this process. */
export function spawnTethered(script: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["-e", bootstrap, script, ...args], {
    ...ownGroup,
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Passes on what a child prints, line by line; resolves when both of its streams have ended. */
export async function forwardLines(child: ChildProcess, lines: Lines): Promise<void> {
  const follow = async (stream: NodeJS.ReadableStream | null, take: (line: string) => void): Promise<void> => {
    if (stream === null) return;
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) take(line);
  };
  await Promise.all([follow(child.stdout, lines.stdout), follow(child.stderr, lines.stderr)]);
}
