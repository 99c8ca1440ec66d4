import { createInterface } from "node:readline/promises";
import type { CommandIo } from "./command";
import { CommandError, tell, UsageError } from "./command";

/**
 * Says what a command is about to do, and asks whether to go on.
 *
 * @param unchanged what the error says of an answer other than yes, such as `nothing was created`
 * @throws {UsageError} without a terminal, where nobody can answer
 */
export async function confirm(what: string, unchanged: string, io: CommandIo): Promise<void> {
  if (!isInteractive(io)) throw new UsageError(`${what}\nIt can't ask first without a terminal: add --yes`);
  tell(io, what);
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  const answer = await lines.question("Go on? (yes/no) ");
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError(unchanged);
}

/** Whether somebody can answer a question. */
export function isInteractive({ stdin }: Pick<CommandIo, "stdin">): boolean {
  return (stdin as NodeJS.ReadableStream & { readonly isTTY?: boolean }).isTTY === true;
}
