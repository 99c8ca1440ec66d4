import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { settingsHelp, stackOption } from "../command";
import type { ReleasesOptions } from "./list";

/** `pulumi-cdn-zones releases` */
export function defineReleases(command: Command, io: CommandIo): void {
  command
    .description(
      "List the releases of a site, newest first, and mark the release that visitors get, which an edge rule of the pull zone names. " +
        "Changes nothing.",
    )
    .summary("list the releases of a site")
    .argument("<site>", "pull-zone:NAME or pull-zone:ID")
    .addOption(new Option("--format <format>", "output format").choices(["table", "json"]).default("table"))
    .addOption(stackOption())
    .addHelpText("after", `\nExample:\n  pulumi-cdn-zones releases pull-zone:acme-web\n\n${settingsHelp}`)
    .action(async (site: string, options: ReleasesOptions) => {
      const { printReleases } = require("./list") as typeof import("./list");
      await printReleases(site, options, io);
    });
}
