import { packageVersion } from "../../provider/version";
import { printableLine } from "../../terminal/text";
import type { CommandIo } from "../command";
import { CommandError, print, ProgressLine, reasonOf, tell, warn } from "../command";
import { confirm } from "../confirm";
import { writableSettings } from "../stack";
import { openRows } from "./open";
import { questions } from "./questions";
import type { Question } from "./questions/question";
import { Service } from "./service";

export interface VerifyOptions {
  readonly yes?: true;
  readonly format: "markdown" | "json";
}

interface Answered {
  readonly question: string;
  readonly rows: readonly string[];
  readonly recorded: string;
  readonly answer: string;
  /** Whether the answer agrees with the recording; `open` if there is no answer. */
  readonly result: "recorded" | "new" | "open";
}

interface Report {
  /** Origin of the service. */
  readonly service: string;
  readonly date: string;
  /** Main region of the storage zone. */
  readonly region: string | undefined;
  readonly version: string;
  readonly answers: readonly Answered[];
  /** The rows that stay open, by what an answer needs. */
  readonly open: typeof openRows;
}

/**
 * Checks the provider's assumptions on a real account, and prints a report. It deletes everything that it creates, even after a failure or
 * Ctrl-C.
 */
export async function verify({ yes, format }: VerifyOptions, io: CommandIo): Promise<void> {
  const settings = await writableSettings("verify the assumptions with new zones", io);
  const { origin } = new URL(settings.baseUrl);
  if (yes !== true) {
    await confirm(
      `This creates a storage zone, two pull zones, a DNS zone and edge scripts with random names at ${origin}, and deletes them after ` +
        "about five minutes. They hold nothing but a small file, some records and rules and an empty script: they cost nothing but the minimum that the account pays anyway. " +
        "A pull zone gets a shield on the plan without a fee, which the service can't delete, so that it may stay without the pull zone.",
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
    for (const [index, question] of questions.entries()) {
      if (interrupted.signal.aborted) break;
      progress.show(() => `${String(index + 1)} of ${String(questions.length)}: ${question.question}`);
      answers.push(await answered(question, service));
    }
  } finally {
    progress.clear();
    left = await service.cleanUp();
    process.off("SIGINT", interrupt);
  }
  const date = new Date().toISOString().slice(0, 10);
  const unanswered = answers.filter(({ result }) => result === "open").flatMap(({ rows }) => rows);
  const again = { needs: "an answer to the open questions above", rows: [...new Set(unanswered)] };
  const open = unanswered.length === 0 ? openRows : [again, ...openRows];
  const report = { service: origin, date, region: service.region, version: packageVersion, answers, open };
  print(io, format === "json" ? `${JSON.stringify(report, undefined, 2)}\n` : markdownOf(report));
  if (left.length > 0) {
    throw new CommandError(`These could not be deleted:\n${left.map((one) => `  ${service.redact(one)}`).join("\n")}`);
  }
  const others = [...service.leftAlone];
  if (others.length > 0) {
    warn(
      io,
      `Left alone, because its name is not the random one, although a creation returned its id: ${others.join(", ")}`,
    );
  }
  tell(io, others.length === 0 ? "The zones and scripts were deleted." : "Everything with a random name was deleted.");
  if (interrupted.signal.aborted) throw new CommandError("interrupted, so the report is not complete");
}

async function answered({ question, rows, recorded, asRecorded, ask }: Question, service: Service): Promise<Answered> {
  try {
    const answer = service.publishable(await ask(service));
    return { question, rows, recorded, answer, result: asRecorded?.test(answer) === true ? "recorded" : "new" };
  } catch (error) {
    return {
      question,
      rows,
      recorded,
      answer: service.publishable(`not answered: ${reasonOf(error)}`),
      result: "open",
    };
  }
}

/** Returns the report as a page that can be published. */
function markdownOf({ service, date, region, version, answers, open }: Report): string {
  const rows = answers.map((one) =>
    [one.rows.join(", "), one.question, one.recorded, one.answer, one.result].map(cell).join(" | "),
  );
  const count = (result: Answered["result"]): string => String(answers.filter((one) => one.result === result).length);
  return [
    `# Answers of ${service}, ${date}`,
    "",
    `- **Service**: ${service}`,
    `- **Date**: ${date}`,
    `- **Region**: ${region ?? "unknown"}, the main region of the storage zone`,
    `- **Version**: pulumi-cdn-zones ${version}`,
    `- **Answers**: ${count("recorded")} agree with the recording (recorded), ${count("new")} are new, ${count("open")} are open`,
    "",
    "The zones were created for these questions and deleted afterwards. This page has no ids, keys or names of the account.",
    "",
    "| rows | question | recorded | answer | result |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
    "",
    "These rows stay open:",
    "",
    ...open.map(({ needs, rows: left }) => `- ${left.join(", ")}: they need ${needs}`),
    "",
  ].join("\n");
}

/** Returns a cell of a Markdown table. */
function cell(text: string): string {
  return printableLine(text).replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
