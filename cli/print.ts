import { printableLines, printableMessage, printableStyledLines, shortened } from "../terminal/text";
import { warning } from "../provider/wire/words";
import type { CommandIo } from "./io";

type Streams = Pick<CommandIo, "stdout" | "stderr" | "env">;

/**
 * Writes to a stream. Every line that a command prints is written here, because a name in it may come from a file, a state or the service.
 *
 * @param done called once it is written, or can't be
 */
export function writeTo(
  stream: NodeJS.WritableStream,
  text: string,
  { color = false }: { readonly color?: boolean } = {},
  done?: (error?: Error | null) => void,
): void {
  // eslint-disable-next-line no-restricted-syntax -- the only place that writes to a stream
  stream.write(color ? printableStyledLines(text) : printableLines(text), done);
}

/** Prints lines to standard output. */
export function print(io: Streams, text: string): void {
  writeTo(io.stdout, text, { color: wantsColor(io) });
}

/** Prints annotations of GitHub Actions to standard output. Their commands must stay intact. */
export function printAnnotations(io: Streams, text: string): void {
  const lines = text.split("\n").map((line) => {
    const [, command = "", rest = line] = /^(::(?:error|warning|notice) title=[^:]*::)(.*)$/.exec(line) ?? [];
    return command + printableLines(rest);
  });
  // eslint-disable-next-line no-restricted-syntax -- escaped line by line
  io.stdout.write(lines.join("\n"));
}

/** The progress line that each terminal currently shows. */
const shownProgress = new WeakMap<CommandIo["stderr"], ProgressLine>();

/** Writes a shortened message to standard error. It replaces the progress line. */
export function tell({ stderr }: Pick<CommandIo, "stderr">, message: string): void {
  shownProgress.get(stderr)?.clear();
  writeTo(stderr, `${printableMessage(message)}\n`);
}

/** Writes a warning to standard error; see {@link warning}. */
export function warn(io: Pick<CommandIo, "stderr">, message: string): void {
  tell(io, warning(message));
}

/** Shows progress on the last line of a terminal, and nothing elsewhere. */
export class ProgressLine {
  #lastShown = -Infinity;

  constructor(private readonly stderr: CommandIo["stderr"]) {}

  /** Shows a text, cut to the width of the terminal, at most ten times a second. */
  show(text: () => string): void {
    if (this.stderr.isTTY !== true || performance.now() - this.#lastShown < 100) return;
    this.#lastShown = performance.now();
    this.#clearLine();
    shownProgress.set(this.stderr, this);
    // A line that wraps could not be cleared. A terminal that does not know its width reports 0.
    writeTo(this.stderr, shortened(text(), (this.stderr.columns || 80) - 1));
  }

  clear(): void {
    if (this.#lastShown !== -Infinity) this.#clearLine();
    this.#lastShown = -Infinity;
  }

  #clearLine(): void {
    // eslint-disable-next-line no-restricted-syntax -- a constant
    this.stderr.write("\r\u001b[K");
  }
}

/** Whether standard output gets colours. NO_COLOR (https://no-color.org) decides, else FORCE_COLOR, else whether it is a terminal. */
export function wantsColor({ stdout, env }: Pick<CommandIo, "stdout" | "env">): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stdout.isTTY === true && env["TERM"] !== "dumb";
}
