import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { EmulatorOptions } from "../emulator";
import type { ServiceRequest } from "./serviceProcess";

/** An emulator in a process of its own, so that its work is not counted as ours. */
export interface Service {
  readonly url: string;
  readonly accessKey: string;
  /** Settings for whatever talks to it. */
  readonly env: Record<string, string>;
  /** Requests since the last `clear`. */
  count(): Promise<number>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an emulator. */
export async function startService(options: EmulatorOptions): Promise<Service> {
  const child = fork(path.join(__dirname, "serviceProcess.ts"), {
    execArgv: ["-r", "ts-node/register/transpile-only"],
  });
  const ask = async (request: ServiceRequest): Promise<unknown> => {
    child.send(request);
    const [{ result }] = (await once(child, "message")) as [{ result: unknown }];
    return result;
  };
  const { url, accessKey } = (await ask({ start: options })) as { url: string; accessKey: string };
  return {
    url,
    accessKey,
    env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey },
    count: async () => (await ask("count")) as number,
    clear: async () => void (await ask("clear")),
    stop: async () => void (await ask("stop")),
  };
}
