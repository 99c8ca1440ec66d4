/** What the command talks through; `process` fits. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** The environment that `exec` passes on. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
