import { PassThrough, Readable } from "node:stream";
import { run } from "../../cli/run";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command runs in besides the service that it is for. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  /** Whether the input is a terminal. */
  readonly interactive?: boolean;
  readonly cwd?: string;
  /** Which outputs are a terminal. */
  readonly stdout?: boolean;
  readonly stderr?: boolean;
}

/** Runs a command of `pulumi-cdn-zones` in this process, outside of any Pulumi project unless told otherwise. */
export async function inProcess(
  { url, accessKey }: { readonly url?: string; readonly accessKey?: string },
  argv: readonly string[],
  { env, stdin = "", interactive = false, cwd = "/", stdout = false, stderr = false }: Surroundings = {},
): Promise<Ended> {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough({ highWaterMark: 1 << 30 }), { isTTY });
  const io = {
    ...{
      stdin: Object.assign(Readable.from([stdin]), { isTTY: interactive }),
      stdout: stream(stdout),
      stderr: stream(stderr),
    },
    env: env ?? { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, CDN_EDGE_DELAY_SECONDS: "0.05" },
    cwd: () => cwd,
  };
  const code = await run(argv, io);
  // From Node 26 on, `read` returns one chunk.
  const text = (from: PassThrough): string => {
    const chunks: Buffer[] = [];
    for (let chunk; (chunk = from.read() as Buffer | null) !== null;) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  return { code, stdout: text(io.stdout), stderr: text(io.stderr) };
}
