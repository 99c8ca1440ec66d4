import { InvalidArgumentError, Option } from "commander";

export { reasonOf } from "../provider/api/errors";
export { print, ProgressLine, tell, wantsColor } from "./print";

/** The streams of a command; `process` implements it. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  /** The stack that `--stack` names. @default the selected one of the project */
  readonly stack?: string | undefined;
  /** Set by a command that exits with another code than 0 without an error. */
  exitCode?: number | string | null | undefined;
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

/** A number of bytes in the largest unit that leaves a whole part: `1.2 GB`. */
export function sizeText(bytes: number): string {
  let [value, power] = [bytes, 0];
  for (; Number(value.toFixed(1)) >= 1000 && power < units.length - 1; power++) value /= 1000;
  return `${value.toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ""}`;
}

const units = ["B", "kB", "MB", "GB", "TB", "PB"];
