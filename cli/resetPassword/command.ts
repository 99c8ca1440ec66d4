import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { ResetPasswordOptions } from "./resetPassword";

/** `pulumi-cdn-zones reset-password` */
export function defineResetPassword(command: Command, io: CommandIo): void {
  command
    .description(
      "Create a new password for a storage zone. The old password stops working. pulumi up --refresh writes the new one to the outputs of " +
        "the resource; it is not printed.",
    )
    .argument("<zone>", "id or name of the storage zone")
    .option("--read-only", "reset the read-only password instead of the main password")
    .option("--yes", "don't ask for confirmation")
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
