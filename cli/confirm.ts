import { createInterface } from "node:readline/promises";
import type { CommandIo } from "./command";
import { CommandError, tell, UsageError } from "./command";

/**
 * Prints what a command is about to do, and asks the user to confirm it.
 *
 * @param unchanged the error if the answer is not yes, such as `nothing was created`
 * @throws {UsageError} if there is no terminal
 */
export async function confirm(what: string, unchanged: string, io: CommandIo): Promise<void> {
  if (!isInteractive(io)) throw new UsageError(`${what}\nThere is no terminal to ask for confirmation: add --yes`);
  tell(io, what);
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  const answer = await lines.question("Continue? (yes/no) ");
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError(unchanged);
}

/** Whether a user can answer a question: both streams are a terminal. */
export function isInteractive({ stdin }: Pick<CommandIo, "stdin">): boolean {
  return (stdin as NodeJS.ReadableStream & { readonly isTTY?: boolean }).isTTY === true;
}
