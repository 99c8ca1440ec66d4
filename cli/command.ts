/** What a command talks through; `process` fits. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
}

/**
 * A command of `pulumi-cdn-zones`.
 *
 * @param argv what stands after the command's name
 * @returns the exit code
 */
export type Command = (argv: readonly string[], io: CommandIo) => Promise<number>;

/** The command was called wrongly: its message says how, and the exit code is 2 unless a command says otherwise. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
