import { InvalidArgumentError, Option } from "commander";
import { printableMessage } from "../terminal/text";

export { reasonOf } from "../provider/api/errors";

/** The streams of a command; `process` implements it. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  /** The stack that `--stack` names. @default the selected one of the project */
  readonly stack?: string | undefined;
  /** Set by a command that exits with another code than 0 without an error. */
  exitCode?: number | string | null | undefined;
}

/** Writes a message to standard error. All of them go through here: a name in one may come from a file, a state or the service. */
export function tell({ stderr }: Pick<CommandIo, "stderr">, message: string): void {
  stderr.write(`${printableMessage(message)}\n`);
}

/** The exit code of wrong usage: EX_USAGE of sysexits.h. 1 is a failure and 2 is drift. */
export const usageExitCode = 64;

/** Where the commands that call the service take their settings from. */
export const settingsHelp = `Settings: CDN_BASE_URL, CDN_ACCESS_KEY and the other variables. If one of these two is not set, also the
configuration of the current project's stack: the selected one, or that of --stack.`;

/** The option of commands that use a stack. `run` hands its value on. */
export function stackOption(): Option {
  return new Option("-s, --stack <name>", "stack of the current project (default: the selected one)");
}

/** The command failed; its message is for the user. The exit code is 1. */
export class CommandError extends Error {}

/** The command was called wrongly. */
export class UsageError extends CommandError {}

/** Parses the value of an option that takes an integer. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const bounds =
      max === Number.MAX_SAFE_INTEGER ? `of at least ${String(min)}` : `from ${String(min)} to ${String(max)}`;
    throw new InvalidArgumentError(`It must be an integer ${bounds}.`);
  };
}

/** Collects the values of an option that can be repeated. */
export function repeatable(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** Shows progress on the last line of a terminal; shows nothing elsewhere. */
export class ProgressLine {
  #lastShown = -Infinity;

  constructor(private readonly stderr: CommandIo["stderr"]) {}

  /** Shows a text, at most ten times a second. */
  show(text: () => string): void {
    if (this.stderr.isTTY !== true || performance.now() - this.#lastShown < 100) return;
    this.#lastShown = performance.now();
    this.stderr.write(`${clearLine}${text()}`);
  }

  clear(): void {
    if (this.#lastShown !== -Infinity) this.stderr.write(clearLine);
    this.#lastShown = -Infinity;
  }
}

const clearLine = "\r\u001b[K";

/** A number of bytes in the largest unit that leaves a whole part: `1.2 GB`. */
export function sizeText(bytes: number): string {
  let [value, power] = [bytes, 0];
  for (; Number(value.toFixed(1)) >= 1000 && power < units.length - 1; power++) value /= 1000;
  return `${value.toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ""}`;
}

const units = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Whether standard output gets colours: by NO_COLOR (https://no-color.org), else FORCE_COLOR, else if it is a terminal. */
export function wantsColor({ stdout, env }: CommandIo): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stdout.isTTY === true && env["TERM"] !== "dumb";
}
