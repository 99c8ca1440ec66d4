import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { RollbackOptions } from "./rollback";

/** `pulumi-cdn-zones rollback` */
export function defineRollback(command: Command, io: CommandIo): void {
  command
    .description(
      "Switch the visitors of a site to another release: change the edge rule of the pull zone that names the release, and empty the " +
        "cache. Root files, such as 404.html, are replaced with those of that release. No file of a release is uploaded.",
    )
    .summary("switch a site back to another release")
    .argument("<site>", "pull-zone:NAME or pull-zone:ID")
    .argument("[release]", "the release to go back to (default: the predecessor of the live release, by date)")
    .option("--wait", "empty the cache again after 3 s, because an edge may receive the rule late")
    .option("--yes", "don't ask for confirmation")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones rollback pull-zone:acme-web --wait
  pulumi-cdn-zones rollback pull-zone:acme-web 3f9c1a2b4d5e --yes

If a program declares the edge rule, a plain preview does not show the rollback. pulumi preview --refresh shows it, and
pulumi up --refresh reverts it.

${settingsHelp}`,
    )
    .action(async (site: string, release: string | undefined, options: RollbackOptions) => {
      const { rollback } = require("./rollback") as typeof import("./rollback");
      await rollback(site, release, options, io);
    });
}
