import { appendFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { DriftError } from "../drift/errors";
import type { DriftReport } from "../drift/report/model";
import { renderReport } from "../drift/report/render";
import type { CommandIo } from "./command";
import type { WantedReport } from "./driftArguments";

/** Writes each report to its place. @throws {DriftError} naming the file that can't be written */
export async function writeReports(report: DriftReport, wanted: readonly WantedReport[], io: CommandIo): Promise<void> {
  for (const { format, file } of wanted) {
    if (file === "-") io.stdout.write(renderReport(format, report, { color: wantsColor(io) }));
    else await write(file, renderReport(format, report), io);
  }
}

async function write(file: string, text: string, io: CommandIo): Promise<void> {
  try {
    // Other steps may have written to the summary of a job before.
    if (file === io.env["GITHUB_STEP_SUMMARY"]) await appendFile(file, text);
    else await writeFile(resolve(io.cwd(), file), text);
  } catch (error) {
    throw new DriftError(
      `The report ${file} can't be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** See https://no-color.org: any value but the empty one. */
function wantsColor({ stdout, env }: CommandIo): boolean {
  return stdout.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
