import { InvalidArgumentError, Option } from "commander";

export { reasonOf } from "../provider/api/errors";
export type { CommandIo } from "./io";
export { print, ProgressLine, tell, wantsColor, warn } from "./print";

/** Exit code of wrong usage, EX_USAGE of sysexits.h. Exit code 1 means failure, and 2 means drift. */
export const usageExitCode = 64;

/** Help text about the sources of settings, for commands that call the service. */
export const settingsHelp = `Settings come from variables such as CDN_BASE_URL and CDN_ACCESS_KEY. If one of these two is not set, the configuration
of the stack (see --stack) is also read.`;

/** Returns the option of commands that use a stack. `run` passes the value on. */
export function stackOption(): Option {
  return new Option("-s, --stack <name>", "stack of the current project (default: the selected stack)");
}

/** Failure of a command, with a message for the user. The exit code is 1. */
export class CommandError extends Error {}

/** Wrong usage of a command. */
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

/** Formats a number of bytes in the largest unit in which it is at least 1: `1.2 GB`. */
export function sizeText(bytes: number): string {
  let [value, power] = [bytes, 0];
  for (; Number(value.toFixed(1)) >= 1000 && power < units.length - 1; power++) value /= 1000;
  return `${value.toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ""}`;
}

const units = ["B", "kB", "MB", "GB", "TB", "PB"];
