import { spawn } from "node:child_process";
import path from "node:path";
import { openStack } from "../engine";
import { banner, formatResult } from "../engine/display";

/** What the quickstart does with a stack, whichever engine carries it out. */
export interface QuickstartEngine {
  /** Who is at work, for the first line. */
  readonly name: string;
  /** Reads the live service and brings it to what the program declares. */
  up(): Promise<void>;
  /** Shows what differs between the state and the live service; the exit code is 7 where something does. */
  drift(): Promise<number>;
  destroy(): Promise<void>;
}

/** Where the stack of the quickstart lives, and what it is configured with. */
export interface QuickstartStack {
  readonly projectDir: string;
  readonly stateDir: string;
  readonly config: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

const passphrase = "quickstart";
const noPulumi = "no `pulumi` is on the PATH: install it, or leave out --engine cli";

/** The engine that comes with this repository. */
export function localEngine({ projectDir, stateDir, config, env }: QuickstartStack): QuickstartEngine {
  const stack = openStack({
    ...{ projectDir, stateDir, passphrase, stackName: "quickstart" },
    ...{ config: { ...config }, env: { ...env } },
  });
  const shown = async (running: ReturnType<typeof stack.up>, expected: number): Promise<number> => {
    const result = await running;
    print(formatResult(result));
    if (result.exitCode !== 0 && result.exitCode !== expected) throw new Error("the step above failed");
    return result.exitCode;
  };
  return {
    name: banner,
    up: async () => void (await shown(stack.up({ refresh: true }), 0)),
    drift: () => shown(stack.preview({ refresh: true, expectNoChanges: true }), 7),
    destroy: async () => void (await shown(stack.destroy(), 0)),
  };
}

/** The real Pulumi CLI, with a backend and a home of its own. */
export function cliEngine({ projectDir, stateDir, config, env }: QuickstartStack): QuickstartEngine {
  const pulumi = (args: readonly string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const child = spawn("pulumi", [...args, "--non-interactive"], {
        cwd: projectDir,
        env: {
          ...process.env,
          ...env,
          PULUMI_BACKEND_URL: `file://${stateDir}`,
          PULUMI_HOME: path.join(stateDir, "home"),
          PULUMI_CONFIG_PASSPHRASE: passphrase,
          PULUMI_SKIP_UPDATE_CHECK: "true",
        },
        stdio: ["ignore", "inherit", "inherit"],
      });
      child.once("error", (error: NodeJS.ErrnoException) =>
        reject(error.code === "ENOENT" ? new Error(noPulumi) : error),
      );
      child.once("close", (code) => resolve(code ?? 1));
    });
  const must = async (args: readonly string[]): Promise<void> => {
    if ((await pulumi(args)) !== 0) throw new Error(`pulumi ${args.join(" ")} failed`);
  };
  let ready: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await must(["stack", "init", "quickstart"]);
    for (const [key, value] of Object.entries(config)) await must(["config", "set", key, value]);
  };
  return {
    name: "the Pulumi CLI",
    up: async () => {
      await (ready ??= prepare());
      await must(["up", "--refresh", "--yes", "--skip-preview"]);
    },
    drift: () => pulumi(["preview", "--refresh", "--diff", "--expect-no-changes"]),
    destroy: () => must(["destroy", "--yes", "--skip-preview"]),
  };
}

/** Writes to the screen. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
