import type { ChildProcess, SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";
import { win32 } from "node:path";

/**
 * Starts a command. On Windows the command prompt starts it: npm and npx are batch files there, which Node.js does not start.
 *
 * @param words name and arguments of the command
 */
export function startCommand(words: readonly string[], options: SpawnOptions): ChildProcess {
  const [file = "", ...args] = words;
  if (process.platform !== "win32") return spawn(file, args, options);
  // The prompt would take the part of a name after a slash for an option.
  const line = [escaped(win32.normalize(file)), ...args.map((arg) => escaped(quoted(arg)))].join(" ");
  return spawn(line, { ...options, shell: true });
}

/** Quotes an argument if necessary, with quotes in it as Windows programs read them. */
function quoted(word: string): string {
  if (/^[\w.:\\/=@+-]+$/.test(word)) return word;
  return `"${word.replace(/(\\*)(?="|$)/g, "$1$1").replaceAll('"', '\\"')}"`;
}

/** Escapes what the command prompt would act on. It does not know escaped quotes, so quotes alone protect nothing after one. */
function escaped(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}
