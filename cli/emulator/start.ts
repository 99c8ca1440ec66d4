import type { ChildProcess, SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";

/**
 * Starts a command. On Windows the command prompt starts it: npm and npx are batch files there, which Node.js does not start.
 *
 * @param words name and arguments of the command
 */
export function startCommand(words: readonly string[], options: SpawnOptions): ChildProcess {
  if (process.platform === "win32") return spawn(words.map(quoted).join(" "), { ...options, shell: true });
  const [file = "", ...args] = words;
  return spawn(file, args, options);
}

/** Quotes a word for the command prompt if necessary, with quotes in it as Windows programs read them. */
function quoted(word: string): string {
  if (/^[\w.:\\/=@+-]+$/.test(word)) return word;
  return `"${word.replace(/(\\*)(?="|$)/g, "$1$1").replaceAll('"', '\\"')}"`;
}
