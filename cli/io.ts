/** Streams, folder and environment of a command; `process` implements it. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  /** Stack that `--stack` names. @default the selected stack of the project */
  readonly stack?: string | undefined;
  /** Whether `--no-writes` was given. The environment then has `CDN_READ_ONLY`, also for child processes. */
  readonly noWrites?: boolean;
  /** Exit code, set by a command that exits with a code other than 0 without an error. */
  exitCode?: number | string | null | undefined;
}
