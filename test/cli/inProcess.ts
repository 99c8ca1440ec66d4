import { PassThrough } from "node:stream";
import { run } from "../../cli/run";
import type { Emulator } from "../../emulator";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of `pulumi-cdn-zones` in this process; as at a terminal where that is said. */
export async function inProcess(
  { url, accessKey }: Pick<Emulator, "url" | "accessKey">,
  argv: readonly string[],
  terminal = { stdout: false, stderr: false },
): Promise<Ended> {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough({ highWaterMark: 1 << 30 }), { isTTY });
  const io = {
    ...{ stdin: process.stdin, stdout: stream(terminal.stdout), stderr: stream(terminal.stderr) },
    env: { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey },
    cwd: () => process.cwd(),
  };
  const code = await run(argv, io);
  const text = (from: PassThrough): string => (from.read() as Buffer | null)?.toString() ?? "";
  return { code, stdout: text(io.stdout), stderr: text(io.stderr) };
}
