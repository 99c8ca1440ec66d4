import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { resolveSdk, type Project } from "./project";

/** Receives what a child process prints, line by line. */
export type Log = (severity: "info" | "info#err", line: string) => void;

/** The SDK's own limit for messages. */
export const messageLimits = {
  "grpc.max_receive_message_length": 400 * 1024 * 1024,
  "grpc.max_send_message_length": 400 * 1024 * 1024,
};

/** The end of a program. A failure that the SDK has reported has no message. */
export type ProgramEnd = { ok: true } | { ok: false; message?: string };

export interface ProgramProcess {
  /** Resolves when the program has exited. */
  readonly ended: Promise<ProgramEnd>;
  end(): Promise<void>;
}

/** Exit code of the SDK's language runtime after it has reported an error. */
const alreadyReported = 32;

/** Starts the program with the SDK's own language runtime, as the CLI's language host does. */
export function startProgram(
  project: Project,
  options: { flags: Record<string, string>; dryRun: boolean; env: NodeJS.ProcessEnv; log: Log },
): ProgramProcess {
  const { flags, dryRun, env, log } = options;
  const given = Object.entries({ "root-directory": project.root, pwd: project.programDir, ...flags });
  const args = [
    resolveSdk(project.programDir, "cmd/run"),
    ...given.flatMap(([flag, value]) => [`--${flag}`, value]),
    ...(dryRun ? ["--dry-run"] : []),
    project.entryPoint,
  ];
  const child = spawnNode(args, project.programDir, {
    ...env,
    ...(project.typescript ? { PULUMI_NODEJS_TYPESCRIPT: "true" } : {}),
  });
  forwardLines(child, log);
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once("error", (error) => resolve({ ok: false, message: `The program did not start: ${error.message}` }));
    child.once("close", (code, signal) => {
      if (code === 0) resolve({ ok: true });
      else if (code === alreadyReported) resolve({ ok: false });
      else resolve({ ok: false, message: `The program ended with ${exitOf(code, signal)}` });
    });
  });
  return { ended, end: () => endProcess(child) };
}

/** The process of the SDK's dynamic-provider server. */
export interface ProviderProcess {
  readonly client: ResourceProviderClient;
  /** Returns the reason why the process no longer responds, if it has exited. */
  exitReason(): string | undefined;
  end(): Promise<void>;
}

/** Starts the SDK's dynamic-provider server, which resolves what the resources' code requires from `programDir`. */
export async function startProvider(
  programDir: string,
  engineAddress: string,
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<ProviderProcess> {
  // The server never connects to the engine.
  const child = spawnNode([resolveSdk(programDir, "cmd/dynamic-provider"), engineAddress], programDir, env);
  let port: number | undefined;
  const startupErrors: string[] = [];
  const exitReason = (): string | undefined =>
    child.exitCode === null && child.signalCode === null
      ? undefined
      : `the provider process has ended (${exitOf(child.exitCode, child.signalCode)})`;
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error([exitReason(), ...startupErrors].join("\n"))));
    forwardLines(child, (severity, line) => {
      if (port !== undefined) return log(severity, line);
      // The first line of output is the port that the server listens on.
      if (severity === "info") {
        port = Number(line);
        resolve();
      } else {
        startupErrors.push(line);
      }
    });
  });
  const client = new ResourceProviderClient(`127.0.0.1:${String(port)}`, credentials.createInsecure(), messageLimits);
  const end = (): Promise<void> => {
    client.close();
    return endProcess(child);
  };
  return { client, exitReason, end };
}

function spawnNode(args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = (): void => void child.kill();
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  return child;
}

function forwardLines({ stdout, stderr }: ChildProcess, log: Log): void {
  if (stdout !== null) createInterface(stdout).on("line", (line) => log("info", line));
  if (stderr !== null) createInterface(stderr).on("line", (line) => log("info#err", line));
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await closed;
}

function exitOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
}
