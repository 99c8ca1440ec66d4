import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { RollbackOptions } from "./rollback";

/** `pulumi-cdn-zones rollback` */
export function defineRollback(command: Command, io: CommandIo): void {
  command
    .description(
      "Switch the visitors of a site to another release: change the pull zone's edge rule that names the release, replace root files such " +
        "as 404.html, and empty the cache. For an edge script, publish another release; variables, secrets and caches are unchanged.",
    )
    .argument("<object>", "pull-zone:NAME or edge-script:NAME, or the id instead of the name")
    .argument(
      "[release]",
      "the release to go back to, or for a site the first 7 to 40 digits of its commit (default: the one before the live release, for a script with other code)",
    )
    .option(
      "--wait",
      "for a site: empty the cache again after 22 s (cdn:edgeDelaySeconds), when every edge has the rule",
    )
    .option("--yes", "don't ask for confirmation")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones rollback pull-zone:acme-web --wait
  pulumi-cdn-zones rollback pull-zone:acme-web 3f9c1a2b4d5e --yes
  pulumi-cdn-zones rollback pull-zone:acme-web abc1234
  pulumi-cdn-zones rollback edge-script:acme-hello

If a program declares the edge rule or the script, a plain preview does not show the rollback. pulumi preview --refresh
shows it, and pulumi up --refresh reverts it.

${settingsHelp}`,
    )
    .action(async (object: string, release: string | undefined, options: RollbackOptions) => {
      const { rollback } = require("./rollback") as typeof import("./rollback");
      await rollback(object, release, options, io);
    });
}
