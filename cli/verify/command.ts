import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { VerifyOptions } from "./verify";

/** `pulumi-cdn-zones verify` */
export function defineVerify(command: Command, io: CommandIo): void {
  command
    .description(
      "Try what the provider assumes of the service: create a storage zone, a pull zone and a DNS zone with random names, ask some " +
        "questions, delete all three, and print a report without secrets, to paste into an issue.",
    )
    .summary("try on a real account what the provider assumes")
    .option("--yes", "don't ask first")
    .addOption(new Option("--format <format>", "output format").choices(["markdown", "json"]).default("markdown"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
It asks first, and takes about a minute. The zones hold nothing but a small file and some records, so they cost
nothing but the minimum that the account pays anyway. The name of the deleted storage zone may stay taken.
Nothing is sent to a zone unless a GET shows its random name. The report marks each answer as recorded, or new.

${settingsHelp}`,
    )
    .action(async (options: VerifyOptions) => {
      const { verify } = require("./verify") as typeof import("./verify");
      await verify(options, io);
    });
}
