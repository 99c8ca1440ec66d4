import { Option, type Command } from "commander";
import type { CommandIo } from "../command";
import { repeatable, settingsHelp, stackOption } from "../command";
import type { PurgeOptions } from "./purge";

/** `pulumi-cdn-zones purge` */
export function definePurge(command: Command, io: CommandIo): void {
  command
    .description("Empty the cache of a pull zone, or remove URLs from the caches of the pull zones that serve them.")
    .argument("[zone]", "id or name of the pull zone")
    .option("--tag <tag>", "remove only responses with this cache tag")
    .option(
      "--url <url>",
      "instead of a zone: URL to remove; with a trailing *, all URLs with this prefix; repeatable",
      repeatable,
    )
    .option("--yes", "don't ask for confirmation if a URL with a trailing slash means all URLs below it")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json"]).default("text"))
    .addOption(stackOption())
    .addHelpText(
      "after",
      `
Examples:
  pulumi-cdn-zones purge 4711
  pulumi-cdn-zones purge acme-web --tag images
  pulumi-cdn-zones purge --url https://www.acme.example/style.css --url 'https://www.acme.example/img/*'

${settingsHelp}`,
    )
    .action(async (zone: string | undefined, options: PurgeOptions) => {
      const { purge } = require("./purge") as typeof import("./purge");
      await purge(zone, options, io);
    });
}
