import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { VerifyOptions } from "./verify";

/** `pulumi-cdn-zones verify` */
export function defineVerify(command: Command, io: CommandIo): void {
  command
    .description(
      "Check the provider's assumptions about the service: create a storage zone, two pull zones, a DNS zone and edge scripts with random " +
        "names, try some requests, delete what was created, and print a report to publish, without keys, ids and names of the account.",
    )
    .option("--yes", "don't ask for confirmation")
    .addOption(new Option("--format <format>", "output format").choices(["markdown", "json"]).default("markdown"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
The command takes about five minutes. No script runs, and the zones cost nothing beyond the account's minimum. The name of
the deleted storage zone may stay taken, and a shield on the plan Basic, which no operation deletes, may stay. A zone or
script is changed only if a GET shows its random name.

${settingsHelp}`,
    )
    .action(async (options: VerifyOptions) => {
      const { verify } = require("./verify") as typeof import("./verify");
      await verify(options, io);
    });
}
