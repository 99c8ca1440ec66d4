import type { ChildProcess } from "node:child_process";
import { endProcess, forwardLines, spawnTethered } from "./childProcess";

export interface ProviderProcess {
  readonly address: string;
  /** Why it can serve no more, once it has exited. */
  exitReason(): string | undefined;
  end(): Promise<void>;
}

export interface ProviderLaunch {
  /** The SDK's dynamic-provider script, as the program would resolve it. */
  script: string;
  /** The program's folder: what the resources' code requires is resolved from there. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  engineAddress: string;
  log(severity: "info" | "info#err", line: string): void;
}

/** Starts the SDK's dynamic-provider process, whose first line of output is the port that it serves. */
export async function startProvider(launch: ProviderLaunch): Promise<ProviderProcess> {
  const child = spawnTethered(launch.script, [launch.engineAddress], launch.cwd, launch.env);
  const errors: string[] = [];
  let port: number | undefined;
  const serving = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      // Its last words may still be in the pipe.
      void output.then(() => {
        const reason = `the dynamic provider process did not start (${exit(code, signal)})`;
        reject(new Error([reason, ...errors].join("\n")));
      });
    });
    const output = forwardLines(child, {
      stdout: (line) => {
        if (port !== undefined) return launch.log("info", line);
        port = Number(line);
        if (Number.isInteger(port) && port > 0) resolve(port);
        else reject(new Error(`the dynamic provider must print its port first, but got: ${line}`));
      },
      stderr: (line) => {
        if (port === undefined) errors.push(line);
        else launch.log("info#err", line);
      },
    });
  });
  try {
    return handle(child, await serving);
  } catch (error) {
    await endProcess(child, 500);
    throw error;
  }
}

function handle(child: ChildProcess, port: number): ProviderProcess {
  return {
    address: `127.0.0.1:${port}`,
    exitReason: () => {
      const ended = child.exitCode !== null || child.signalCode !== null;
      return ended ? `the provider process has ended (${exit(child.exitCode, child.signalCode)})` : undefined;
    },
    end: () => endProcess(child, 1_000),
  };
}

function exit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
