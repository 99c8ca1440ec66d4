import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { ResetPasswordOptions } from "./resetPassword";

/** `pulumi-cdn-zones reset-password` */
export function defineResetPassword(command: Command, io: CommandIo): void {
  command
    .description(
      "Have the service make a new password for a storage zone. The old one opens its files no longer. The new one is not printed: " +
        "pulumi up --refresh puts it into the outputs of the resource.",
    )
    .summary("make a new password for a storage zone")
    .argument("<zone>", "id or name of the storage zone; digits are an id")
    .option("--read-only", "the password that can only read, instead of the other one")
    .option("--yes", "don't ask first")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones reset-password acme-site
  pulumi-cdn-zones reset-password 4711 --read-only --yes

${settingsHelp}`,
    )
    .action(async (zone: string, options: ResetPasswordOptions) => {
      const { resetPassword } = require("./resetPassword") as typeof import("./resetPassword");
      await resetPassword(zone, options, io);
    });
}
