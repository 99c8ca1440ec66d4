import type { CommandIo } from "../command";

const everyMs = 200;
const clearLine = "\r\u001b[K";

/** How far the reading is, on a terminal's last line; nothing where there is no terminal, or entries scroll over it. */
export class Progress {
  #entries = 0;
  #shownAt = 0;
  readonly #shows: boolean;

  constructor(
    private readonly stderr: CommandIo["stderr"],
    entriesOnTerminal: boolean,
  ) {
    this.#shows = stderr.isTTY === true && !entriesOnTerminal;
  }

  step(): void {
    this.#entries += 1;
    if (!this.#shows || this.#entries % 100 !== 0) return;
    const now = Date.now();
    if (now - this.#shownAt < everyMs) return;
    this.#shownAt = now;
    this.stderr.write(`${clearLine}${this.#entries.toLocaleString("en-US")} entries read …`);
  }

  end(): void {
    if (this.#shownAt > 0) this.stderr.write(clearLine);
    this.#shownAt = 0;
  }
}
