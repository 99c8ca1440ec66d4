import { spawn } from "node:child_process";
import type { Deployment } from "../deployment/deployment";
import { endProcess, forwardLines, ownGroup } from "../provider/childProcess";
import { resolveSdk, type Project } from "./project";
import { programConfigEnv, type StackConfig } from "./stackConfig";

/** How the SDK's language runtime exits after it has told the user what is wrong. */
const alreadyReported = 32;

export interface ProgramProcess {
  /** Resolves when the program has ended by itself: true if it ran to its end. */
  readonly ended: Promise<boolean>;
  end(): Promise<void>;
}

/** Starts the program with the SDK's own language runtime, as the CLI's language host would. */
export function startProgram(
  deployment: Deployment,
  project: Project,
  config: StackConfig,
  env: NodeJS.ProcessEnv,
  address: string,
): ProgramProcess {
  const { settings } = deployment;
  const options = {
    monitor: address,
    engine: address,
    organization: settings.organization,
    project: settings.project,
    "root-directory": project.root,
    stack: settings.stack,
    pwd: project.programDir,
    parallel: String(settings.parallel),
  };
  const args = [
    ...project.nodeArgs,
    resolveSdk(project, "cmd/run"),
    ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    ...(settings.dryRun ? ["--dry-run"] : []),
    project.entryPoint,
  ];
  const child = spawn(process.execPath, args, {
    cwd: project.programDir,
    env: {
      ...env,
      ...programConfigEnv(config),
      ...(project.typescript ? { PULUMI_NODEJS_TYPESCRIPT: "true" } : {}),
      ...(project.tsconfig === undefined ? {} : { PULUMI_NODEJS_TSCONFIG_PATH: project.tsconfig }),
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...ownGroup,
  });
  const output = forwardLines(child, {
    stdout: (line) => deployment.log("info", line),
    stderr: (line) => deployment.log("info#err", line),
  });
  const exited = new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(`Problem executing program: ${error.message}`));
    child.once("exit", (code, signal) => {
      if (code === 0) resolve(undefined);
      else if (code === alreadyReported) resolve("");
      else resolve(`Program exited with ${signal === null ? `non-zero exit code: ${code}` : `signal ${signal}`}`);
    });
  });
  const ended = Promise.all([exited, output]).then(([failure]) => {
    if (failure === undefined) return true;
    // While the operation stops, the program's end is a consequence.
    if (failure !== "" && !deployment.stopped.aborted) deployment.fail(failure);
    return false;
  });
  return { ended, end: () => endProcess(child, 1_000) };
}
