import { redactorOf } from "../../provider/api/redact";
import { packageVersion } from "../../provider/version";
import { printableLine } from "../../terminal/text";
import type { CommandIo } from "../command";
import { CommandError, ProgressLine, reasonOf, tell } from "../command";
import { confirm } from "../confirm";
import { stackSettings } from "../stack";
import { questions } from "./questions";
import { Service } from "./service";

/**
 * Tries on a real account what the provider assumes, and prints a report. What it creates it deletes, also if something fails or
 * Ctrl-C ends it.
 */
export async function verify(isSure: boolean, io: CommandIo): Promise<void> {
  const settings = await stackSettings(io);
  const { origin } = new URL(settings.baseUrl);
  const redact = redactorOf(settings.accessKey);
  if (!isSure) {
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
  const rows: string[] = [];
  let left: string[];
  try {
    for (const [index, { question, recorded, ask: answerOf }] of questions.entries()) {
      if (interrupted.signal.aborted) break;
      progress.show(() => `${String(index + 1)} of ${String(questions.length)}: ${question}`);
      const answer = await answerOf(service).catch((error: unknown) => `not answered: ${reasonOf(error)}`);
      rows.push(`| ${cell(question)} | ${cell(recorded)} | ${cell(redact(answer))} |`);
    }
  } finally {
    progress.clear();
    left = await service.cleanUp();
    process.off("SIGINT", interrupt);
  }
  const date = new Date().toISOString().slice(0, 10);
  io.stdout.write(
    [
      `## ${origin}, ${date}, pulumi-cdn-zones ${packageVersion}`,
      "",
      "| question | recorded | answer |",
      "| --- | --- | --- |",
      ...rows,
      "",
    ].join("\n"),
  );
  if (left.length > 0) {
    const names = left.map((one) => `  ${redact(one)}`).join("\n");
    throw new CommandError(`These are left. Delete them in the service's dashboard:\n${names}`);
  }
  tell(io, "Both zones are deleted.");
  if (interrupted.signal.aborted) throw new CommandError("interrupted, so the report is not complete");
}

/** A cell of a table in Markdown. */
function cell(text: string): string {
  return printableLine(text).replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
