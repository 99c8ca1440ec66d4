import { redactorOf } from "../../provider/api/redact";
import { packageVersion } from "../../provider/version";
import { printableLine, printableLines } from "../../terminal/text";
import type { CommandIo } from "../command";
import { CommandError, ProgressLine, reasonOf, tell } from "../command";
import { confirm } from "../confirm";
import { stackSettings } from "../stack";
import { questions } from "./questions";
import { Service } from "./service";

export interface VerifyOptions {
  readonly yes?: true;
  readonly format: "markdown" | "json";
}

interface Answered {
  readonly question: string;
  readonly recorded: string;
  readonly answer: string;
}

interface Report {
  /** Origin of the service. */
  readonly service: string;
  readonly date: string;
  readonly version: string;
  readonly answers: readonly Answered[];
}

/**
 * Tries on a real account what the provider assumes, and prints a report. What it creates it deletes, also if something fails or
 * Ctrl-C ends it.
 */
export async function verify({ yes, format }: VerifyOptions, io: CommandIo): Promise<void> {
  const settings = await stackSettings(io);
  const { origin } = new URL(settings.baseUrl);
  const redact = redactorOf(settings.accessKey);
  if (yes !== true) {
    await confirm(
      `This creates a storage zone and a pull zone with random names at ${origin}, and deletes both after about a minute. ` +
        "Both stay empty: they cost nothing but the minimum that the account pays anyway.",
      "nothing was created",
      io,
    );
  }
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CommandError("interrupted"));
  // A second Ctrl-C ends the process at once.
  process.once("SIGINT", interrupt);
  const service = new Service(settings, interrupted.signal);
  const progress = new ProgressLine(io.stderr);
  const answers: Answered[] = [];
  let left: string[];
  try {
    for (const [index, { question, recorded, ask: answerOf }] of questions.entries()) {
      if (interrupted.signal.aborted) break;
      progress.show(() => `${String(index + 1)} of ${String(questions.length)}: ${question}`);
      const answer = await answerOf(service).catch((error: unknown) => `not answered: ${reasonOf(error)}`);
      answers.push({ question, recorded, answer: redact(answer) });
    }
  } finally {
    progress.clear();
    left = await service.cleanUp();
    process.off("SIGINT", interrupt);
  }
  const date = new Date().toISOString().slice(0, 10);
  const report = { service: origin, date, version: packageVersion, answers };
  io.stdout.write(format === "json" ? `${printableLines(JSON.stringify(report, undefined, 2))}\n` : markdownOf(report));
  if (left.length > 0) {
    const names = left.map((one) => `  ${redact(one)}`).join("\n");
    throw new CommandError(`These are left. Delete them in the service's dashboard:\n${names}`);
  }
  tell(io, "Both zones are deleted.");
  if (interrupted.signal.aborted) throw new CommandError("interrupted, so the report is not complete");
}

function markdownOf({ service, date, version, answers }: Report): string {
  const rows = answers.map(({ question, recorded, answer }) => [question, recorded, answer].map(cell).join(" | "));
  return [
    `## ${service}, ${date}, pulumi-cdn-zones ${version}`,
    "",
    "| question | recorded | answer |",
    "| --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}

/** A cell of a table in Markdown. */
function cell(text: string): string {
  return printableLine(text).replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
