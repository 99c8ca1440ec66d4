import { rmSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Passes a temporary folder that only this user can read to an action, and removes it afterwards, also if a signal ends the process. */
export async function inTemporaryFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "pulumi-cdn-zones-files-")));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = (signal: NodeJS.Signals): void => {
    remove();
    signals.forEach((one) => process.off(one, interrupted));
    // Without other listeners, the signal now ends the process as it would have without this one.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on("exit", remove);
  signals.forEach((one) => process.on(one, interrupted));
  try {
    return await act(folder);
  } finally {
    process.off("exit", remove);
    signals.forEach((one) => process.off(one, interrupted));
    remove();
  }
}
