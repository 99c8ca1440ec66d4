import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { RollbackOptions } from "./rollback";

/** `pulumi-cdn-zones rollback` */
export function defineRollback(command: Command, io: CommandIo): void {
  command
    .description(
      "Let visitors of a site get another release, at once: changes the edge rule of the pull zone that names the release, and empties the " +
        "cache. Root files, such as 404.html, become those of that release. No file of a release is sent.",
    )
    .summary("go back to another release of a site")
    .argument("<site>", "pull-zone:NAME or pull-zone:ID")
    .argument("[release]", "the release to go back to (default: the one before the live one, by date)")
    .option("--wait", "after 3 s, empty the cache once more: an edge may learn of the rule late")
    .option("--yes", "don't ask first")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones rollback pull-zone:acme-web --wait
  pulumi-cdn-zones rollback pull-zone:acme-web 3f9c1a2b4d5e --yes

A program that declares the edge rule does not show the rollback in a plain preview. pulumi preview --refresh shows it, and
pulumi up --refresh undoes it.

${settingsHelp}`,
    )
    .action(async (site: string, release: string | undefined, options: RollbackOptions) => {
      const { rollback } = require("./rollback") as typeof import("./rollback");
      await rollback(site, release, options, io);
    });
}
