import { fork } from "node:child_process";
import { once } from "node:events";
import { startEmulator, type EmulatorOptions } from "../emulator";

/** An emulator in a process of its own, so that its work is not counted as ours. */
export interface Service {
  /** Settings for whatever talks to it. */
  readonly env: Record<"CDN_BASE_URL" | "CDN_ACCESS_KEY", string>;
  /** Requests since it started. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

export async function startService(options: EmulatorOptions): Promise<Service> {
  const child = fork(__filename, { execArgv: ["-r", "ts-node/register"] });
  const ask = async (request: EmulatorOptions | "count"): Promise<unknown> => {
    child.send(request);
    const [{ result }] = (await once(child, "message")) as [{ result: unknown }];
    return result;
  };
  return {
    env: (await ask(options)) as Service["env"],
    count: async () => (await ask("count")) as number,
    stop: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** What the forked process does. */
async function serve(options: EmulatorOptions): Promise<void> {
  const emulator = await startEmulator(options);
  process.on("message", () => process.send?.({ result: emulator.journal.length }));
  process.send?.({ result: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey } });
}

if (require.main === module) {
  process.once("message", (options: EmulatorOptions) => void serve(options));
  process.once("disconnect", () => process.exit());
}
