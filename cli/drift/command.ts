import { InvalidArgumentError, Option, type Command } from "commander";
import { reportFormats, type ReportFormat } from "../../drift/report/render";
import type { Kind, KindName } from "../../provider/kinds";
import { kindNames, kinds, listedKinds, nounsOf } from "../../provider/kinds";
import type { CommandIo } from "../command";
import { integer, repeatable, stackOption, UsageError, usageExitCode } from "../command";
import type { DriftArguments, Shard, WantedReport } from "./check";

/** Whether objects of a kind belong to another object, which is listed itself if it is in no state. */
function belongs(name: KindName): boolean {
  return (kinds[name] as Kind).belongsTo !== undefined;
}

/** Kinds whose objects are listed only with a managed whole. The files of storage folders are not such objects. */
const partKinds = kindNames.filter((name) => {
  const { parent, files, hasNoObject }: Kind = kinds[name];
  return parent !== undefined && files === undefined && hasNoObject !== true;
});

/** `pulumi-cdn-zones drift` */
export function defineDrift(command: Command, io: CommandIo): void {
  command
    .description("Compare the live zones with the state of stacks, as pulumi refresh does. Changes nothing.")
    .addOption(
      new Option(
        "--state <path...>",
        "output of pulumi stack export, or a checkpoint of a file backend, optionally gzipped; or a folder or glob of such files; - for standard input; repeatable",
      )
        .default([], "the stack of the current project")
        .argParser(repeatable),
    )
    .addOption(stackOption().conflicts(["state", "allStacks"]))
    .addOption(new Option("--all-stacks", "every stack of the current backend").conflicts("state"))
    .option("--shard <i/n>", "check only part i of n of the stacks, for parallel jobs", shardOf)
    .option(
      "--unmanaged",
      `also list, as drift, objects that no state contains: ${nounsOf(listedKinds.filter((name) => !belongs(name)))}; and, in managed ones, ${nounsOf([...listedKinds.filter(belongs), ...partKinds])}, files, ` +
        "variables and secrets",
    )
    .option(
      "--who",
      "show who may have made each change, from the account's audit log since the state was written (at most 31 days)",
    )
    .option(
      "--volatile",
      "also show values that change without an update, such as storageUsed; they never count as drift",
    )
    .option(
      "--strict",
      "a live value that differs from the state's counts, also if the program does not declare it (default: strict in the ignore file)",
    )
    .option("--no-strict", "undeclared settings don't count, whatever the ignore file says")
    .option("--drift-exit-code <n>", "exit code if there is drift", driftExitCode, 2)
    .addOption(
      new Option(
        "--report <format=file>",
        `report to write: ${reportFormats.join(", ")}; - for standard output; repeatable`,
      )
        .default([], "text to standard output")
        .argParser((text: string, previous: readonly WantedReport[]) => [...previous, reportOf(text)]),
    )
    .addOption(
      new Option("--format <format>", "format on standard output: short for --report FORMAT=-").choices(reportFormats),
    )
    .option(
      "--ignore-file <file>",
      "file with ignore rules, accounts and strict (default: .cdn-drift.yaml, if it exists)",
    )
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones drift
  pulumi-cdn-zones drift --stack prod --format json
  pulumi stack export | pulumi-cdn-zones drift --state -
  pulumi-cdn-zones drift --state prod.json --report html=drift.html --report github=-
  pulumi-cdn-zones drift --state .pulumi/stacks --unmanaged
  pulumi-cdn-zones drift --all-stacks --shard 2/8

Access keys: CDN_ACCESS_KEY for the default provider, CDN_ACCESS_KEY_EU for an explicit provider named "eu".
For a single state of the current project, the default provider's key can come from the stack's configuration.
Base URLs come from the state, unless CDN_BASE_URL or CDN_BASE_URL_EU is set.

Exit codes: 0 no drift; 2 drift; 1 failure or incomplete check; ${String(usageExitCode)} wrong usage.`,
    )
    .action(async ({ format, ...options }: DriftArguments & { readonly format?: ReportFormat }) => {
      const printed = format === undefined ? [] : [{ format, file: "-" }];
      const wanted = { ...options, report: [...options.report, ...printed] };
      checkStandardOutput(wanted);
      if (wanted.unmanaged === true && wanted.shard !== undefined) {
        throw new UsageError("--unmanaged needs the states of all stacks: it can't be used with --shard");
      }
      const { checkDrift } = require("./check") as typeof import("./check");
      io.exitCode = await checkDrift(wanted, io);
    });
}

/** Formats for programs, which must be the only output on standard output. */
const exclusiveFormats: ReadonlySet<ReportFormat> = new Set(["json", "junit", "html"]);

function driftExitCode(text: string): number {
  const code = integer(0, 255)(text);
  if (code === 1) throw new InvalidArgumentError("1 means that the check failed or is incomplete.");
  if (code === usageExitCode) throw new InvalidArgumentError(`${String(usageExitCode)} means wrong usage.`);
  return code;
}

function shardOf(text: string): Shard {
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number >= 1 && number <= of) return { number, of };
  throw new InvalidArgumentError("It must be I/N with I from 1 to N, such as 2/8.");
}

function reportOf(text: string): WantedReport {
  const [, name = "", file = ""] = /^([^=]*)=([^]+)$/.exec(text) ?? [];
  const format = reportFormats.find((one) => one === name);
  if (format !== undefined) return { format, file };
  throw new InvalidArgumentError(`It must be FORMAT=FILE with FORMAT one of ${reportFormats.join(", ")}.`);
}

function checkStandardOutput({ report }: DriftArguments): void {
  const printed = report.filter(({ file }) => file === "-");
  const exclusive = printed.length > 1 ? printed.find(({ format }) => exclusiveFormats.has(format)) : undefined;
  if (exclusive !== undefined) {
    throw new UsageError(`a ${exclusive.format} report must be the only one on standard output`);
  }
}
