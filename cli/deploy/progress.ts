import type { Plan } from "../../provider/files/plan";
import type { Progress } from "../../provider/files/sync";
import type { CommandIo } from "../command";
import { ProgressLine, sizeText, tell } from "../command";

/** Shows the progress of a deployment until {@link end}: one line on a terminal; elsewhere a line per second while something changes. */
export class DeployProgress implements Progress {
  uploaded = 0;
  deleted = 0;
  bytes = 0;
  readonly #line: ProgressLine;
  readonly #timer: NodeJS.Timeout;
  #plan: Plan | undefined;
  #told = "";

  /** @param phase the first phase */
  constructor(
    public phase: string,
    io: CommandIo,
  ) {
    this.#line = new ProgressLine(io.stderr);
    const isTerminal = io.stderr.isTTY === true;
    const show = (): void => {
      if (isTerminal) this.#line.show(() => this.#bar() + this.#text());
      else if (this.#text() !== this.#told) tell(io, (this.#told = this.#text()));
    };
    if (isTerminal) show();
    this.#timer = setInterval(show, isTerminal ? 100 : 1000);
  }

  /** Sets the plan, whose number of files and bytes is the total. */
  planned(plan: Plan): void {
    this.#plan = plan;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#line.clear();
  }

  /** A bar by number of files: `[########------------] `. */
  #bar(): string {
    if (this.#plan === undefined) return "";
    const steps = this.#plan.uploads.length + this.#plan.deletions.length;
    const part = steps === 0 ? 1 : (this.uploaded + this.deleted) / steps;
    return `[${"#".repeat(Math.floor(part * 20)).padEnd(20, "-")}] `;
  }

  /** `uploading: 12 of 41 files, 3.1 MB of 9.0 MB` */
  #text(): string {
    const { uploads = [], deletions = [] } = this.#plan ?? {};
    if (this.phase === "deleting") return `deleting: ${String(this.deleted)} of ${String(deletions.length)} files`;
    if (this.phase !== "uploading") return this.phase;
    const total = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
    const sent = `${sizeText(Math.min(this.bytes, total))} of ${sizeText(total)}`;
    return `uploading: ${String(this.uploaded)} of ${String(uploads.length)} files, ${sent}`;
  }
}
