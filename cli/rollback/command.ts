import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { RollbackOptions } from "./rollback";

/** `pulumi-cdn-zones rollback` */
export function defineRollback(command: Command, io: CommandIo): void {
  command
    .description(
      "Let visitors of a site get another release, at once: changes the edge rule of the pull zone that names the release, and empties the " +
        "cache. Root files, such as 404.html, become those of that release. No file of a release is sent. Of an edge script, publishes " +
        "another release; variables, secrets and caches stay as they are.",
    )
    .summary("go back to another release of a site or an edge script")
    .argument("<object>", "pull-zone:NAME or edge-script:NAME, or the id instead of the name")
    .argument("[release]", "the release to go back to (default: the one before the live one, by date)")
    .option("--wait", "of a site: after 3 s, empty the cache once more, as an edge may learn of the rule late")
    .option("--yes", "don't ask first")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones rollback pull-zone:acme-web --wait
  pulumi-cdn-zones rollback pull-zone:acme-web 3f9c1a2b4d5e --yes
  pulumi-cdn-zones rollback edge-script:acme-hello

A program that declares the edge rule or the script does not show the rollback in a plain preview. pulumi preview --refresh
shows it, and pulumi up --refresh undoes it.

${settingsHelp}`,
    )
    .action(async (object: string, release: string | undefined, options: RollbackOptions) => {
      const { rollback } = require("./rollback") as typeof import("./rollback");
      await rollback(object, release, options, io);
    });
}
